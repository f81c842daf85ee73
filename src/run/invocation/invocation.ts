/** What is meant: a command with its typed input. Words, JSON and programs all become one. */
import type { Command } from '../../catalogue/command.ts';
import type { Json } from '../../documents/json/json.ts';
import type { InputRecord } from '../../catalogue/parameter.ts';
import type { Globals, Inherited } from '../given-globals.ts';
import { objectOf } from '../../catalogue/selection/selection.ts';
import type { Typed } from './placed.ts';

/** A value that was not typed. */
export interface Content {
  /** `the file token`, `standard input`. */
  readonly source: string;
  readonly text: string;
}

export interface Given {
  readonly globals: Globals;
  /** Values of parameters and of the command's own flags, by key. */
  readonly input: InputRecord;
  /** As typed, for questions: `{workspace}` is what the user wrote. */
  readonly spoken: InputRecord;
  readonly body: Json | undefined;
  readonly set: readonly (readonly [path: string, value: Json])[];
  readonly confirm: string | undefined;
  /** Every `--where`, as typed. */
  readonly where: readonly string[];
  /** The content of standard input in place of the object, if it was already read. */
  readonly names: string | undefined;
  /** What was read from files, variables and standard input, by where it came from: no message repeats it. */
  readonly contents: readonly Content[];
  /** Workspaces: whether an address is an ID or a name, if the user decides it. */
  readonly by: 'id' | 'name' | undefined;
}

/** What holds for an invocation inside a run that does not say otherwise. */
export interface Defaults {
  readonly inherited: Inherited;
  /** The globals of a command without global flags. */
  readonly plain: Map<Command, Globals>;
}

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

/** A flag of selections that was given together with a named object. */
export const strayOf = ({ command, given }: Pick<Invocation, 'command' | 'given'>): string | undefined =>
  objectOf(command) === undefined ? undefined : ofMany.find((key) => given.input[key] !== undefined);
