/** Reads the object again, and writes it unless it changed in the meantime. */
import { Exit, TrivetError } from '../../../../system/error.ts';
import type { Journal } from '../../../../run/log/journal.ts';
import { isUnknown, wasDone } from '../../../../run/plan/many.ts';
import { resultWord } from '../../../../run/log/change-log.ts';
import { failureOf } from '../../../job/workflows/wait/failure.ts';
import { waitForAll } from '../../../job/workflows/wait/progress.ts';
import { wantedAfter } from '../../../job/workflows/wait/wanted.ts';
import type { WaitFor } from '../../../job/workflows/wait/follow.ts';
import type { Row, RowChoice } from '../rows/rows.ts';
import { fieldsOfRow } from '../rows/show-rows.ts';
import type { Step } from './steps.ts';
import { inBrackets } from '../../../../documents/json/fingerprint.ts';
import { doneSince, hashBefore, hashesRead, hashRest, isLeftOpen } from './steps.ts';
import { leftOutOf } from './create.ts';
import { readBack, readRow } from './read-back.ts';
import type { StepEnd, StepItem } from './step-end.ts';
import { writeRow } from './write.ts';

/** A creation sends all settings, so only parts are missing, and refused IDs. */
const isOurCreation = (row: Row, step: Step): boolean => {
  const { parts = [] } = row.wanted.object.kind;
  const refused = leftOutOf(row);
  const isMissing = (field: string): boolean =>
    refused.has(field) || (parts.some(({ part }) => part === field) && isLeftOpen(row, step, [field]));
  return step.action.startsWith('create') && fieldsOfRow(row).every(isMissing);
};

/** Whether only what an interrupted write left differs, as it was before. */
const isOurs = (row: Row, step: Step): boolean =>
  isOurCreation(row, step) || (hashRest(row, step) === step.rest && isLeftOpen(row, step, step.fields));

const changedSince = 'it has changed on the server since an earlier part of this run wrote it';

interface Run {
  readonly choice: RowChoice;
  readonly log: Journal | undefined;
}

/**
 * Carries a step out, unless the object changed in the meantime.
 * @param limit milliseconds for a registered job; undefined: not waited for
 */
export const carryOut = async (
  { wanted, step, number }: StepItem,
  { choice, log }: Run,
  limit: number | undefined,
): Promise<StepEnd> => {
  const row: Row = { ...(await readRow(wanted, choice)), item: number };
  const failed = (error: TrivetError): StepEnd => ({
    exit: error.exit,
    lookUp: error.details.lookUp,
    row,
    result: error.exit === Exit.conflict ? 'conflict' : resultWord(error.exit),
    reason: error.message,
    hint: error.details.hint,
  });
  const known = log?.known.get(number);
  if (row.error !== undefined) {
    const end = failed(row.error);
    // A failed look does not tell what an earlier run sent.
    return isUnknown(known) ? { ...end, exit: Exit.unknown, result: 'unknown' } : end;
  }
  const done: StepEnd = { exit: Exit.ok, row, result: 'done', reason: undefined, hint: undefined };
  const wantedFields = new Set(
    fieldsOfRow(row).filter((field) => row.plan !== undefined || step.fields.includes(field)),
  );
  if (row.action === 'conflict')
    return { ...done, exit: Exit.conflict, result: 'conflict', reason: row.reason };
  const isWhole = row.action === 'create' || row.action === 'delete';
  const waitedFor = async (until: WaitFor, end: StepEnd): Promise<StepEnd> => {
    const [[, waited] = []] = await waitForAll(wanted.session, [until]);
    if (waited?.result === 'interrupted')
      return { ...end, exit: Exit.unknown, result: 'unknown', reason: 'the wait for it was interrupted' };
    const failure = waited && failureOf(wanted.session, until, waited);
    return failure === undefined ? end : failed(failure);
  };
  if (row.action === 'same' || (wantedFields.size === 0 && !isWhole)) {
    if (row.plan === undefined || limit === undefined) return done;
    // The job was registered before, and its result is unknown.
    const { name, scope } = wanted.object;
    return waitedFor({ place: { job_id: name, namespace: scope.namespace }, limit }, done);
  }
  // Somebody else has changed or removed it.
  if (wasDone(known))
    return {
      ...done,
      exit: Exit.conflict,
      result: 'conflict',
      reason: changedSince + inBrackets(row.action === 'update' ? [...wantedFields] : []),
    };
  const begun = known !== undefined;
  const untouched = hashBefore(row, step.references) === step.before;
  const ours = begun && isOurs(row, step);
  if (!untouched && !ours) {
    // It is as its file says.
    const { deed, fields } = doneSince(step, hashesRead(row, step.references));
    const moved = fields.filter(
      (field) => !begun || !step.fields.includes(field) || fieldsOfRow(row).includes(field),
    );
    const reason = `it was ${deed} on the server since the comparison${inBrackets(moved)}`;
    return { ...done, exit: Exit.conflict, result: 'conflict', reason };
  }
  let isPart = false;
  const onMade = (): void => {
    isPart = true;
  };
  try {
    const fields = new Set(row.plan === undefined ? step.fields : []);
    const { lost, registered, warnings } = await writeRow({ ...row, onMade }, fields).catch(
      (error: unknown) => {
        if (!isPart || !(error instanceof TrivetError)) throw error;
        throw error.with({ message: `written in part: ${error.message}` });
      },
    );
    if (lost.length > 0) {
      const reason = `written without ${lost.join(', ')}, which the server does not know`;
      return { ...done, exit: Exit.refused, result: 'failed', reason, lost, partly: true };
    }
    const warned = warnings.length === 0 ? undefined : `the server warns: ${warnings.join('; ')}`;
    const end: StepEnd = { ...done, reason: warned, written: true };
    // The index would have refused any other write.
    if (registered === undefined) {
      const { row: after, ...back } = await readBack(wanted, choice, step.fields);
      const { unknown = [] } = after?.comparison ?? {};
      const seen =
        after === undefined || row.comparison === undefined
          ? row
          : { ...row, comparison: { ...row.comparison, unknown } };
      return { ...end, ...back, row: seen };
    }
    if (limit === undefined) return end;
    const until = await wantedAfter(wanted.session, registered, { goal: undefined, limit });
    return await waitedFor(until, end);
  } catch (error) {
    if (!(error instanceof TrivetError)) throw error;
    return failed(error);
  }
};
