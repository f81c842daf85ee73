/** The words of one command: its flags (`words.ts`), and its positionals, which commander puts in their places. */
import type { CommanderError } from 'commander';
import type { Command } from '../model/command.ts';
import { parametersOf, spokenForm } from '../model/command.ts';
import type { TrivetError } from '../model/error.ts';
import { perObject } from '../model/per-object.ts';
import { usageError } from '../model/error.ts';
import { objectOf } from '../model/selection.ts';
import type { Flag } from './flags.ts';
import { sortWords } from './words.ts';

/** What was typed, by key: every occurrence of a flag, every word of a positional. */
export interface Typed {
  readonly flags: ReadonlyMap<Flag, readonly string[]>;
  readonly positionals: ReadonlyMap<string, readonly string[]>;
}

/**
 * @param words flags and positionals without the words of the path
 * @param tail what stood after `--`: more positionals, unless the command runs a child with it
 * @throws TrivetError usage
 */
export const parseWords = async (
  command: Command,
  all: readonly Flag[],
  words: readonly string[],
  tail: readonly string[],
): Promise<Typed> => {
  const { flags, positionals } = sortWords(words, command.tail === true ? [] : tail, all, command);
  const selects = [...flags.keys()].some(
    ({ key, scope }) => scope === 'command' && (key === 'where' || key === 'all' || key === 'resume'),
  );
  return { flags, positionals: await placed(selects ? withoutObject(command) : command, positionals) };
};

/** Its positionals without the object in whose place a selection stands. */
const withoutObject = perObject((command: Command): Command => {
  const object = objectOf(command);
  const positional = command.positional?.filter(({ name }) => name !== object?.place) ?? [];
  return object === undefined ? command : { ...command, positional };
});

/** A command that is parsed for many lines of a batch has one parser. */
const parserOf = perObject(async (command: Command) => {
  const { Command: Parser, CommanderError: Refusal } = await import('commander');
  const parser = new Parser(command.path)
    .exitOverride()
    .configureOutput({ writeErr: () => {}, writeOut: () => {} });
  parser.helpOption(false).allowExcessArguments(false);
  for (const { name, optional, variadic } of command.positional ?? []) {
    const dots = variadic === true ? '...' : '';
    parser.argument(optional === true ? `[${name}${dots}]` : `<${name}${dots}>`);
  }
  return { parser, Refusal };
});

const placed = async (
  command: Command,
  words: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const places = command.positional ?? [];
  // No word and none missing: loading the parser would be a tenth of the whole command.
  if (words.length === 0 && places.every(({ optional }) => optional === true)) return new Map();
  const { parser, Refusal } = await parserOf(command);
  try {
    parser.parse(['--', ...words], { from: 'user' });
  } catch (error) {
    throw error instanceof Refusal ? said(error, command, places.length) : error;
  }
  const found = new Map<string, readonly string[]>();
  places.forEach(({ name }, index) => {
    const given: unknown = parser.processedArgs[index];
    if (given === undefined) return;
    const values = (Array.isArray(given) ? given : [given]).map(String);
    if (values.length > 0) found.set(name, values);
  });
  return found;
};

const said = (error: CommanderError, command: Command, places: number): TrivetError => {
  const hint = `Usage: ${spokenForm(command)} [flags]`;
  if (error.code === 'commander.missingArgument') {
    const name = /'([^']+)'/.exec(error.message)?.[1] ?? '';
    const shown = parametersOf(command)[name]?.metavar ?? name;
    return usageError(`<${shown}> is missing`, hint);
  }
  if (error.code === 'commander.excessArguments') {
    return usageError(places === 0 ? 'no arguments are expected' : 'too many arguments', hint);
  }
  return usageError(error.message.replace(/^error: /, ''), hint);
};
