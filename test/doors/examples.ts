/** The examples of the catalogue, each as words and as values, and a stage on which each can be run again and again. */
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { route, wholeProgram } from '../../src/cli/route.ts';
import type { Command } from '../../src/catalogue/command.ts';
import type { Typed } from '../../src/run/invocation/placed.ts';
import { program } from '../../src/main.ts';
import type { Effect, LoggedRequest } from '../support/sandbox-types.ts';
import type { Sandbox } from '../../src/sandbox/start.ts';
import { startSandbox } from '../../src/sandbox/start.ts';
import { allCommands } from '../support/catalogue.ts';
import { openStage } from '../support/example-stage.ts';
import type { CliOptions } from '../support/run-cli.ts';
import { runCli, words } from '../support/run-cli.ts';

/** Those that serve until they are stopped. */
const isEndless = (argv: string): boolean => /^(?:sandbox|mcp|watch)\b|--watch/.test(argv);

/** Every example that ends by itself, as typed after `trivet`. */
export const examples: readonly string[] = [
  ...new Set(
    allCommands
      .flatMap(({ examples: own, operations }) => own ?? operations.flatMap((one) => one.operation.examples))
      .map(({ argv }) => argv)
      .filter((argv) => !isEndless(argv)),
  ),
];

/** An example with everything that it needs; what a run of it changed can be put back. */
export interface Stage {
  readonly argv: string;
  readonly words: readonly string[];
  readonly command: Command;
  readonly typed: Typed;
  readonly options: CliOptions;
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly sandbox: Sandbox;
  /** What changed on the servers since `begin`. */
  effects(): readonly Effect[];
  /** What reached the servers since `begin`. */
  requests(): readonly LoggedRequest[];
  /** Forgets what was sent. */
  begin(): void;
  /** Puts servers and files back, if they have changed. */
  back(): Promise<void>;
  /** From now on `back` returns to the files as they are, and to the servers as they are or as they were. */
  keep(servers: 'as they are' | 'as they were'): Promise<void>;
  /** From now on `back` returns to the beginning. */
  release(): Promise<void>;
  close(): Promise<void>;
}

/** Profiles of the sandbox: any change is allowed, is refused, or is asked about. */
export const profiles = { open: [], frozen: ['--read-only'], prod: ['--protected'] } as const;

const all = await wholeProgram(program.catalogue);

/** The words of an example, as its command has them. */
export const typedOf = async (
  line: readonly string[],
): Promise<{ readonly command: Command; readonly typed: Typed }> => {
  const found = route(line, all);
  if (found.leaf === undefined) throw new Error(`no command in: trivet ${line.join(' ')}`);
  return { command: found.leaf.declared, typed: found.leaf.read(found.rest, found.tail) };
};

/** A folder with the profiles of a sandbox. */
export const makeProfiles = async ({ urls, token }: Sandbox): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'trivet-doors-'));
  const env = { TRIVET_CONFIG_DIR: folder, TFE_PROD: token };
  const servers = Object.entries(urls).flatMap(([service, url]) =>
    words(`--${service}-url ${url} --${service}-product generic --${service}-token-from env:TFE_PROD`),
  );
  for (const [name, flags] of Object.entries(profiles)) {
    const line = ['profile', 'set', name, ...servers, ...flags];
    const { code, stderr } = await runCli(line, { env });
    if (code !== 0) throw new Error(stderr);
  }
  return folder;
};

/** Starts a sandbox with its profiles, in the state `start`, to which each example returns. */
export const startDoors = async (): Promise<{ sandbox: Sandbox; kept: string }> => {
  const sandbox = await startSandbox();
  const kept = await makeProfiles(sandbox);
  // The services begin with their first request.
  for (const url of Object.values(sandbox.urls)) await fetch(`${url}/v1/sys/health`);
  await sandbox.ask('POST /-/snapshot', '{"name":"start"}');
  return { sandbox, kept };
};

/** The order of files does not matter, their names do: what a run wrote is a new name. */
const listed = (folder: string): string =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .join('\n');

/** @param own the sandbox, in the state of its snapshot `start`; @param kept a folder of `makeProfiles` */
export const openExample = async (argv: string, own: Sandbox, kept: string): Promise<Stage> => {
  const begin = (): void => {
    own.effects.clear();
    own.requests.clear();
  };
  await own.ask('POST /-/restore', '{"name":"start"}');
  const stage = await openStage(own);
  const { cwd } = stage;
  const base = mkdtempSync(join(tmpdir(), 'trivet-doors-files-'));
  const close = async (): Promise<void> => {
    await stage.close();
    rmSync(base, { recursive: true, force: true });
  };
  /** Where `back` returns to. */
  let at = { snapshot: 'prepared', files: join(base, 'prepared'), names: '' };
  const remember = async (snapshot: string): Promise<void> => {
    const files = join(base, snapshot);
    rmSync(files, { recursive: true, force: true });
    cpSync(cwd, files, { recursive: true });
    at = { snapshot, files, names: listed(cwd) };
    await own.ask('POST /-/snapshot', JSON.stringify({ name: snapshot }));
    begin();
  };
  const restore = async (): Promise<void> => {
    await own.ask('PUT /-/faults', '{"faults":[]}');
    await own.ask('POST /-/restore', JSON.stringify({ name: at.snapshot }));
  };
  const back = async (isNew = false): Promise<void> => {
    if (isNew || own.effects.list().length > 0) await restore();
    if (isNew || listed(cwd) !== at.names) {
      for (const name of readdirSync(cwd)) rmSync(join(cwd, name), { recursive: true, force: true });
      cpSync(at.files, cwd, { recursive: true });
    }
    begin();
  };
  try {
    const { words: line, options } = await stage.prepare(argv);
    if (!existsSync(join(cwd, 'config', 'profiles.json')))
      cpSync(kept, join(cwd, 'config'), { recursive: true });
    await remember('prepared');
    const beginning = at;
    return {
      argv,
      words: line,
      ...(await typedOf(line)),
      options,
      env: options.env ?? {},
      cwd,
      sandbox: own,
      // What only time brings is nobody's change.
      effects: () => own.effects.list().filter(({ method }) => method !== 'CLOCK'),
      requests: () => own.requests.list(),
      begin,
      back,
      async keep(servers) {
        if (servers === 'as they were') await restore();
        await remember('kept');
      },
      async release() {
        at = beginning;
        await back(true);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};
