/** `--wait` of a change: follows what the change started, and ends as that does. */
import type { GivenInput } from '../../../model/parameter.ts';
import type { waiting } from '../../../operations/job/wait.ts';
import type { Outcome } from '../../../runtime/session.ts';
import { sentenceOf } from '../../done.ts';
import { warnOf } from '../../reply.ts';
import { waitLimit } from '../../waiting.ts';
import type { OperationContext } from '../../workflow.ts';
import { conclude } from './conclude.ts';
import { waitForAll } from './progress.ts';
import { wantedAfter } from './wanted.ts';

type WaitInput = Partial<GivenInput<ReturnType<typeof waiting>>>;

/** Says that the change was made, waits for what comes of it, and ends as that does. */
export const waitAfter = async (context: OperationContext<WaitInput>, outcome: Outcome): Promise<number> => {
  const { session, input } = context;
  warnOf(context, outcome);
  const { done } = outcome.operation;
  if (done !== undefined) session.reporter.note(sentenceOf(context, outcome, done).trimEnd());
  const wanted = await wantedAfter(session, outcome, { goal: input.for, limit: waitLimit(input) });
  return conclude(context, await waitForAll(session, [wanted]));
};
