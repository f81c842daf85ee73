import type { Command } from '../../catalogue/command.ts';
import type { Json } from '../../documents/json/json.ts';
import type { InputRecord } from '../../catalogue/parameter.ts';
import type { Globals, Inherited } from '../given-globals.ts';
import { objectOf } from '../../catalogue/selection/selection.ts';
import type { Typed } from './placed.ts';
import { usageError } from '../../system/error.ts';

export interface Content {
  readonly source: string;
  readonly text: string;
}

export interface Given {
  readonly globals: Globals;
  readonly input: InputRecord;
  /** As typed, for questions. */
  readonly spoken: InputRecord;
  readonly body: Json | undefined;
  readonly set: readonly (readonly [path: string, value: Json])[];
  readonly confirm: string | undefined;
  readonly where: readonly string[];
  /** Standard input in place of the object, if it was already read. */
  readonly names: string | undefined;
  /** What was read from files, variables and standard input: no message repeats it. */
  readonly contents: readonly Content[];
  /** Whether an address is an ID or a name; undefined lets its form decide. */
  readonly by: 'id' | 'name' | undefined;
}

export interface Defaults {
  readonly inherited: Inherited;
  readonly plain: Map<Command, Globals>;
}

export interface Invocation {
  readonly command: Command;
  readonly given: Given;
  readonly tail: readonly string[] | undefined;
  readonly typed: Typed;
  readonly words?: readonly string[] | undefined;
}

export const selects = ({ command, given }: Pick<Invocation, 'command' | 'given'>): boolean => {
  const object = objectOf(command);
  if (object === undefined) return false;
  const { all, resume } = given.input;
  return given.where.length > 0 || all === true || resume !== undefined || given.input[object.place] === '-';
};

const ofMany: readonly string[] = [
  'expect',
  'limit',
  'parallel',
  'rate',
  'receipt',
  'retry-unknown',
  'wave',
  'check',
  'max-failures',
];

export const strayOf = ({ command, given }: Pick<Invocation, 'command' | 'given'>): string | undefined =>
  objectOf(command) === undefined ? undefined : ofMany.find((key) => given.input[key] !== undefined);

export const aboutMany = (flag: string): Error =>
  usageError(
    `--${flag} is only for a change of many objects, but one is named`,
    'Select them with --where, --all, or - for names on standard input.',
  );
