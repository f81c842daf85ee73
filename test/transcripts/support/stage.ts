/** Where the commands of a transcript run: sandboxes, a folder, a home, a terminal. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { PrincipalName } from '../../support/sandbox-types.ts';
import type { Sandbox } from '../../../src/sandbox/start.ts';
import { startSandbox } from '../../../src/sandbox/start.ts';
import { executable } from '../../support/program.ts';
import { checkReply } from '../../support/reply-check.ts';
import type { CliOptions } from '../../support/run-cli.ts';
import { runCli } from '../../support/run-cli.ts';
import { environmentOf } from '../../support/sandbox.ts';
import type { Served } from '../../support/served.ts';
import { serveProgram } from '../../support/served.ts';
import { typing } from '../../support/typing.ts';
import type { Conditions, Start } from './conditions.ts';
import { screen } from './screen.ts';
import type { Plain } from './shell-words.ts';
import { readPlain, readWrite } from './shell-words.ts';

/** What a command printed. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The questions on the terminal. */
  readonly asked: string;
}

/** One place for all transcripts of a test file. */
export interface Stage {
  /** An empty folder, an empty home, and the sandbox as it was at its start. */
  enter(start: Start): Promise<Scene>;
  close(): Promise<void>;
}

/** The place of one case. */
export interface Scene {
  readonly sandbox: Sandbox;
  readonly folder: string;
  readonly home: string;
  run(command: string, conditions: Conditions): Promise<Ran>;
  /** Text with addresses, tokens and folders in place of `{jobs-url}` and the like. */
  filled(text: string): string;
  /** Text with `<address>`, `<token>`, `<folder>` and `<home>`, which differ from run to run. */
  normal(text: string): string;
}

/** The service of a product that is chosen with `@product`. */
const serviceOf = (product: string): string =>
  product === 'nomad' ? 'JOBS' : product === 'vault' || product === 'openbao' ? 'SECRETS' : 'WORKSPACES';

const productVariables = (products: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    products.map((spec) => {
      const name = spec.replace(/[@+].*$/, '');
      return [`TRIVET_${serviceOf(name)}_PRODUCT`, name];
    }),
  );

const variablesOf = (
  sandbox: Sandbox,
  { as, only, products }: Conditions,
): Readonly<Record<string, string>> => {
  const names = only.map((service) => `TRIVET_${service.toUpperCase()}_`);
  const all = { ...environmentOf(sandbox, as), ...productVariables(products) };
  return Object.fromEntries(
    Object.entries(all).filter(
      ([name]) => name === 'TRIVET_ORGANIZATION' || names.some((service) => name.startsWith(service)),
    ),
  );
};

const isGiven = (entry: [string, string | undefined]): entry is [string, string] => entry[1] !== undefined;

/** The sandbox lives in this process, which therefore must not wait for the shell. */
const shell = (
  command: string,
  cwd: string,
  env: Readonly<Record<string, string>>,
  stdin: string,
): Promise<Ran> =>
  new Promise((done) => {
    const child = execFile('sh', ['-c', command], { cwd, env }, (error, stdout, stderr) => {
      const code = typeof error?.code === 'number' ? error.code : error === null ? 0 : 1;
      done({ code, stdout, stderr, asked: '' });
    });
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(stdin);
  });

const linesOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

const checkout = join(import.meta.dirname, '../../..');

/** What replaces text that differs from run to run, and what is replaced in commands. */
const namesIn = (sandbox: Sandbox, folder: string, home: string) => {
  const tokens = Object.entries(sandbox.tokens);
  const known: readonly (readonly [name: string, value: string])[] = [
    ['address', sandbox.origin],
    ...Object.entries(sandbox.urls).map(([name, url]) => [`${name}-url`, url] as const),
    ...tokens.map(([name, token]) => [`token:${name}`, token] as const),
    ['control', sandbox.control],
    ['folder', folder],
    ['home', home],
    ['root', checkout],
  ];
  const vary: readonly (readonly [value: string, name: string])[] = [
    [sandbox.origin, '<address>'],
    [folder, '<folder>'],
    [home, '<home>'],
    [checkout, '<root>'],
    // The owner's token is the beginning of the others.
    ...tokens.toSorted(([, a], [, b]) => b.length - a.length).map(([, token]) => [token, '<token>'] as const),
    [sandbox.origin.replace(/^https?:\/\//, ''), '<address>'],
  ];
  return {
    filled: (text: string): string =>
      text.includes('{')
        ? known.reduce((all, [name, value]) => all.replaceAll(`{${name}}`, value), text)
        : text,
    normal: (text: string): string => vary.reduce((all, [value, name]) => all.replaceAll(value, name), text),
  };
};

/** @param later how much later than now it is, in milliseconds */
export const createStage = async (later = 0): Promise<Stage> => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'trivet-transcript-')));
  const folder = join(root, 'work');
  const home = join(root, 'home');
  const sandboxes = new Map<string, Promise<Sandbox>>();
  let now = (): number => Date.now() + later;
  const served: Served = await serveProgram(later > 0 ? () => now() : undefined);
  let timed: Served | undefined;

  const started = async ({ products, scenarios, clock }: Start): Promise<Sandbox> => {
    const frozen = clock === undefined ? undefined : { at: Date.parse(clock), frozen: true };
    return await startSandbox({
      products,
      scenarios,
      // Two runs of an update must not agree in what a seed decides.
      ...(later === 0 ? { seed: 'transcript' } : {}),
      begin: frozen ?? (later === 0 ? {} : { at: Date.now() + later }),
    });
  };

  const sandboxFor = async ({ products, scenarios, clock }: Start): Promise<Sandbox> => {
    const key = JSON.stringify([products, scenarios, clock ?? '']);
    const known = sandboxes.get(key);
    const sandbox = await (known ?? started({ products, scenarios, clock }));
    if (known === undefined) {
      sandboxes.set(key, Promise.resolve(sandbox));
      if (scenarios.length > 0) await sandbox.ask('POST /-/snapshot', '{"name":"start"}');
    } else await sandbox.ask('POST /-/reset');
    if (scenarios.length > 0) await sandbox.ask('POST /-/restore', '{"name":"start"}');
    sandbox.requests.clear();
    sandbox.effects.clear();
    return sandbox;
  };

  const emptied = (): void => {
    for (const name of [folder, home]) {
      rmSync(name, { recursive: true, force: true });
      mkdirSync(name);
    }
  };

  const enter = async (start: Start): Promise<Scene> => {
    emptied();
    const sandbox = await sandboxFor(start);
    now = start.clock === undefined ? () => Date.now() + later : () => sandbox.clock.now();
    const isTimed = start.clock !== undefined || later > 0;
    const names = namesIn(sandbox, folder, home);

    const environment = (conditions: Conditions): Readonly<Record<string, string>> => {
      const own = Object.entries(conditions.env).map(([name, value]): [string, string | undefined] => [
        name,
        value === undefined ? value : names.filled(value),
      ]);
      const paths = { HOME: home, TRIVET_CONFIG_DIR: join(home, '.config', 'trivet') };
      const all = { ...variablesOf(sandbox, conditions), ...paths, ...Object.fromEntries(own) };
      return Object.fromEntries(Object.entries(all).filter(isGiven));
    };

    const inProcess = async (plain: Plain, conditions: Conditions): Promise<Ran> => {
      const { columns, typed, stdin } = conditions;
      const asked: string[] = [];
      const [out, err] = [screen(columns ?? 0), screen(columns ?? 0)];
      const input = plain.stdin ?? (stdin.length > 0 ? linesOf(stdin.map(names.filled)) : undefined);
      const options: CliOptions = {
        env: { ...environment(conditions), ...plain.env },
        cwd: folder,
        ...(input === undefined ? {} : { stdin: input }),
        ...(isTimed ? { now: () => now() } : {}),
        ...(executable !== undefined && columns === undefined && typed.length === 0
          ? {}
          : {
              io: {
                home,
                ...(typed.length === 0 ? {} : typing(typed.map(names.filled), asked)),
                ...(columns === undefined ? {} : { stdout: out.stream, stderr: err.stream }),
              },
            }),
      };
      const { code, stdout, stderr, bytes } = await runCli(plain.argv, options);
      const ran = columns === undefined ? { stdout, stderr } : { stdout: out.text(), stderr: err.text() };
      checkReply(plain.argv, { ...ran, code, bytes });
      return { code, ...ran, asked: asked.join('\n') };
    };

    return {
      sandbox,
      folder,
      home,
      ...names,
      run: async (command, conditions) => {
        const text = names.filled(command);
        // Files on a command line are relative to the working directory of the process.
        const before = process.cwd();
        process.chdir(folder);
        try {
          const write = readWrite(text);
          const plain = readPlain(text);
          if (plain !== undefined) return await inProcess(plain, conditions);
          if (conditions.columns !== undefined || conditions.typed.length > 0)
            throw new Error(
              'a command on a terminal, or with an answer, is a trivet without a pipe or a redirection',
            );
          if (write === undefined) {
            if (isTimed) timed ??= await serveProgram(() => now());
            const { bin } = (isTimed ? timed : undefined) ?? served;
            const path = [bin, process.env['PATH'] ?? ''].join(delimiter);
            const input = linesOf(conditions.stdin.map(names.filled));
            return await shell(text, folder, { ...environment(conditions), PATH: path }, input);
          }
          writeFileSync(join(folder, write.name), write.text);
          return { code: 0, stdout: '', stderr: '', asked: '' };
        } finally {
          process.chdir(before);
        }
      },
    };
  };

  return {
    enter,
    close: async () => {
      served.close();
      timed?.close();
      for (const sandbox of sandboxes.values()) await (await sandbox).close();
      rmSync(root, { recursive: true, force: true });
    },
  };
};

/** Names in a folder and below it, without the folders themselves. */
export const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((name) => !name.startsWith('.git/'))
    .toSorted();

export type { PrincipalName };
