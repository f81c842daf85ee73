/** Start: a stopped job goes back to the last version that was not stopped. */
import { Exit } from '../../model/error.ts';
import type { GivenOf } from '../../model/operation.ts';
import type { revert } from '../../operations/job/change.ts';
import { showOutcome } from '../reply.ts';
import { singleWith } from '../single.ts';
import type { OperationContext } from '../workflow.ts';
import { warnOfPlacement } from './evaluated.ts';
import { keptVersions, versionNumbered } from './kept-versions.ts';

type StartInput = GivenOf<typeof revert>;

const started = singleWith<StartInput>({
  after: (outcome, context) => warnOfPlacement(outcome, context),
  show: (outcome, context) =>
    showOutcome(
      context,
      outcome,
      '{job_id}: started again from version {JobVersion}[, evaluation {EvalID:8}]',
    ),
});

export default async (context: OperationContext<StartInput>): Promise<number> => {
  const { session, input } = context;
  const { job_id: id, JobVersion: asked } = input;
  const kept = await keptVersions(session, input);
  if (!kept.current.stopped) {
    session.reporter.note(`${id} is not stopped`);
    return Exit.ok;
  }
  const running = kept.earlier.find(({ stopped }) => !stopped);
  const wanted = asked === undefined || asked === null ? running?.number : Number(asked);
  // The current version itself was never anything but stopped: the server says what it makes of it.
  const target = versionNumbered(session, id, kept, wanted);
  return started({
    ...context,
    input: {
      ...input,
      JobVersion: target.number,
      EnforcePriorVersion: input.EnforcePriorVersion ?? kept.current.number,
    },
  });
};
