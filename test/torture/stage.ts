/** A sandbox behind a fault proxy, brought into the state that a scenario needs. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { own, textAt } from '../../src/documents/json/json.ts';
import { parseJson } from '../../src/documents/json/lossless.ts';
import type { Operation } from '../../src/catalogue/operation.ts';
import type { Sandbox } from '../../src/sandbox/start.ts';
import { startSandbox } from '../../src/sandbox/start.ts';
import type { CliOptions, CliResult } from '../support/run-cli.ts';
import { runCli, words } from '../support/run-cli.ts';
import { environmentOf } from '../support/sandbox.ts';
import type { FaultProxy } from './fault-proxy.ts';
import { startFaultProxy } from './fault-proxy.ts';
import type { Stage } from './scenarios.ts';
import { scenarios } from './scenarios.ts';

/** A text that occurs only in the request itself. */
export const canaryToken = 'canary-7f3a9c51/e0+b2d846token';
export const canarySecret = 'canary-c4b81e6f/a2+9d70secret';

export interface Prepared {
  readonly sandbox: Sandbox;
  readonly proxy: FaultProxy;
  readonly argv: readonly string[];
  /** The working directory of the runs. */
  readonly folder: string;
  /** Runs the scenario's command line through the proxy. */
  attempt(more: readonly string[], options?: Pick<CliOptions, 'io'>): Promise<CliResult>;
  /** Runs any command line directly against the sandbox, or with other variables. */
  straight(argv: readonly string[], env?: Readonly<Record<string, string>>): Promise<CliResult>;
  /** A file that holds the canary's secret. */
  readonly secretFile: string;
  /** The environment of a run that reaches the sandbox. */
  readonly env: Readonly<Record<string, string>>;
  /** The content of all receipts of the runs. */
  receipts(): string;
  /** Other files of the stage. */
  leftovers(): readonly string[];
  close(): Promise<void>;
}

const receiptsIn = (folder: string): string =>
  existsSync(folder)
    ? readdirSync(folder)
        .map((name) => readFileSync(join(folder, name), 'utf8'))
        .join('')
    : '';

/** The environment of a run whose services are at `port`. */
const behind = (sandbox: Sandbox, port: number, folder: string): Readonly<Record<string, string>> => {
  const plain = environmentOf(sandbox);
  const moved = Object.entries(plain).map(([name, value]) => [
    name,
    value.replace(sandbox.origin, `http://127.0.0.1:${port}`),
  ]);
  return { ...Object.fromEntries(moved), TRIVET_CONFIG_DIR: join(folder, 'config') };
};

const lineOf = async (operation: Operation, stage: Stage): Promise<string> => {
  const scenario = scenarios[operation.id] ?? operation.examples[0]?.argv ?? '';
  return typeof scenario === 'string' ? scenario : scenario(stage);
};

/** How a command line is run, with its environment and working directory. */
export type RunLine = (
  argv: readonly string[],
  options: CliOptions & { readonly env: Readonly<Record<string, string>>; readonly cwd: string },
) => Promise<CliResult>;

export const prepare = async (operation: Operation, runLine: RunLine = runCli): Promise<Prepared> => {
  const folder = mkdtempSync(join(tmpdir(), 'trivet-torture-'));
  const inputs = join(folder, 'inputs');
  mkdirSync(inputs);
  const sandbox = await startSandbox({ token: canaryToken });
  const proxy = await startFaultProxy(Number(new URL(sandbox.origin).port));
  const env = { ...environmentOf(sandbox), TRIVET_CONFIG_DIR: join(folder, 'config') };
  const straight: Prepared['straight'] = (argv, other = {}) =>
    runCli(argv, { env: { ...env, ...other }, cwd: folder });
  const secretFile = join(inputs, 'secret');
  writeFileSync(secretFile, canarySecret, { mode: 0o600 });
  const run: Stage['run'] = async (line) => {
    const result = await straight(words(line));
    if (result.code !== 0) throw new Error(`trivet ${line}: exit ${result.code}: ${result.stderr}`);
    return result.stdout.replace(/\n$/, '');
  };
  const stage: Stage = {
    run,
    given: async (line, field) => {
      const reply = parseJson(await run(`${line} -o json`));
      return textAt(reply, field) ?? textAt(own(reply, 'data'), field) ?? '';
    },
    file: (name, content) => {
      const path = join(inputs, name);
      writeFileSync(path, content);
      return path;
    },
    secret: `@${secretFile}`,
  };
  const argv = words(await lineOf(operation, stage));
  sandbox.effects.clear();
  sandbox.requests.clear();
  return {
    sandbox,
    proxy,
    argv,
    folder,
    attempt: (more, options = {}) =>
      runLine([...argv, ...more], { ...options, env: behind(sandbox, proxy.port, folder), cwd: folder }),
    straight,
    secretFile,
    env,
    leftovers: () => readdirSync(folder).filter((name) => name !== 'inputs' && name !== 'config'),
    receipts: () => receiptsIn(join(folder, 'config', 'receipts')),
    close: async () => {
      await proxy.close();
      await sandbox.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
