/** Parses the positionals of one command with commander, which reports words that do not fit. */
import { objectOf } from '../catalogue/selection/selection.ts';
import type { CommanderError } from 'commander';
import type { Command } from '../catalogue/command.ts';
import { parametersOf, spokenForm } from '../catalogue/command.ts';
import type { TrivetError } from '../system/error.ts';
import { usageError } from '../system/error.ts';
import type { Placed } from '../engine/invocation/placed.ts';

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

/**
 * Assigns words to the positionals of a command.
 * @param instead the flag that selects objects in place of a named one
 * @throws TrivetError usage, for words that do not fit
 */
export const byCommander = async (
  command: Command,
  words: readonly string[],
  instead?: string,
): Promise<readonly Placed[]> => {
  const places = command.positional ?? [];
  const { parser, Refusal } = await parserOf(command);
  try {
    parser.parse(['--', ...words], { from: 'user' });
  } catch (error) {
    throw error instanceof Refusal ? said(error, command, instead) : error;
  }
  return places.flatMap(({ name }, index) => {
    const given: unknown = parser.processedArgs[index];
    if (given === undefined) return [];
    const values = (Array.isArray(given) ? given : [given]).map(String);
    return values.length === 0 ? [] : [{ key: name, words: values }];
  });
};

const bothGiven = (instead: string): TrivetError =>
  usageError(
    `an object and --${instead} cannot be given together`,
    instead === 'resume'
      ? 'The journal names its objects: leave them out.'
      : `Name one object, or select objects with --${instead}.`,
  );

const said = (error: CommanderError, command: Command, instead: string | undefined): TrivetError => {
  const hint = `Usage: ${spokenForm(command)} [flags]`;
  if (error.code === 'commander.missingArgument') {
    const name = /'([^']+)'/.exec(error.message)?.[1] ?? '';
    const shown = parametersOf(command)[name]?.metavar ?? name;
    return usageError(`<${shown}> is missing`, hint);
  }
  if (error.code === 'commander.excessArguments') {
    if (instead !== undefined) return bothGiven(instead);
    const places = command.positional?.length ?? 0;
    if (objectOf(command) !== undefined) {
      const several = `For several: trivet ${command.path} - (names on standard input), or --where CONDITION`;
      return usageError('too many arguments', `${hint}\n${several}`);
    }
    return usageError(places === 0 ? 'no arguments are expected' : 'too many arguments', hint);
  }
  return usageError(error.message.replace(/^error: /, ''), hint);
};
