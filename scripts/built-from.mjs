// The sources of a build, for `trivet version`.
import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';

const day = (seconds) => new Date(Number(seconds) * 1000).toISOString().replace('.000', '');

/** Returns commit, whether the sources differ from it, and date; null where the sources in `root` are not a clone. */
export const builtFrom = (root, { SOURCE_DATE_EPOCH: epoch }) => {
  const git = (...words) =>
    execFileSync('git', ['-C', root, ...words], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  const date = epoch === undefined ? null : day(epoch);
  try {
    const modified = git('status', '--porcelain', '--untracked-files=no') !== '';
    // The sources may lie unpacked in another project's repository.
    if (realpathSync(git('rev-parse', '--show-toplevel')) === realpathSync(root))
      return {
        commit: git('rev-parse', 'HEAD'),
        modified,
        date: date ?? day(git('show', '-s', '--format=%ct')),
      };
  } catch {
    // No git, or no repository.
  }
  return { commit: null, modified: null, date };
};
