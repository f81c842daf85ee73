/** What is meant: a command with its typed input. Words, JSON and programs all become one. */
import type { Command } from '../model/catalogue/command.ts';
import { objectOf } from '../model/selection/selection.ts';
import type { Given } from './input.ts';
import type { Typed } from './leaf.ts';

export interface Invocation {
  readonly command: Command;
  readonly given: Given;
  /** The words after `--`, for a command that runs a child; undefined without `--`. */
  readonly tail: readonly string[] | undefined;
  /** As it was written, for the command that continues a change of many. */
  readonly typed: Typed;
  /** The whole command line, without `trivet`, if a person typed one. */
  readonly words?: readonly string[] | undefined;
}

/** Whether it selects objects instead of naming one. */
export const selects = ({ command, given }: Pick<Invocation, 'command' | 'given'>): boolean => {
  const object = objectOf(command);
  if (object === undefined) return false;
  const { all, resume } = given.input;
  return given.where.length > 0 || all === true || resume !== undefined || given.input[object.place] === '-';
};

const ofMany: readonly string[] = ['expect', 'limit', 'parallel', 'rate'];

/** A flag of selections that was given together with a named object. */
export const strayOf = ({ command, given }: Pick<Invocation, 'command' | 'given'>): string | undefined =>
  objectOf(command) === undefined ? undefined : ofMany.find((key) => given.input[key] !== undefined);
