/** The whole catalogue, and its command lines turned into requests without a server. */
import { program } from '../../src/main.ts';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { choose } from '../../src/run/invocation/choose-operation.ts';
import type { Given } from '../../src/run/invocation/invocation.ts';
import { readWords } from '../../src/cli/read-words.ts';
import { route, wholeProgram } from '../../src/cli/route.ts';
import type { HttpRequest } from '../../src/catalogue/http.ts';
import { requestBuilder } from '../../src/http/request.ts';
import type { Command } from '../../src/catalogue/command.ts';
import type { Operation } from '../../src/catalogue/operation.ts';
import type { InputRecord } from '../../src/catalogue/parameter.ts';
import { groups } from '../../src/commands/groups.ts';
import type { Io } from '../../src/system/io.ts';
import { withContext } from '../../src/services/context.ts';
import { knowingEndpoint } from './endpoint.ts';
import { loadServices, productNamed } from '../../scripts/generate/services.ts';

await loadServices();
const all = await wholeProgram(program.catalogue);

export const allCommands: readonly Command[] = (
  await Promise.all(groups.map((group) => group.load()))
).flat();

export const allOperations: readonly Operation[] = [
  ...new Set(allCommands.flatMap((command) => command.operations.map(({ operation }) => operation))),
];

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'effect' in value;

/** Every operation that a file of the catalogue exports, also those that no command names. */
export const declaredOperations = async (): Promise<readonly Operation[]> => {
  const src = resolve(import.meta.dirname, '../../src');
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      file.endsWith('.ts') &&
      !file.startsWith('sandbox') &&
      /\bdefineOperation\(/.test(readFileSync(join(src, file), 'utf8')),
  );
  const modules: readonly Record<string, unknown>[] = await Promise.all(
    files.map((file) => import(join(src, file))),
  );
  return [...new Set(modules.flatMap((module) => Object.values(module)).filter(isOperation))];
};

/** The commands of the groups of these names. */
export const commandsOf = (...names: readonly string[]): readonly Command[] =>
  allCommands.filter(({ path }) => names.includes(path.split(' ')[0] ?? ''));

/** @throws Error, if no command has an operation of this ID */
export const operationNamed = (id: string): Operation => {
  const found = allOperations.find((operation) => operation.id === id);
  if (found === undefined) throw new Error(`no operation ${id}`);
  return found;
};

/** A minimal `Io` for an example: a folder with any file that it names. */
const exampleIo = (argv: readonly string[]): Io => {
  const cwd = mkdtempSync(join(tmpdir(), 'trivet-example-'));
  const stdin = new PassThrough();
  stdin.end('text from standard input');
  for (const word of argv) {
    const name =
      /^(?:--[^=]+=)?@(.+)$/.exec(word)?.[1] ??
      (/\.(?:json|nomad|hcl|pem|csr|ldif)$/.test(word) ? word : undefined);
    if (name === undefined || name.startsWith('/')) continue;
    const path = join(cwd, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, name.endsWith('.json') ? '{"ID":"web","Name":"web"}' : `content of ${name}\n`);
  }
  return {
    env: new Proxy(
      {},
      { get: (_, name) => (String(name).startsWith('TRIVET_') ? undefined : 'from-the-environment') },
    ),
    home: cwd,
    platform: 'linux',
    cwd,
    uid: 0,
    stdin,
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    now: () => Date.parse('2026-01-02T03:04:05Z'),
    monotonic: () => 0,
    onSignal: () => () => undefined,
  };
};

export interface Parsed {
  readonly command: Command;
  readonly given: Given;
  readonly operation: Operation | undefined;
  readonly input: InputRecord;
}

/** Parses a command line like the program, up to the choice of the operation. */
export const parse = async (argv: readonly string[]): Promise<Parsed> => {
  const found = route(argv, all);
  const command = allCommands.find(({ path }) => path === found.path.join(' '));
  if (command === undefined) throw new Error(`no command in: trivet ${argv.join(' ')}`);
  const io = exampleIo(argv);
  const before = process.cwd();
  process.chdir(io.cwd);
  try {
    const { given } = await readWords(program, found, io);
    const chosen = choose(command, given.input, given.by);
    return { command, given, operation: chosen?.operation, input: chosen?.input ?? given.input };
  } finally {
    process.chdir(before);
    rmSync(io.cwd, { recursive: true, force: true });
  }
};

/** Replaces names by IDs as a look-up would. */
export const withIds = (operation: Operation, input: InputRecord): InputRecord =>
  Object.fromEntries(
    Object.entries(input).map(([key, value]) => {
      if (operation.parameters[key]?.address === undefined) return [key, value];
      return [key, Array.isArray(value) ? value.map(() => 'ws-0123456789abcdef') : 'ws-0123456789abcdef'];
    }),
  );

/** The request that a parsed command line builds. */
export const requestOf = ({ operation, input, given }: Parsed): HttpRequest => {
  if (operation === undefined) throw new Error('no operation was chosen');
  const filled = withContext(
    operation,
    withIds(operation, input),
    knowingEndpoint(operation.service),
    productNamed(operation.service, 'generic'),
  );
  return requestBuilder(operation)(filled, { base: given.body });
};
