/** Routes beside those of jobs, few of them documented. */
import type { SandboxResponse } from '../contract.ts';
import { streamEvents } from './events/stream.ts';
import {
  readAgent,
  readLeader,
  readNamespace,
  readNamespaces,
  readOwnToken,
  readRegions,
} from './operations/agent.ts';
import {
  listAllocations,
  readAllocation,
  readStats,
  restartAllocation,
  stopAllocation,
} from './operations/allocations.ts';
import type { Call, Handler } from './operations/call.ts';
import {
  failDeployment,
  listDeployments,
  pauseDeployment,
  promoteDeployment,
  unblockDeployment,
} from './operations/deployments.ts';
import { beginInBrowser, endInBrowser, logIn, readAuthMethods } from './operations/log-in.ts';
import { listFiles, readLogs } from './operations/logs.ts';
import { listNodes, readNode, readNodeAllocations } from './operations/nodes.ts';
import {
  listEvaluations,
  readDeploymentAllocations,
  readDeploymentById,
  readEvaluation,
  readEvaluationAllocations,
} from './operations/records.ts';

type Reply = SandboxResponse | Promise<SandboxResponse>;
type ById = (call: Call, id: string) => Reply;

/** PUT is accepted as POST, which the vendor's clients send. */
export type Methods<H = Handler> = Readonly<Partial<Record<'GET' | 'POST' | 'DELETE', H>>>;

export const COLLECTIONS: Readonly<Record<string, Methods>> = {
  '/v1/acl/auth-methods': { GET: readAuthMethods },
  '/v1/acl/login': { POST: logIn },
  '/v1/acl/oidc/auth-url': { POST: beginInBrowser },
  '/v1/acl/oidc/complete-auth': { POST: endInBrowser },
  '/v1/acl/token/self': { GET: readOwnToken },
  '/v1/agent/self': { GET: readAgent },
  '/v1/allocations': { GET: listAllocations },
  '/v1/deployments': { GET: listDeployments },
  '/v1/evaluations': { GET: listEvaluations },
  '/v1/event/stream': { GET: streamEvents },
  '/v1/namespaces': { GET: readNamespaces },
  '/v1/nodes': { GET: listNodes },
  '/v1/regions': { GET: readRegions },
  '/v1/status/leader': { GET: readLeader },
};

export const RECORDS: Readonly<Record<string, Methods<ById>>> = {
  'allocation/*': { GET: readAllocation },
  'allocation/*/stop': { POST: stopAllocation },
  'client/allocation/*/restart': { GET: restartAllocation, POST: restartAllocation },
  'client/allocation/*/stats': { GET: readStats },
  'client/fs/logs/*': { GET: readLogs },
  'client/fs/ls/*': { GET: listFiles },
  'deployment/*': { GET: readDeploymentById },
  'deployment/allocations/*': { GET: readDeploymentAllocations },
  'deployment/fail/*': { POST: failDeployment },
  'deployment/pause/*': { POST: pauseDeployment },
  'deployment/promote/*': { POST: promoteDeployment },
  'deployment/unblock/*': { POST: unblockDeployment },
  'evaluation/*': { GET: readEvaluation },
  'evaluation/*/allocations': { GET: readEvaluationAllocations },
  'namespace/*': { GET: readNamespace },
  'node/*': { GET: readNode },
  'node/*/allocations': { GET: readNodeAllocations },
};

const PATTERNS = Object.entries(RECORDS).map(
  ([path, methods]) => [new RegExp(`^/v1/${path.replace('*', '([^/]*)')}$`, 'u'), methods] as const,
);

export function recordMethods(path: string, decode: (segment: string) => string): Methods | undefined {
  for (const [pattern, methods] of PATTERNS) {
    const [, id] = pattern.exec(path) ?? [];
    if (id === undefined) continue;
    const bound = Object.entries(methods).map(([method, handler]) => [
      method,
      (call: Call): Reply => handler(call, decode(id)),
    ]);
    return Object.fromEntries(bound) as Methods;
  }
  return undefined;
}
