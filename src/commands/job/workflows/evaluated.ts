/** A job that cannot be placed is accepted: its complete evaluation only lists groups without a place. */
import { until } from '../../../system/until.ts';
import type { Next } from '../../../system/until.ts';
import { TrivetError } from '../../../system/error.ts';
import type { Json } from '../../../documents/json/json.ts';
import { isObject, membersOf, own, textAt } from '../../../documents/json/json.ts';
import { evaluations } from '../operations/placement.ts';
import { failedCount, isExcluded, reasonsOf, requirementsOf } from './format/placement.ts';
import { plural } from '../../../output/text/plural.ts';
import { readRows } from '../../../run/lists/list.ts';
import type { Session } from '../../../run/session/session.ts';
import type { Outcome } from '../../../run/session/outcome.ts';
import { singleWith } from '../../../run/single/single.ts';
import type { OperationContext } from '../../../run/single/workflow.ts';
import type { JobAt } from '../job-at.ts';
import { changedJob } from '../job-at.ts';

/** Milliseconds before each look; most evaluations are complete at the first. */
const looks = [50, 150, 300, 500];

const completed = async (session: Session, place: JobAt, id: string): Promise<Json | undefined> => {
  const pauses = looks.values();
  const ended = await until({
    read: () => readRows(session, evaluations, place),
    judge: (all): Next<Json | undefined> => {
      const found = all.find((one) => textAt(one, 'ID') === id);
      if (found !== undefined && textAt(found, 'Status') !== 'pending') return { done: found };
      const { value: again } = pauses.next();
      return again === undefined ? { done: undefined } : { again };
    },
    failed: (error) => {
      // The change was made, and this only adds to its report.
      if (error instanceof TrivetError) return { done: undefined };
      throw error;
    },
    signal: session.signal,
  });
  return ended.is === 'done' ? ended.value : undefined;
};

export const warnOfPlacement = async (
  outcome: Outcome,
  { session }: Pick<OperationContext, 'session'>,
): Promise<void> => {
  const id = textAt(outcome.document, 'EvalID') ?? '';
  const place = changedJob(outcome);
  if (session.globals.quiet || id === '' || place === undefined) return;
  const evaluation = await completed(session, place, id);
  const failed = own(evaluation, 'FailedTGAllocs');
  if (!isObject(failed)) return;
  const blocked = (textAt(evaluation, 'BlockedEval') ?? '') !== '';
  for (const [group, metric] of membersOf(failed)) {
    const reasons = reasonsOf(metric, requirementsOf(outcome.input['Job'] as Json | undefined, group));
    const when = isExcluded(metric) ? 'a node meets what it requires' : 'there is room';
    session.reporter.warn(
      `${place.job_id}: task group "${group}": ${plural(failedCount(metric), 'allocation')} cannot be placed now` +
        `${reasons.length === 0 ? '' : `: ${reasons.join('; ')}`}${blocked ? `; placed as soon as ${when}` : ''}`,
    );
  }
};

export default singleWith({ after: warnOfPlacement });
