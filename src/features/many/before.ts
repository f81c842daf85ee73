/** What the objects of a change of many are before it, where their list does not show that. */
import { limits } from '../../system/limits.ts';
import { innerRun } from '../../run/create-run.ts';
import { choose } from '../../run/invocation/choose-operation.ts';
import type { Inside } from '../../run/invocation/inside.ts';
import { Collected } from '../../run/collected.ts';
import { mapBounded } from '../../run/lists/bounded.ts';
import { resolveNames } from '../../run/lists/resolve-names.ts';
import { TrivetError } from '../../system/error.ts';
import { inputOfRead } from '../../catalogue/operation.ts';
import type { Operation, State } from '../../catalogue/operation.ts';
import type { InputRecord, Parameter } from '../../catalogue/parameter.ts';
import { documentedName } from '../../catalogue/parameter.ts';
import { stateFields, stateIn } from '../../run/log/state.ts';
import { serviceOf } from '../../services/index.ts';
import { version } from '../../version.ts';
import type { ObjectLine } from './work.ts';

/** How many objects are read for a question. */
const mostReads = 50;

const atOnce = 4;

/** What an object is before the change, with the values that were left out of the input. */
export interface StateBefore {
  readonly state: State;
  readonly input: InputRecord;
}

/** Whether the state before an operation, as its receipt has it, shows what the parameter replaces. */
export const isInState = (operation: Operation, key: string, parameter: Parameter): boolean => {
  const { undo } = operation;
  if (undo === undefined) return false;
  // What is added to a list, or taken from it, does not replace the list.
  if (undo.pick !== undefined) return parameter.type !== 'strings';
  return stateFields(operation).includes(documentedName(key, parameter));
};

const beforeOne = async (inside: Inside, { invocation }: ObjectLine): Promise<StateBefore | undefined> => {
  const { command, given } = invocation;
  const chosen = choose(command, given.input, given.by);
  if (chosen === undefined) return undefined;
  const { operation } = chosen;
  const { undo, shows } = operation;
  if (undo === undefined || shows === undefined) return undefined;
  const { session } = innerRun(inside.outer, given.globals, new Collected(version));
  try {
    const input = await resolveNames(session, operation, chosen.input, given.by);
    const { document, product } = await session.lookUp(shows, inputOfRead(shows, input), {
      timeout: limits.besideChange,
      optional: true,
    });
    const items = serviceOf(shows.service).readItems(document, shows.view);
    const whole = { ...undo.finds?.(items), ...input };
    return { state: stateIn(operation, { items, product }, whole), input: whole };
  } catch (error) {
    if (!(error instanceof TrivetError) || session.signal.aborted) throw error;
    return undefined;
  }
};

/** Reads the first of the objects, for a question to a person; undefined for one that was not read. */
export const statesBefore = async (
  inside: Inside,
  lines: readonly ObjectLine[],
): Promise<readonly (StateBefore | undefined)[]> => {
  const read = await mapBounded(lines.slice(0, mostReads), atOnce, async (line) => ({
    before: await beforeOne(inside, line),
  }));
  return lines.map((_, index) => read[index]?.before);
};
