/** commander parses the words of one command; everything that is only ours was settled before (`words.ts`). */
import type { CommanderError } from 'commander';
import type { Command } from '../model/command.ts';
import { parametersOf, spokenForm } from '../model/command.ts';
import type { TrivetError } from '../model/error.ts';
import { usageError } from '../model/error.ts';
import type { Flag } from './flags.ts';
import { internalName, normalize } from './words.ts';

/** What was typed, by key: every occurrence of a flag, every word of a positional. */
export interface Typed {
  readonly flags: ReadonlyMap<Flag, readonly string[]>;
  readonly positionals: ReadonlyMap<string, readonly string[]>;
}

const collect = (word: string, before: readonly string[] | undefined): readonly string[] => [
  ...(before ?? []),
  word,
];

/**
 * @param words flags and positionals without the words of the path
 * @param tail what stood after `--`: more positionals, unless the command runs a child with it
 * @throws TrivetError usage
 */
export const parseLeaf = async (
  command: Command,
  flags: readonly Flag[],
  words: readonly string[],
  tail: readonly string[],
): Promise<Typed> => {
  const { options, positionals } = normalize(words, command.tail === true ? [] : tail, flags, command.path);
  const places = command.positional ?? [];
  // Nothing was typed and nothing is missing: loading the parser would be most of the command's own time.
  if (options.length + positionals.length === 0 && places.every(({ optional }) => optional === true)) {
    return { flags: new Map(), positionals: new Map() };
  }
  const { Command: Parser, CommanderError: Refusal } = await import('commander');
  const parser = new Parser(command.path)
    .exitOverride()
    .configureOutput({ writeErr: () => {}, writeOut: () => {} });
  parser.helpOption(false).allowExcessArguments(false);
  // Which flags there are was settled above; commander hears of those that were given.
  const given = flags.filter((flag) => options.some((word) => word.startsWith(`--${internalName(flag)}=`)));
  for (const flag of given) parser.option(`--${internalName(flag)} <value>`, '', collect);
  for (const { name, optional, variadic } of places) {
    const dots = variadic === true ? '...' : '';
    parser.argument(optional === true ? `[${name}${dots}]` : `<${name}${dots}>`);
  }
  try {
    parser.parse([...options, '--', ...positionals], { from: 'user' });
  } catch (error) {
    throw error instanceof Refusal ? said(error, command, places.length) : error;
  }
  const typedFlags = new Map<Flag, readonly string[]>();
  for (const flag of given) {
    const values: unknown = parser.getOptionValue(attribute(internalName(flag)));
    if (Array.isArray(values)) typedFlags.set(flag, values.map(String));
  }
  const typedPositionals = new Map<string, readonly string[]>();
  places.forEach(({ name }, index) => {
    const given: unknown = parser.processedArgs[index];
    if (given === undefined) return;
    const all = (Array.isArray(given) ? given : [given]).map(String);
    if (all.length > 0) typedPositionals.set(name, all);
  });
  return { flags: typedFlags, positionals: typedPositionals };
};

/** commander's attribute of `--x-some-name`. */
const attribute = (name: string): string =>
  name.replaceAll(/-([a-z0-9])/gi, (_, letter: string) => letter.toUpperCase());

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
