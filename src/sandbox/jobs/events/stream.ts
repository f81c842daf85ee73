/** GET /v1/event/stream: one line for each index. */
import type { ReplyStream, SandboxResponse } from '../../contract.ts';
import { allows } from '../operations/access.ts';
import type { Call } from '../operations/call.ts';
import type { Cluster } from '../scheduler/cluster.ts';
import { Refusal } from '../wire/failure.ts';
import { changesAfter, linesOf, type Change } from './changes.ts';
import { readTopics, type Topics } from './topics.ts';

const HEARTBEAT = 30_000;

function readIndex(text: string): number {
  if (text === '') return 0;
  if (!/^[+-]?\d+$/u.test(text)) {
    throw new Refusal(400, `Unable to parse index: strconv.Atoi: parsing "${text}": invalid syntax`);
  }
  return Number(text);
}

/** Without the right the stream ends silently. */
function maySee({ request, cluster, namespace }: Call, topics: Topics): boolean {
  const { principal } = request;
  if (principal?.name === 'owner') return true;
  if (principal === undefined || !topics.onlyJobs) return false;
  const names = namespace === '*' ? [...cluster.namespaces.keys()] : [namespace];
  return names.every((name) => allows(principal, name, 'read-job'));
}

function follow(
  stream: ReplyStream,
  cluster: Cluster,
  from: number,
  isWanted: (change: Change) => boolean,
): () => void {
  let seen = from;
  let isOpen = true;
  let isDue = false;
  let stopBeat: () => void = () => undefined;
  let stopWait: () => void = () => undefined;
  const send = (): void => {
    isDue = false;
    if (!isOpen) return;
    const changes = changesAfter(cluster, seen);
    seen = Math.max(seen, cluster.index);
    for (const line of linesOf(changes.filter(isWanted))) stream.write(line);
  };
  // A record gets its index after the announcement.
  const later = (): void => {
    if (!isDue) queueMicrotask(send);
    isDue = true;
  };
  const wait = (): void => {
    if (cluster.closed) {
      stream.end();
      return;
    }
    stopWait = cluster.onChange(() => {
      later();
      queueMicrotask(() => {
        if (isOpen) wait();
      });
    });
  };
  const beat = (): void => {
    stream.write('{}\n');
    stopBeat = cluster.clock.after(HEARTBEAT, beat);
  };
  beat();
  send();
  wait();
  return () => {
    isOpen = false;
    stopBeat();
    stopWait();
  };
}

export function streamEvents(call: Call): SandboxResponse {
  const { request, cluster, namespace } = call;
  const index = readIndex(request.query.get('index') ?? '');
  const topics = readTopics(request.query.getAll('topic'));
  if (!maySee(call, topics)) return { status: 200, body: Buffer.alloc(0), type: 'application/json' };
  // Past indices are replayed; none, or one of the future, begins now.
  const from = index > 0 && index <= cluster.index ? index - 1 : cluster.index;
  const isWanted = (change: Change): boolean =>
    (namespace === '*' || change.namespace === namespace) &&
    topics.wants(change.topic, [change.key, ...change.filterKeys]);
  return {
    status: 200,
    headers: { 'cache-control': 'no-cache' },
    type: 'application/json',
    stream: (stream) => follow(stream, cluster, from, isWanted),
  };
}
