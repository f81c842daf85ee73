import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Command } from '../catalogue/command.ts';
import { TrivetError, usageError } from '../system/error.ts';
import { objectOf } from '../catalogue/selection/selection.ts';
import { withEffect } from '../run/effect.ts';
import type { Io } from '../system/io.ts';
import { readInput } from './input.ts';
import type { Program } from '../run/session/session.ts';
import type { Defaults, Given, Invocation } from '../run/invocation/invocation.ts';
import type { Leaf } from './leaf.ts';
import type { Typed } from '../run/invocation/placed.ts';
import { wordsAt } from '../run/invocation/placed.ts';
import { refuseFlags } from './refuse-flags.ts';
import type { Route } from './route.ts';
import { refuseReadOnce } from './spelled.ts';

export const refuseUnknownWords = async (catalogue: Catalogue, found: Route): Promise<never> => {
  const { unknownCommand } = await import('./unknown.ts');
  throw await unknownCommand(catalogue, found);
};

const namesObjects = (command: Command, { positionals }: Typed): boolean =>
  wordsAt(positionals, objectOf(command)?.place)?.[0] === '-';

const refuseGiven = async (error: unknown, command: Command, typed: Typed): Promise<never> => {
  // A flag has read standard input, which also holds the names of the objects.
  if (namesObjects(command, typed)) refuseReadOnce(typed);
  throw error instanceof TrivetError ? withEffect(error, command, { is: 'none' }) : error;
};

const readGiven = async (
  command: Command,
  typed: Typed,
  io: Io,
  defaults: Defaults | undefined,
): Promise<Given> => {
  try {
    return await readInput(command, typed, io, defaults);
  } catch (error) {
    return refuseGiven(error, command, typed);
  }
};

export const readTyped = async (
  command: Command,
  typed: Typed,
  tail: readonly string[] | undefined,
  io: Io,
  defaults?: Defaults,
): Promise<Invocation> => {
  const child = tail !== undefined;
  // An earlier line has already accepted the inherited flags.
  if (child || typed.flags.size > 0 || defaults?.plain.has(command) !== true)
    refuseFlags(command, typed, child, defaults?.inherited);
  return { command, given: await readGiven(command, typed, io, defaults), tail, typed };
};

/** Loads the picker only for a person at a terminal. */
const completed = async (
  program: Program,
  leaf: Leaf,
  rest: readonly string[],
  io: Io,
): Promise<readonly string[]> => {
  const { positional = [] } = leaf.declared;
  if (io.terminal === undefined || positional.length === 0 || io.stdout.isTTY !== true) return rest;
  if (leaf.sort(rest).positionals.length >= positional.length) return rest;
  return (await (await import('./pick.ts')).pickMissing(program, leaf, rest, io, readTyped)) ?? rest;
};

/** @throws TrivetError usage */
export const readWords = async (
  program: Program,
  found: Route,
  io: Io,
  defaults?: Defaults,
): Promise<Invocation> => {
  const { leaf, rest, tail } = found;
  if (leaf === undefined) return refuseUnknownWords(program.catalogue, found);
  const { declared: command } = leaf;
  if (tail?.length === 0 && command.tail === true) throw usageError('a command is needed after --');
  const words =
    tail === undefined && defaults === undefined ? await completed(program, leaf, rest, io) : rest;
  return readTyped(command, leaf.read(words, tail), tail, io, defaults);
};
