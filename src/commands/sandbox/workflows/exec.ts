/** Runs a command in a sandbox, so that no trivet inside reaches a real server. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { usageError } from '../../../system/error.ts';
import { fileFailure } from '../../../system/system-error.ts';
import { childEnvironment, leadsToService } from '../../../system/child/child-environment.ts';
import { runChild } from '../../../system/child/child.ts';
import {
  keepAuthority,
  sandboxEnvironment,
  searchPath,
  startFor,
  terraformCredentials,
  vendorEnvironment,
} from './started-sandbox.ts';
import type { SandboxInput, SandboxRole } from './started-sandbox.ts';
import type { Workflow } from '../../../run/single/workflow.ts';
import { greetingOf, promptOf, shellOf } from './greeting.ts';
import { loadState } from './state.ts';

type ExecInput = SandboxInput &
  Readonly<{ as?: SandboxRole | undefined; 'vendor-env'?: boolean | undefined }>;

const run: Workflow<ExecInput> = async ({ session, input, tail }) => {
  if (tail.length === 0) throw usageError('sandbox exec needs a command: trivet sandbox exec -- COMMAND');
  const sandbox = await startFor({ ...input, empty: input.empty === true || input.state !== undefined });
  const authority = await keepAuthority(sandbox);
  const config = await mkdtemp(join(tmpdir(), 'trivet-sandbox-'));
  try {
    const organization = session.io.env['TRIVET_ORGANIZATION'];
    if (input.state !== undefined) {
      await loadState(sandbox, input.state, session, organization);
    }
    const place = {
      role: input.as ?? 'owner',
      products: input.product,
      caFile: authority.caFile,
      client: authority.client,
    } as const;
    const terraform = join(config, 'terraform.rc');
    const vendors = input['vendor-env'] === true;
    if (vendors) await writeFile(terraform, terraformCredentials(sandbox, place.role), { mode: 0o600 });
    const variables = {
      ...sandboxEnvironment(sandbox, place),
      ...(vendors ? vendorEnvironment(sandbox, place, terraform) : {}),
      // The variable has the name that a pipeline's runner gives it.
      ACTIONS_ID_TOKEN_REQUEST_URL: `${sandbox.origin}/identity/token?job=sandbox`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: sandbox.tokens[place.role],
      TRIVET_CONFIG_DIR: config,
      PATH: await searchPath(session.io.env['PATH'], config),
      NO_PROXY: '127.0.0.1,localhost',
      no_proxy: '127.0.0.1,localhost',
    };
    const shell = shellOf(tail, session.io);
    if (shell !== undefined) session.reporter.note(await greetingOf(sandbox));
    const prompt = shell === undefined ? {} : promptOf(shell, session.io.env);
    return await runChild(tail, session.io, {
      env: childEnvironment(session.io.env, { ...variables, ...prompt }, leadsToService),
    });
  } finally {
    await sandbox.close();
    await authority.remove();
    await rm(config, { recursive: true, force: true }).catch((error: unknown) => {
      const why = fileFailure(error)?.message;
      if (why === undefined) throw error;
      session.reporter.warn(`the folder of the sandbox was not removed: ${why}`);
    });
  }
};

export default run;
