import { Exit, usageError } from '../../../../system/error.ts';
import type { GivenInput, InputRecord } from '../../../../catalogue/parameter.ts';
import { inputText } from '../../../../catalogue/parameter.ts';
import type { ofJob } from '../../parts.ts';
import { goals } from '../../wait-results.ts';
import { sentenceOf } from '../../../../run/single/done.ts';
import { warnOf } from '../../../../run/single/reply.ts';
import { waitLimit } from '../../../../run/single/waiting.ts';
import type { WaitInput } from '../../../../run/single/waiting.ts';
import type { WaitAfter } from '../../../../run/single/single.ts';
import type { OperationContext, Workflow } from '../../../../run/single/workflow.ts';
import { jobOf } from '../../job-at.ts';
import { conclude } from './conclude.ts';
import type { WaitFor } from './follow.ts';
import { waitForAll } from './progress.ts';
import { wantedAfter } from './wanted.ts';

const waitOf = (input: InputRecord): Pick<WaitFor, 'goal' | 'limit'> => ({
  goal: goals.find((goal) => goal === input['for']),
  limit: waitLimit({ 'wait-timeout': inputText(input, 'wait-timeout') }),
});

/** The change was made; waits, and ends with the result. @param done replaces the operation's sentence */
export const waitAfter: WaitAfter = async (context, outcome, done = outcome.operation.doneText) => {
  const { session, input } = context;
  warnOf(context, outcome);
  if (done !== undefined) session.reporter.note(sentenceOf(context, outcome, done).trimEnd());
  const wanted = await wantedAfter(session, outcome, waitOf(input));
  return conclude(context, await waitForAll(session, [wanted]));
};

/** There is nothing to do, so `--wait` waits for the job as it is. */
export const endUnchanged = async (
  context: OperationContext & { readonly input: GivenInput<typeof ofJob> },
  why: string,
): Promise<number> => {
  const { session, input } = context;
  session.reporter.note(`${why}. Nothing was changed.`);
  if (input['wait'] === true) {
    const wanted = { place: jobOf(input), ...waitOf(input) };
    return conclude(context, await waitForAll(session, [wanted]));
  }
  return Exit.ok;
};

type Given = WaitInput &
  Readonly<{
    for?: WaitFor['goal'];
    job_id?: readonly string[] | undefined;
    'job-version'?: number | bigint | undefined;
  }>;

export const waitForJobs: Workflow<Given> = async (context) => {
  const { session, input } = context;
  const { namespace } = (await session.endpoint('jobs')).context;
  if (namespace?.value === '*')
    throw usageError('--namespace * is only for lists: a job is in one namespace');
  const jobs = [...new Set(input.job_id)];
  const version = input['job-version'];
  if (jobs.length > 1 && version !== undefined) {
    throw usageError('--job-version cannot be given with several jobs');
  }
  const limit = waitLimit(input);
  const wanted = jobs.map((id) => ({
    place: { job_id: id },
    goal: input.for,
    version: version === undefined ? undefined : Number(version),
    limit,
  }));
  return conclude(context, await waitForAll(session, wanted));
};
