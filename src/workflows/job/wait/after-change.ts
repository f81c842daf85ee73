/** `--wait` of a change: follows what the change started, and ends as that does. */
import { localError } from '../../../model/error.ts';
import type { Json } from '../../../model/json.ts';
import { isArray, own, textAt } from '../../../model/json.ts';
import type { GivenInput } from '../../../model/parameter.ts';
import { list } from '../../../operations/job/list.ts';
import { evaluations } from '../../../operations/job/placement.ts';
import type { waiting } from '../../../operations/job/wait.ts';
import type { Outcome, Session } from '../../../runtime/session.ts';
import { fillText } from '../../../services/context.ts';
import { sentenceOf } from '../../done.ts';
import { warnOf } from '../../reply.ts';
import { waitLimit } from '../../waiting.ts';
import type { OperationContext } from '../../workflow.ts';
import type { ChangedJob } from '../evaluated.ts';
import { changedJob } from '../evaluated.ts';
import { conclude } from './conclude.ts';
import type { WaitFor } from './follow.ts';
import { waitForAll } from './progress.ts';

type WaitInput = Partial<GivenInput<ReturnType<typeof waiting>>>;

const indexAt = (document: Json, key: string): number => {
  const found = own(document, key);
  return typeof found === 'number' ? found : 0;
};

/** Children that may have been made at once by others too; the newest are looked at. */
const looked = 5;

/** The child that the evaluation is about: the reply does not name it. */
const childWith = async (
  session: Session,
  place: ChangedJob,
  prefix: string,
  id: string,
): Promise<ChangedJob> => {
  const where = { namespace: place.namespace, region: place.region };
  const { document } = await session.lookUp(list, { prefix, ...where });
  const newest = (isArray(document) ? document : [])
    .toSorted((left, right) => indexAt(right, 'JobModifyIndex') - indexAt(left, 'JobModifyIndex'))
    .slice(0, looked);
  for (const child of newest) {
    const there = { job_id: textAt(child, 'ID') ?? '', ...where };
    const { document: all } = await session.lookUp(evaluations, there);
    if (isArray(all) && all.some((one) => textAt(one, 'ID') === id)) return there;
  }
  throw localError(`the child that was started was not found among those of ${prefix}`);
};

/**
 * What to wait for after a change; for `waitForAll` and `conclude`.
 * @param how what was asked for; `limit` in milliseconds
 */
export const wantedAfter = async (
  session: Session,
  outcome: Outcome,
  how: Pick<WaitFor, 'goal' | 'limit'>,
): Promise<WaitFor> => {
  const { document, input, operation } = outcome;
  const place = changedJob(outcome, jobIn(outcome));
  if (place === undefined) throw localError('the reply does not say which job to wait for');
  const evaluation = textAt(document, 'EvalID') ?? '';
  const goal = operation.waits?.goal ?? how.goal;
  const children = operation.waits?.children;
  if (children !== undefined) {
    const child = await childWith(session, place, fillText(children, input), evaluation);
    return { place: child, goal, limit: how.limit, change: { evaluation, index: 0 } };
  }
  return {
    place,
    goal,
    limit: how.limit,
    change: { evaluation, index: indexAt(document, 'JobModifyIndex') },
  };
};

/** The job of a registration, as it was sent. */
const jobIn = ({ input }: Outcome): Json => {
  const { Job: job } = input;
  return typeof job === 'object' && job !== null && !Array.isArray(job) && !(job instanceof Uint8Array)
    ? (job as Json)
    : {};
};

/** Says that the change was made, waits for what comes of it, and ends as that does. */
export const waitAfter = async (context: OperationContext<WaitInput>, outcome: Outcome): Promise<number> => {
  const { session, input } = context;
  warnOf(context, outcome);
  const { done } = outcome.operation;
  if (done !== undefined) session.reporter.note(sentenceOf(context, outcome, done).trimEnd());
  const wanted = await wantedAfter(session, outcome, { goal: input.for, limit: waitLimit(input) });
  return conclude(context, await waitForAll(session, [wanted]));
};
