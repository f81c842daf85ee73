import type { Json, SandboxRequest, SandboxResponse } from '../../contract.ts';
import type { Cluster } from '../scheduler/cluster.ts';
import { Refusal } from '../wire/failure.ts';
import { parseDuration } from '../wire/duration.ts';
import { readResponse } from '../wire/response.ts';

const LONGEST_WAIT = 5 * 60 * 1000;

export interface Reading {
  readonly body: Json;
  readonly index: number;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Blocking {
  readonly index: number;
  readonly milliseconds: number;
}

function blockingOf(request: SandboxRequest): Blocking {
  const wait = request.query.get('wait') ?? '';
  const index = request.query.get('index') ?? '';
  const stale = request.query.get('stale');
  if (stale !== null && !['', 'true', 'false'].includes(stale)) {
    throw new Refusal(400, 'Expect `true` or `false` for `stale` query string parameter');
  }
  const nanoseconds = wait === '' ? LONGEST_WAIT * 1e6 : parseDuration(wait);
  if (nanoseconds === undefined || nanoseconds < 0) throw new Refusal(400, 'Invalid wait time');
  if (index !== '' && !/^\d+$/u.test(index)) throw new Refusal(400, 'Invalid index');
  return { index: Number(index), milliseconds: Math.min(LONGEST_WAIT, nanoseconds / 1e6) };
}

async function nextChange(cluster: Cluster, signal: AbortSignal, milliseconds: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = (): void => {
      cancelChange();
      cancelTimer();
      signal.removeEventListener('abort', done);
      resolve();
    };
    const cancelChange = cluster.onChange(done);
    const cancelTimer = cluster.clock.after(milliseconds, done);
    signal.addEventListener('abort', done);
  });
}

function indexOf(read: () => Reading): number {
  try {
    return read().index;
  } catch (error) {
    if (error instanceof Refusal && error.index !== undefined) return error.index;
    throw error;
  }
}

/** Newer than the index, `wait` over, or the client gone. */
async function waitPast(
  request: SandboxRequest,
  cluster: Cluster,
  read: () => Reading,
  blocking: Blocking,
): Promise<void> {
  const until = cluster.clock.now() + blocking.milliseconds;
  for (;;) {
    if (indexOf(read) > blocking.index || request.signal.aborted || cluster.closed) return;
    const left = until - cluster.clock.now();
    if (left <= 0) return;
    await nextChange(cluster, request.signal, left);
  }
}

/** With `index`, waits for a change or until `wait` is over. */
export async function blockingRead(
  request: SandboxRequest,
  cluster: Cluster,
  read: () => Reading,
): Promise<SandboxResponse> {
  const blocking = blockingOf(request);
  if (blocking.index > 0) await waitPast(request, cluster, read, blocking);
  const { body, index, headers } = read();
  return readResponse(body, index, headers);
}
