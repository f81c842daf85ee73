/** Starts a stopped job again from the last version that was not stopped. */
import type { GivenInput } from '../../../../model/catalogue/parameter.ts';
import type { revert } from '../../operations/change.ts';
import type { waiting } from '../../wait-conditions.ts';
import { changed, singleWith } from '../../../../workflows/single.ts';
import type { OperationContext } from '../../../../workflows/workflow.ts';
import { warnOfPlacement } from '../evaluated.ts';
import { keptVersions, versionNumbered } from './kept-versions.ts';
import { endUnchanged } from '../wait/after-change.ts';

type StartContext = OperationContext<typeof revert, Partial<GivenInput<ReturnType<typeof waiting>>>>;

const started = singleWith<StartContext>({
  after: (outcome, context) => warnOfPlacement(outcome, context),
  done: '{job_id}: started again from version {JobVersion}[, evaluation {EvalID:8}]',
});

export default async (context: StartContext): Promise<number> => {
  const { session, input } = context;
  const { job_id: id, JobVersion: asked } = input;
  const kept = await keptVersions(session, input);
  if (!kept.current.stopped) return endUnchanged(context, `${id} is not stopped`);
  const running = kept.earlier.find(({ stopped }) => !stopped);
  const wanted = asked === undefined || asked === null ? running?.number : Number(asked);
  // Every version was stopped: let the server decide about the current one.
  const target = versionNumbered(session, id, kept, wanted);
  return started({
    ...context,
    input: changed(input, {
      JobVersion: target.number,
      EnforcePriorVersion: input.EnforcePriorVersion ?? kept.current.number,
    }),
  });
};
