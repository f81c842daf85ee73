import { localError } from '../../../../system/error.ts';
import { numberAt, textAt } from '../../../../documents/json/json.ts';
import { list } from '../../operations/list.ts';
import { evaluations } from '../../operations/placement.ts';
import { readRows } from '../../../../run/lists/list.ts';
import type { Session } from '../../../../run/session/session.ts';
import type { Outcome } from '../../../../run/session/outcome.ts';
import { fillText } from '../../../../services/context.ts';
import type { JobAt } from '../../job-at.ts';
import { changedJob } from '../../job-at.ts';
import type { WaitFor } from './follow.ts';

/** Children to look at, since others may have started some. */
const looked = 5;

/** The reply does not name the child. */
const childWith = async (session: Session, place: JobAt, prefix: string, id: string): Promise<JobAt> => {
  const where = { namespace: place.namespace, region: place.region };
  const children = await readRows(session, list, { prefix, ...where });
  const newest = children
    .toSorted((left, right) => numberAt(right, 'JobModifyIndex') - numberAt(left, 'JobModifyIndex'))
    .slice(0, looked);
  for (const child of newest) {
    const there = { job_id: textAt(child, 'ID') ?? '', ...where };
    const all = await readRows(session, evaluations, there);
    if (all.some((one) => textAt(one, 'ID') === id)) return there;
  }
  throw localError(`the child that was started was not found among those of ${prefix}`);
};

/** @param how the requested wait; `limit` in milliseconds */
export const wantedAfter = async (
  session: Session,
  outcome: Outcome,
  how: Pick<WaitFor, 'goal' | 'limit'>,
): Promise<WaitFor> => {
  const { document, input, operation } = outcome;
  const place = changedJob(outcome);
  if (place === undefined) throw localError('the reply does not say which job to wait for');
  const evaluation = textAt(document, 'EvalID') ?? '';
  const goal = operation.wait?.goal ?? how.goal;
  const children = operation.wait?.children;
  if (children !== undefined) {
    const child = await childWith(session, place, fillText(children, input), evaluation);
    return { place: child, goal, limit: how.limit, change: { evaluation, index: 0 } };
  }
  return {
    place,
    goal,
    limit: how.limit,
    change: { evaluation, index: numberAt(document, 'JobModifyIndex') },
  };
};
