/** Runs a child with a sandbox of its own; no trivet inside reaches a real server. */
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, parse } from 'node:path';
import { usageError } from '../../../model/error.ts';
import { fileFailure } from '../../../disk/system-error.ts';
import { childEnvironment, leadsToService } from '../../../engine/child/child-environment.ts';
import { executablePath } from '../../../world/executable.ts';
import { packagePath } from '../../../world/package-file.ts';
import { runChild } from '../../../engine/child/child.ts';
import { sandboxEnvironment, startFor } from '../../../workflows/started-sandbox.ts';
import type { SandboxInput } from '../../../workflows/started-sandbox.ts';
import type { Workflow } from '../../../workflows/workflow.ts';

/** Returns a folder that holds this program as `trivet`: its own folder, else `own` with a link to it. */
const folderOfProgram = async (own: string): Promise<string | undefined> => {
  const launcher = executablePath ?? packagePath('bin/trivet');
  if (launcher === undefined) return undefined;
  const { dir, name, ext } = parse(launcher);
  if (name === 'trivet') return dir;
  await symlink(launcher, join(own, `trivet${ext}`));
  return own;
};

/** Without an installed `trivet`, the child runs this one. */
const searchPath = async (path: string | undefined, own: string): Promise<string> =>
  [path, await folderOfProgram(own)].filter(Boolean).join(delimiter);

const run: Workflow<SandboxInput> = async ({ session, input, tail }) => {
  if (tail.length === 0) throw usageError('sandbox exec needs a command: trivet sandbox exec -- COMMAND');
  const sandbox = await startFor(input);
  const config = await mkdtemp(join(tmpdir(), 'trivet-sandbox-'));
  try {
    const variables = {
      ...sandboxEnvironment(sandbox, input.as ?? 'owner'),
      TRIVET_CONFIG_DIR: config,
      PATH: await searchPath(session.world.env['PATH'], config),
      NO_PROXY: '127.0.0.1,localhost',
      no_proxy: '127.0.0.1,localhost',
    };
    return await runChild(tail, session.world, {
      env: childEnvironment(session.world.env, variables, leadsToService),
    });
  } finally {
    await sandbox.close();
    await rm(config, { recursive: true, force: true }).catch((error: unknown) => {
      const why = fileFailure(error)?.message;
      if (why === undefined) throw error;
      session.reporter.warn(`the folder of the sandbox was not removed: ${why}`);
    });
  }
};

export default run;
