/** Runs a child against a sandbox of its own; nothing inside can reach a real server. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { usageError } from '../../model/error.ts';
import { childEnvironment, leadsToService } from '../../runtime/child-environment.ts';
import { packagePath } from '../../runtime/package-file.ts';
import { runChild } from '../../runtime/child.ts';
import { sandboxEnvironment, startFor } from './started.ts';
import type { SandboxInput } from './started.ts';
import type { Workflow } from '../workflow.ts';

/** A `trivet` in the child's words is this one where no other is installed. */
const searchPath = (path: string | undefined): string | undefined => {
  const launcher = packagePath('bin/trivet');
  return launcher === undefined ? path : [path, dirname(launcher)].filter(Boolean).join(delimiter);
};

const run: Workflow<SandboxInput> = async ({ session, input, tail }) => {
  if (tail.length === 0) throw usageError('a command is needed: trivet sandbox exec -- COMMAND');
  const sandbox = await startFor(input);
  const config = await mkdtemp(join(tmpdir(), 'trivet-sandbox-'));
  try {
    const variables = {
      ...sandboxEnvironment(sandbox, input.as ?? 'owner'),
      TRIVET_CONFIG_DIR: config,
      PATH: searchPath(session.world.env['PATH']),
      NO_PROXY: '127.0.0.1,localhost',
      no_proxy: '127.0.0.1,localhost',
    };
    return await runChild(tail, session.world, {
      env: childEnvironment(session.world.env, variables, leadsToService),
    });
  } finally {
    await sandbox.close();
    await rm(config, { recursive: true, force: true });
  }
};

export default run;
