/** Around all tests of a run: what Git sees of the checkout is as it was, since a test writes only into folders of its own. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The changes of a checkout, as `git status` lists them; undefined where Git cannot say. */
export const changesIn = (folder: string): readonly string[] | undefined => {
  const argv = ['--no-optional-locks', 'status', '--porcelain', '--untracked-files=all'];
  // Without the variables of a Git hook, which would name another checkout.
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'] };
  const { status, stdout } = spawnSync('git', argv, { cwd: folder, env, encoding: 'utf8' });
  return status === 0 ? stdout.split('\n').filter((line) => line !== '') : undefined;
};

/** The changes that a run made: uncommitted ones of a developer were there before. */
export const madeBetween = (before: readonly string[], after: readonly string[]): readonly string[] =>
  after.filter((line) => !before.includes(line));

const root = fileURLToPath(new URL('../..', import.meta.url));

export default (): (() => void) => {
  const before = changesIn(root);
  return () => {
    const after = changesIn(root);
    const made = before === undefined || after === undefined ? [] : madeBetween(before, after);
    if (made.length === 0) return;
    process.stderr.write(`The checkout was changed during the tests:\n${made.join('\n')}\n`);
    process.exitCode = 1;
  };
};
