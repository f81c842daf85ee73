/** Decides whether a command line is for many objects. */
import type { Command } from '../../model/catalogue/command.ts';
import { objectOf } from '../../model/selection/selection.ts';
import type { Given } from '../input.ts';
import type { Typed } from '../leaf.ts';
import { wordsAt } from '../placed.ts';

/** What a command line means. */
export interface Words {
  readonly command: Command;
  readonly given: Given;
}

/** Whether the words select objects instead of naming one. */
export const selects = ({ command, given }: Words): boolean => {
  const object = objectOf(command);
  if (object === undefined) return false;
  const { all, resume } = given.input;
  return given.where.length > 0 || all === true || resume !== undefined || given.input[object.place] === '-';
};

/** Whether standard input stands in the place of the object. */
export const namesObjects = (command: Command, { positionals }: Typed): boolean =>
  wordsAt(positionals, objectOf(command)?.place)?.[0] === '-';

/** A flag of selections that was given together with a named object. */
export const strayOf = ({ command, given }: Words): string | undefined =>
  objectOf(command) === undefined ? undefined : ofMany.find((key) => given.input[key] !== undefined);

const ofMany: readonly string[] = ['expect', 'limit', 'parallel', 'rate'];
