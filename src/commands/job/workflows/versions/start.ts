/** Starts a job from the last version that was not stopped. */
import { Exit, TrivetError } from '../../../../system/error.ts';
import { shellWord } from '../../../../catalogue/text/shell-words.ts';
import type { JsonObject } from '../../../../documents/json/json.ts';
import { listAt, numberAt, textAt } from '../../../../documents/json/json.ts';
import { wordOf } from '../../../../catalogue/text/server-text.ts';
import { fillTemplate } from '../../../../services/context.ts';
import type { GivenInput } from '../../../../catalogue/parameter.ts';
import type { revert } from '../../operations/change.ts';
import type { waiting } from '../../wait-conditions.ts';
import { changed, singleWith } from '../../../../run/single/single.ts';
import type { OperationContext } from '../../../../run/single/workflow.ts';
import { warnOfPlacement } from '../evaluated.ts';
import { keptVersions, versionNumbered } from './kept-versions.ts';
import { endUnchanged } from '../wait/wait.ts';
import { suggest } from '../../../../run/suggest.ts';

type StartContext = OperationContext<typeof revert, Partial<GivenInput<ReturnType<typeof waiting>>>>;

const started = singleWith<StartContext>({
  after: warnOfPlacement,
  doneText: '{job_id}: started again from version {JobVersion}[, evaluation {EvalID:8}]',
});

/** Counts that were scaled while the job was stopped: `app 2 instead of 3`. */
const otherCounts = (started: JsonObject, stopped: JsonObject): string => {
  const before = new Map(
    listAt(stopped, 'TaskGroups').map((group) => [textAt(group, 'Name'), numberAt(group, 'Count')]),
  );
  return listAt(started, 'TaskGroups')
    .flatMap((group) => {
      const [name, count] = [textAt(group, 'Name') ?? '', numberAt(group, 'Count')];
      const scaled = before.get(name);
      return scaled === undefined || scaled === count
        ? []
        : [`${wordOf(name)} ${count} instead of ${scaled}`];
    })
    .join(', ');
};

export default async (context: StartContext): Promise<number> => {
  const { session, input } = context;
  const { job_id: id, JobVersion: asked } = input;
  const kept = await keptVersions(session, input);
  if (!kept.current.stopped) return endUnchanged(context, `${id} is not stopped`);
  const running = kept.earlier.find(({ stopped }) => !stopped);
  const wanted = asked === undefined || asked === null ? running?.number : Number(asked);
  const target = versionNumbered(session, id, kept, wanted);
  // The server would make no version of it, and start nothing.
  if (target.stopped)
    throw new TrivetError('refused', Exit.refused, `version ${target.number} of ${id} is stopped itself`, {
      effect: 'not-sent',
      hint:
        running === undefined
          ? 'No version that ran is kept: register the job again.'
          : `To start the last one that ran: ${suggest(session, `job start ${shellWord(id)}`)}`,
    });
  if (asked === undefined) {
    const counts = otherCounts(target.job, kept.current.job);
    if (counts !== '')
      session.reporter.warn(
        `version ${target.number}, which is started again, has other counts than the stopped version ${kept.current.number}: ${counts}. ` +
          `To change one: ${suggest(session, fillTemplate('job scale {job_id} GROUP COUNT', input))}`,
      );
  }
  return started({
    ...context,
    input: changed(input, {
      JobVersion: target.number,
      EnforcePriorVersion: input.EnforcePriorVersion ?? kept.current.number,
    }),
  });
};
