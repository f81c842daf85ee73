/** Whether a command line is about many objects. */
import type { Command } from '../model/command.ts';
import { usageError } from '../model/error.ts';
import { objectOf } from '../model/selection.ts';
import type { Given } from './input.ts';

interface Words {
  readonly command: Command;
  readonly given: Given;
}

/** True when the words select objects in place of naming one. */
export const selects = ({ command, given }: Words): boolean => {
  const object = objectOf(command);
  if (object === undefined) return false;
  const { all, resume } = given.input;
  return given.where.length > 0 || all === true || resume !== undefined || given.input[object.place] === '-';
};

/** @throws TrivetError usage, for flags of a selection where one object is named */
export const refuseAlone = ({ command, given }: Words): void => {
  if (objectOf(command) === undefined) return;
  const [stray] = ['expect', 'limit', 'parallel', 'rate'].filter((key) => given.input[key] !== undefined);
  if (stray === undefined) return;
  throw usageError(
    `--${stray} is about many objects, and one is named`,
    'Select them with --where, --all, or - for names on standard input.',
  );
};
