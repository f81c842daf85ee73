/** Runs the command line of a scenario through the module of the package: its words become the values of a call. */
import { program } from '../../src/main.ts';
import { routeFor } from '../../src/cli/route.ts';
import { CallError } from '../../src/features/library/call-error.ts';
import { openLibrary } from '../../src/library.ts';
import { isCallable } from '../../src/catalogue/callable.ts';
import { parametersOf } from '../../src/catalogue/command.ts';
import type { Command } from '../../src/catalogue/command.ts';
import { camelCase } from '../../src/catalogue/text/camel-case.ts';
import type { CliResult } from '../support/run-cli.ts';

const paired = (words: readonly string[], read: (text: string) => unknown): object =>
  Object.fromEntries(
    words.map((word) => [word.slice(0, word.indexOf('=')), read(word.slice(word.indexOf('=') + 1))]),
  );

/** The words of a flag or place as a program has the value. */
const valueOf = (type: string, words: readonly string[]): unknown => {
  const text = words.at(-1) ?? '';
  switch (type) {
    case 'boolean':
      return text !== 'false';
    case 'integer':
      return Number(text);
    case 'strings':
      return words.flatMap((word) =>
        word.startsWith('[') ? (JSON.parse(word) as string[]) : word.split(','),
      );
    case 'map':
      return paired(words, (one) => one);
    case 'json-map':
      return paired(words, (one): unknown => JSON.parse(one));
    case 'pairs':
    case 'secret-pairs':
    case 'conditions':
      return words;
    case 'json':
      return text.startsWith('@') ? text : JSON.parse(text);
    default:
      return text;
  }
};

interface Call {
  readonly command: Command;
  readonly args: readonly unknown[];
}

const callOf = async (argv: readonly string[]): Promise<Call> => {
  const { leaf, rest, tail } = await routeFor(program.catalogue, argv);
  if (leaf === undefined) throw new Error(`${argv.join(' ')} is not a command`);
  const command = leaf.declared;
  const typed = leaf.read(rest, tail);
  const parameters = parametersOf(command);
  // What prints has no meaning for a program.
  const flags = [...typed.flags].filter(
    ([{ name }]) => !['output', 'quiet', 'no-input', 'out', 'pem', 'der'].includes(name),
  );
  const places = typed.positionals.map(({ key, words }) => {
    const variadic = command.positional?.find(({ name }) => name === key)?.variadic === true;
    return variadic ? words : valueOf(parameters[key]?.type ?? 'string', words);
  });
  const options = Object.fromEntries(
    flags.map(([{ name, parameter }, words]) => [camelCase(name), valueOf(parameter.type, words)]),
  );
  return { command, args: [...places, options] };
};

const text = (value: unknown): string =>
  value === undefined
    ? ''
    : JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? Number(one) : one));

const ended = (code: number, stdout: string, stderr: string): CliResult => ({
  code,
  stdout,
  stderr,
  bytes: Buffer.from(stdout),
});

/** Whether a program can call what a command line runs. */
export const canCall = async (argv: readonly string[]): Promise<boolean> =>
  isCallable((await callOf(argv)).command) && !argv.includes('--out');

type Callable = Readonly<Record<string, unknown>> & ((...args: readonly unknown[]) => Promise<unknown>);

/** Runs the words by a connection of their own, whose result has the form of a command line. */
export const byLibrary = async (
  argv: readonly string[],
  { env, cwd }: { readonly env: Readonly<Record<string, string>>; readonly cwd: string },
): Promise<CliResult> => {
  const { command, args } = await callOf(argv);
  const library = await openLibrary({ env, cwd });
  try {
    const call = command.path
      .split(' ')
      .reduce((at, word) => (at as Readonly<Record<string, unknown>>)[camelCase(word)] as object, library);
    return ended(0, text(await (call as Callable)(...args)), '');
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    const { code, exit, effect, message, lookUp } = error;
    return ended(exit, '', JSON.stringify({ error: { code, exit, effect, message, lookUp } }));
  }
};
