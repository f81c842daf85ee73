import { usageError } from '../../../../system/error.ts';
import type { GivenInput } from '../../../../catalogue/parameter.ts';
import type { revert } from '../../operations/change.ts';
import type { waiting } from '../../wait-conditions.ts';
import { asSent } from '../../../../http/request.ts';
import { painter } from '../../../../output/color.ts';
import { changed, singleWith } from '../../../../run/single/single.ts';
import type { OperationContext } from '../../../../run/single/workflow.ts';
import { warnOfPlacement } from '../evaluated.ts';
import { diffLines } from '../format/diff.ts';
import { jobDiff } from './job-diff.ts';
import { keptVersions, versionTo } from './kept-versions.ts';
import { endUnchanged } from '../wait/wait.ts';

type WaitInput = Partial<GivenInput<ReturnType<typeof waiting>>>;
type RevertContext<Local = unknown> = OperationContext<typeof revert, WaitInput & Local>;
type Context = RevertContext<Readonly<{ to?: 'previous' | 'stable' | undefined }>>;

const reverted = singleWith<RevertContext>({
  after: warnOfPlacement,
});

/** A person confirms the revert. */
const revertTo = async (context: Context, to: 'previous' | 'stable'): Promise<number> => {
  const { session, presenter, operation, input, options } = context;
  const { job_id: id, namespace, region, EnforcePriorVersion: prior } = input;
  const kept = await keptVersions(session, input);
  const { current } = kept;
  const target = await versionTo(session, { job_id: id, namespace, region }, kept, to);
  const lines = diffLines(jobDiff(current.job, target.job), {
    paint: await painter(0),
    full: false,
    reveal: presenter.options.reveal,
  });
  if (lines.length === 0) {
    return endUnchanged(
      context,
      `nothing differs between versions ${target.number} and ${current.number} of ${id}`,
    );
  }
  for (const line of [
    `${id}: from version ${current.number} to ${target.number}`,
    ...lines.map((one) => `  ${one}`),
  ])
    session.reporter.note(line);
  // The server refuses if there is another version by now, so only the shown change is made.
  const sent = changed(input, { JobVersion: target.number, EnforcePriorVersion: prior ?? current.number });
  const risk = {
    risk: 'overwrites',
    gravity: 'ask',
    question: 'Revert job {job_id} to version {JobVersion}?',
  } as const;
  const risks = [risk, ...(operation.risks ?? [])];
  return reverted({ ...context, input: sent, options: { ...options, risks } });
};

export default async (context: Context): Promise<number> => {
  const { operation, input, options } = context;
  const { to, JobVersion: version } = asSent(operation, input, options);
  if (to !== undefined) {
    if (version !== undefined) throw usageError('a version and --to cannot be given together');
    return revertTo(context, to);
  }
  const written = options.base !== undefined || (options.extra ?? []).length > 0;
  if (version === undefined && !written) throw usageError('give a version, or --to previous or --to stable');
  return reverted(context);
};
