/** Starts the sandbox for `sandbox start` and `sandbox exec`, and returns how to reach it. */
import { usageError } from '../model/error.ts';
import { documented } from '../model/catalogue/product.ts';
import type { Sandbox } from '../sandbox/start.ts';

type SandboxRole = 'owner' | 'operator' | 'reader' | 'organization';

/** How to start a sandbox; only `exec` has `as`. */
export type SandboxInput = Readonly<{
  port?: number | bigint | undefined;
  empty?: boolean | undefined;
  fault?: readonly string[] | undefined;
  as?: SandboxRole | undefined;
}>;

/** @throws TrivetError usage, for a fault that does not parse or a port that is in use */
export const startFor = async ({ port, empty = false, fault = [] }: SandboxInput): Promise<Sandbox> => {
  const { startSandbox } = await import('../sandbox/start.ts');
  try {
    return await startSandbox({
      ...(port === undefined ? {} : { port: Number(port) }),
      empty,
      faults: fault,
    });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw usageError(`the sandbox could not start: ${error.message}`);
  }
};

/** The variables by which trivet finds the sandbox. */
export const sandboxEnvironment = (sandbox: Sandbox, role: SandboxRole): Readonly<Record<string, string>> => {
  const token = sandbox.tokens[role];
  return {
    TRIVET_WORKSPACES_URL: sandbox.urls.workspaces,
    TRIVET_WORKSPACES_TOKEN: token,
    TRIVET_WORKSPACES_PRODUCT: documented,
    TRIVET_SECRETS_URL: sandbox.urls.secrets,
    TRIVET_SECRETS_TOKEN: token,
    TRIVET_SECRETS_PRODUCT: documented,
    TRIVET_JOBS_URL: sandbox.urls.jobs,
    TRIVET_JOBS_TOKEN: token,
    TRIVET_JOBS_PRODUCT: documented,
    TRIVET_ORGANIZATION: 'demo',
  };
};
