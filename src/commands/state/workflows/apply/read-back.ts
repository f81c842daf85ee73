/** Reads objects back: a server can drop a value, and others can write too. */
import { Exit, TrivetError } from '../../../../system/error.ts';
import { groupedBy } from '../../../../system/values/grouped.ts';
import { spokenObject } from '../objects/desired.ts';
import type { Wanted } from '../files/wanted.ts';
import type { Row, RowChoice } from '../rows/rows.ts';
import { rowOf, stateRows } from '../rows/rows.ts';
import { fieldsOfRow } from '../rows/show-rows.ts';
import type { StepEnd, StepItem } from './step-end.ts';

/** Secrets cannot be read. */
const asRead = (wanted: Wanted): Wanted => ({ ...wanted, writesSecrets: false });

/** Only the server knows the name of a new object. */
const isNameless = ({ object: { kind }, isNew }: Wanted): boolean =>
  kind.name.assigned !== undefined && isNew === true;

/** A read that was cut off returns an error, so that each begun step ends. */
export const readRow = async (wanted: Wanted, choice: RowChoice): Promise<Row> => {
  try {
    return await rowOf(wanted, new Map(), choice);
  } catch (error) {
    if (!(error instanceof TrivetError)) throw error;
    const none = { comparison: undefined, live: undefined, plan: undefined };
    return { ...none, wanted, action: 'failed', error };
  }
};

/** Returns what an object still differs in after a write, or what cannot be compared. */
export const readBack = async (
  wanted: Wanted,
  choice: RowChoice,
  fields: readonly string[],
): Promise<Partial<Pick<StepEnd, 'exit' | 'result' | 'reason' | 'lookUp' | 'row'>>> => {
  if (isNameless(wanted)) return {};
  const { error, ...row } = await readRow(asRead(wanted), choice);
  if (error !== undefined)
    return {
      exit: Exit.unknown,
      result: 'unknown',
      reason: `written, but it could not be read again: ${error.message}`,
      lookUp: error.details.lookUp,
    };
  const other =
    row.action === 'create' || row.action === 'delete'
      ? ['everything']
      : fieldsOfRow({ ...row, error }).filter((one) => fields.includes(one));
  // A new object can have the value that its server ignores.
  if (other.length === 0) return { row: { ...row, error } };
  return {
    exit: Exit.conflict,
    result: 'conflict',
    reason: `written, but the server has another value now: ${other.join(', ')}`,
    lookUp: undefined,
  };
};

/** @param written in this run, or in an earlier part of it */
export const movedSince = async (
  written: readonly StepItem[],
  choice: RowChoice,
): Promise<readonly string[]> => {
  const readable = written.filter(
    ({ wanted }) => !isNameless(wanted) && wanted.object.kind.write?.documentParameter === undefined,
  );
  const objects = [...groupedBy(readable, ({ wanted }) => wanted)];
  try {
    const rows = await stateRows(
      objects.map(([wanted]) => asRead(wanted)),
      choice,
    );
    return rows.flatMap((row, index) => {
      if (row.error !== undefined)
        return [`${spokenObject(row.wanted.object)} could not be read again: ${row.error.message}`];
      const fields = objects[index]?.[1].flatMap(({ step }) => step.fields);
      const other = fieldsOfRow(row).filter((one) => fields?.includes(one) === true);
      if (row.action !== 'create' && other.length === 0) return [];
      return [
        `${spokenObject(row.wanted.object)} was changed again before the run ended: ${other.join(', ') || 'it is gone'}`,
      ];
    });
  } catch (error) {
    if (!(error instanceof TrivetError)) throw error;
    // Ctrl-C cuts the read short, and the summary still has to say how to continue.
    return [`what was written could not be read again: ${error.message}`];
  }
};
