/** Revert: to a version that is named, or to the previous or the stable one with what that changes said first. */
import { usageError } from '../../model/error.ts';
import type { GivenOf } from '../../model/operation.ts';
import type { revert } from '../../operations/job/change.ts';
import { painter } from '../../render/color.ts';
import { singleWith } from '../single.ts';
import { warnOfPlacement } from './evaluated.ts';
import { differenceLines, keptVersions, versionTo } from './kept-versions.ts';

type RevertInput = GivenOf<typeof revert> & Readonly<{ to?: 'previous' | 'stable' | undefined }>;

export default singleWith<RevertInput>({
  after: (outcome, context) => warnOfPlacement(outcome, context),
  before: async ({ session, presenter, input, options }) => {
    const { to, job_id: id, JobVersion: version, EnforcePriorVersion: prior } = input;
    if (to === undefined) {
      const written = options.base !== undefined || (options.extra ?? []).length > 0;
      if (version === undefined && !written)
        throw usageError('give a version, or --to previous or --to stable');
      return;
    }
    if (version !== undefined) throw usageError('a version and --to cannot be given together');
    const kept = await keptVersions(session, input);
    const target = versionTo(session, id, kept, to);
    const lines = differenceLines(kept.current, target, await painter(0), presenter.options.reveal);
    session.reporter.note(
      `${id}: from version ${kept.current.number} to ${target.number}\n${lines.join('\n')}`,
    );
    return {
      // What was shown is what is done: another version in between makes the server refuse.
      input: { ...input, JobVersion: target.number, EnforcePriorVersion: prior ?? kept.current.number },
    };
  },
});
