/** `--wait` of a change: follows what the change started, and ends with its result. */
import { Exit } from '../../../../model/error.ts';
import type { GivenInput } from '../../../../model/catalogue/parameter.ts';
import type { ofJob } from '../../parts.ts';
import type { waiting } from '../../wait-conditions.ts';
import type { Outcome } from '../../../../engine/session/session.ts';
import { sentenceOf } from '../../../../workflows/done.ts';
import { warnOf } from '../../../../workflows/reply.ts';
import { waitLimit } from '../../../../workflows/waiting.ts';
import type { OperationContext } from '../../../../workflows/workflow.ts';
import { conclude } from './conclude.ts';
import { waitForAll } from './progress.ts';
import { wantedAfter } from './wanted.ts';

type WaitInput = Partial<GivenInput<ReturnType<typeof waiting>>>;

/**
 * Reports that the change was made, waits for its result, and ends with that.
 * @param done the sentence, where it is not that of the operation
 */
export const waitAfter = async (
  context: OperationContext<WaitInput>,
  outcome: Outcome,
  done = outcome.operation.done,
): Promise<number> => {
  const { session, input } = context;
  warnOf(context, outcome);
  if (done !== undefined) session.reporter.note(sentenceOf(context, outcome, done).trimEnd());
  const wanted = await wantedAfter(session, outcome, { goal: input.for, limit: waitLimit(input) });
  return conclude(context, await waitForAll(session, [wanted]));
};

/** Ends a change that has nothing to do: reports why, and with `--wait` waits for the job as it is. */
export const endUnchanged = async (
  context: OperationContext<WaitInput & GivenInput<typeof ofJob>>,
  why: string,
): Promise<number> => {
  const { session, input } = context;
  session.reporter.note(`${why}. Nothing was changed.`);
  if (input.wait === true) {
    const { job_id, namespace, region } = input;
    const wanted = { place: { job_id, namespace, region }, goal: input.for, limit: waitLimit(input) };
    return conclude(context, await waitForAll(session, [wanted]));
  }
  return Exit.ok;
};
