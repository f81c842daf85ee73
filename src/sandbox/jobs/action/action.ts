import type { WebSocket } from 'ws';
import type { Principal, SandboxContext, SandboxRequest } from '../../contract.ts';
import { allows } from '../operations/access.ts';
import { currentJob, type Cluster } from '../scheduler/cluster.ts';
import type { Allocation } from '../scheduler/records.ts';
import { objects, strings, text, type JsonObject } from '../wire/json.ts';
import { parseBoolean, queryText } from '../wire/query.ts';
import { frameBytes, INTERNAL_ERROR, parseFrame, POLICY_VIOLATION, refuse } from './frames.ts';
import { ActionSession, handshakeToken } from './session.ts';
import { isProgram } from './shell.ts';

class ActionRefusal extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.name = 'ActionRefusal';
    this.code = code;
  }
}

interface Wanted {
  readonly jobId: string;
  readonly allocId: string;
  readonly task: string;
  readonly action: string;
  readonly tty: boolean;
}

function queryBoolean(request: SandboxRequest, name: string, code: number): boolean {
  const value = request.query.get(name) ?? '';
  if (value === '') return false;
  const parsed = parseBoolean(value);
  if (parsed !== undefined) return parsed;
  const reason = `${name} value is not a boolean: strconv.ParseBool: parsing "${value}": invalid syntax`;
  throw new ActionRefusal(code, reason);
}

function wantedOf(request: SandboxRequest, jobId: string): Wanted {
  const tty = queryBoolean(request, 'tty', INTERNAL_ERROR);
  const task = request.query.get('task') ?? '';
  const action = request.query.get('action') ?? '';
  const allocId = queryText(request, 'alloc_id', 'allocID');
  if (task === '') throw new ActionRefusal(POLICY_VIOLATION, 'must provide task name');
  if (action === '') throw new ActionRefusal(POLICY_VIOLATION, 'command is not present');
  if (allocId === '') throw new ActionRefusal(POLICY_VIOLATION, 'missing AllocID');
  if (allocId.length !== 36) {
    throw new ActionRefusal(INTERNAL_ERROR, 'alloc lookup failed: index error: UUID must be 36 characters');
  }
  return { jobId, allocId, task, action, tty };
}

function findAllocation(cluster: Cluster, wanted: Wanted): Allocation {
  const allocation = cluster.allocations.get(wanted.allocId);
  if (allocation === undefined) {
    throw new ActionRefusal(POLICY_VIOLATION, `Unknown allocation "${wanted.allocId}"`);
  }
  if (allocation.jobId !== wanted.jobId) {
    throw new ActionRefusal(
      POLICY_VIOLATION,
      `job ${wanted.jobId} does not have allocation ${wanted.allocId}`,
    );
  }
  return allocation;
}

function findAction(cluster: Cluster, allocation: Allocation, wanted: Wanted): JsonObject {
  const record = cluster.job(allocation.namespace, allocation.jobId);
  const groups = record === undefined ? [] : objects(currentJob(record), 'TaskGroups');
  const group = groups.find((one) => text(one, 'Name') === allocation.group);
  const task = objects(group ?? {}, 'Tasks').find((one) => text(one, 'Name') === wanted.task);
  if (task === undefined) {
    throw new ActionRefusal(POLICY_VIOLATION, `task ${wanted.task} not found in allocation ${allocation.id}`);
  }
  const action = objects(task, 'Actions').find((one) => text(one, 'Name') === wanted.action);
  if (action === undefined) {
    throw new ActionRefusal(POLICY_VIOLATION, `action ${wanted.action} not found in task ${wanted.task}`);
  }
  if (allocation.tasks.get(wanted.task)?.state !== 'running') {
    throw new ActionRefusal(POLICY_VIOLATION, `task "${wanted.task}" is not running.`);
  }
  return action;
}

/** Section 4; the sandbox's tasks have no file system isolation. */
function checkAccess(request: SandboxRequest, principal: Principal | undefined, namespace: string): void {
  if (request.presented && principal === undefined) {
    throw new ActionRefusal(POLICY_VIOLATION, 'rpc error: Permission denied');
  }
  const allowed =
    allows(principal, namespace, 'alloc-exec') && allows(principal, namespace, 'alloc-node-exec');
  if (!allowed) throw new ActionRefusal(INTERNAL_ERROR, 'Permission denied');
}

export class ActionRunner {
  readonly #cluster: Cluster;
  readonly #context: SandboxContext;
  readonly #sessions = new Set<ActionSession>();

  constructor(cluster: Cluster, context: SandboxContext) {
    this.#cluster = cluster;
    this.#context = context;
  }

  accept(request: SandboxRequest, socket: WebSocket, jobId: string): void {
    let session: ActionSession | undefined;
    let expected = false;
    const attempt = (work: () => ActionSession | undefined): void => {
      try {
        session = work();
      } catch (error) {
        if (!(error instanceof ActionRefusal)) throw error;
        refuse(socket, error.code, error.message);
      }
    };
    socket.on('error', () => socket.terminate());
    socket.on('message', (raw) => {
      const data = frameBytes(raw);
      if (session !== undefined) session.receive(data);
      else if (expected) {
        expected = false;
        attempt(() => this.#start(request, socket, jobId, this.#handshake(request, data)));
      }
    });
    attempt(() => {
      expected = queryBoolean(request, 'ws_handshake', POLICY_VIOLATION);
      return expected ? undefined : this.#start(request, socket, jobId, request.principal);
    });
  }

  #handshake(request: SandboxRequest, data: Buffer): Principal | undefined {
    const frame = parseFrame(data);
    if (frame === undefined) {
      throw new ActionRefusal(POLICY_VIOLATION, 'invalid character looking for beginning of value');
    }
    const version = typeof frame['version'] === 'number' ? frame['version'] : 0;
    if (version !== 1) throw new ActionRefusal(POLICY_VIOLATION, `unexpected handshake value: ${version}`);
    const token = handshakeToken(frame);
    const principal = this.#context.principalOf?.(token);
    if (request.presented && request.principal?.token !== token) {
      throw new ActionRefusal(POLICY_VIOLATION, 'handshake auth token mismatched auth header token');
    }
    if (token !== '' && principal === undefined) {
      throw new ActionRefusal(POLICY_VIOLATION, 'rpc error: Permission denied');
    }
    return principal;
  }

  #start(
    request: SandboxRequest,
    socket: WebSocket,
    jobId: string,
    principal: Principal | undefined,
  ): ActionSession {
    const wanted = wantedOf(request, jobId);
    checkAccess(request, principal, request.query.get('namespace') ?? 'default');
    const allocation = findAllocation(this.#cluster, wanted);
    const action = findAction(this.#cluster, allocation, wanted);
    const command = text(action, 'Command');
    if (!isProgram(command)) {
      throw new ActionRefusal(
        INTERNAL_ERROR,
        `rpc error: code = Unknown desc = failed to start command: fork/exec ${command}: no such file or directory`,
      );
    }
    const session = new ActionSession(socket, this.#context.clock, wanted.tty);
    this.#sessions.add(session);
    socket.on('close', () => this.#sessions.delete(session));
    this.#cluster.because({ method: 'GET', path: request.path }, () => {
      this.#cluster.effect(`action.run ${wanted.jobId} ${wanted.task} ${wanted.action}`);
    });
    // First the frames sent with the request, such as the terminal size.
    setImmediate(() => session.run(command, strings(action, 'Args')));
    return session;
  }

  close(): void {
    for (const session of this.#sessions) session.abandon();
  }
}
