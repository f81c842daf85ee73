/** The words of one command: its flags (`words.ts`), and its positionals in their places. commander says what is wrong. */
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
 * Words that fit are there at once: a batch reads those of thousands of lines.
 * @param words flags and positionals without the words of the path
 * @param tail what stood after `--`: more positionals, unless the command runs a child with it
 * @throws TrivetError usage
 */
export const parseWords = (
  command: Command,
  all: readonly Flag[],
  words: readonly string[],
  tail: readonly string[],
): Typed | Promise<Typed> => {
  const { flags, positionals } = sortWords(words, command.tail === true ? [] : tail, all, command);
  const selects =
    flags.size > 0 &&
    [...flags.keys()].some(
      ({ key, scope }) => scope === 'command' && (key === 'where' || key === 'all' || key === 'resume'),
    );
  const placing = selects ? withoutObject(command) : command;
  const found = inPlaces(placing, positionals);
  return found === undefined
    ? byCommander(placing, positionals).then((more) => ({ flags, positionals: more }))
    : { flags, positionals: found };
};

/** Its positionals without the object in whose place a selection stands. */
const withoutObject = perObject((command: Command): Command => {
  const object = objectOf(command);
  const positional = command.positional?.filter(({ name }) => name !== object?.place) ?? [];
  return object === undefined ? command : { ...command, positional };
});

/**
 * Words that fit their places, as commander puts them there: loading it would be a tenth of the whole command, and a
 * batch places the words of thousands of lines. Undefined for words that do not fit, which it refuses.
 */
export const inPlaces = (
  { positional = [] }: Command,
  words: readonly string[],
): ReadonlyMap<string, readonly string[]> | undefined => {
  const last = positional.at(-1);
  if (words.length > positional.length && last?.variadic !== true) return undefined;
  const found = new Map<string, readonly string[]>();
  for (let index = 0; index < positional.length; index += 1) {
    const place = positional[index];
    const word = words[index];
    if (place === undefined) continue;
    if (word !== undefined) found.set(place.name, place.variadic === true ? words.slice(index) : [word]);
    else if (place.optional !== true) return undefined;
  }
  return found;
};

const parserOf = async (command: Command) => {
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
};

/** @throws TrivetError usage, for words that do not fit */
export const byCommander = async (
  command: Command,
  words: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const places = command.positional ?? [];
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
