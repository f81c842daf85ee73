/** `trivet man job register` is `man trivet-job-register`. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { manPageOf } from '../../../catalogue/command.ts';
import { shellWord } from '../../../catalogue/text/shell-words.ts';
import type { Workflow } from '../../../run/single/workflow.ts';
import { childEnvironment, leadsToService } from '../../../system/child/child-environment.ts';
import { capture, runChild } from '../../../system/child/child.ts';
import { findProgram } from '../../../system/child/find-program.ts';
import { localError, usageError } from '../../../system/error.ts';
import { limits } from '../../../system/limits.ts';
import { readPackageFile } from '../../../system/package-file.ts';

type ShowInput = Readonly<{ command?: readonly string[] | undefined }>;

const run: Workflow<ShowInput> = async ({ session, presenter, input: { command: words = [] } }) => {
  const { program, io } = session;
  const { groups } = program.catalogue;
  const typed = words.join(' ');
  const found = typed === '' ? undefined : await program.catalogue.command(typed);
  const name = found?.path.split(' ')[0] ?? groups.find((group) => group.name === typed)?.name;
  if (typed !== '' && name === undefined)
    throw usageError(`unknown command "${typed}"`, 'Commands are listed in trivet man, and in trivet --help.');
  const page = name === undefined ? 'trivet' : manPageOf(name);
  await findProgram('man', io).catch(() => {
    const help = ['trivet help', ...words.map(shellWord), ...(typed === '' ? [] : ['--all'])].join(' ');
    throw localError('man is not installed', `Read the help instead: ${help}`);
  });
  const folder = await mkdtemp(join(tmpdir(), 'trivet-man-'));
  try {
    const file = join(folder, `${page}.1`);
    await writeFile(file, readPackageFile(`man/${page}.1`));
    const env = childEnvironment(io.env, {}, leadsToService);
    const argv = ['man', '-l', file];
    if (io.stdout.isTTY === true) return await runChild(argv, io, { env });
    const { exit = 1, stdout } = await capture(argv, io, { env, maxBytes: 16_777_216, timeout: limits.manPage });
    await presenter.write(stdout);
    return exit;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

export default run;
