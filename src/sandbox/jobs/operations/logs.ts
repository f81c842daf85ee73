import type { ReplyStream, SandboxResponse } from '../../contract.ts';
import type { Clock } from '../../contract.ts';
import type { Allocation } from '../scheduler/records.ts';
import { hasNoLogs, taskLog, type LogType } from '../scheduler/task-log.ts';
import { Refusal } from '../wire/failure.ts';
import { parseBoolean } from '../wire/query.ts';
import { plainResponse } from '../wire/response.ts';
import type { Call } from './call.ts';
import { checkId, owned } from './identity.ts';

/** Milliseconds between looks at a log; a quiet one gets a heartbeat. */
const PULSE = 1000;
const FRAME = 64 * 1024;

interface Wanted {
  readonly task: string;
  readonly type: LogType;
  readonly follow: boolean;
  readonly plain: boolean;
  readonly fromEnd: boolean;
  readonly offset: number;
}

function readFlag({ request }: Call, name: string): boolean {
  const value = request.query.get(name) ?? '';
  if (value === '') return false;
  const parsed = parseBoolean(value);
  if (parsed !== undefined) return parsed;
  throw new Refusal(
    400,
    `failed to parse ${name} field to boolean: strconv.ParseBool: parsing "${value}": invalid syntax`,
  );
}

function readWanted(call: Call): Wanted {
  const { query } = call.request;
  const task = query.get('task') ?? '';
  if (task === '') throw new Refusal(400, 'must provide task name');
  const follow = readFlag(call, 'follow');
  const plain = readFlag(call, 'plain');
  const type = query.get('type');
  if (type !== 'stdout' && type !== 'stderr') throw new Refusal(400, 'must provide log type (stdout/stderr)');
  const offset = query.get('offset') || '0';
  if (!/^[+-]?\d+$/u.test(offset)) {
    throw new Refusal(400, `error parsing offset: strconv.ParseInt: parsing "${offset}": invalid syntax`);
  }
  const origin = query.get('origin') || 'start';
  if (origin !== 'start' && origin !== 'end') throw new Refusal(400, 'origin must be start or end');
  return { task, type, follow, plain, fromEnd: origin === 'end', offset: Number(offset) };
}

function readableAllocation(call: Call, id: string, ...also: readonly 'read-logs'[]): Allocation {
  if (id === '') throw new Refusal(400, 'must provide a valid alloc id');
  checkId(id, 'alloc');
  const { presented, principal } = call.request;
  if (presented && principal === undefined) throw new Refusal(500, 'rpc error: Permission denied');
  const unknown = new Refusal(404, `Unknown allocation "${id}"`);
  return owned(call, call.cluster.allocations.get(id), unknown, 'read-fs', ...also);
}

function beginning(size: number, { fromEnd, offset }: Wanted): number {
  if (offset < 0) return Math.min(size, -offset);
  if (!fromEnd) return Math.min(size, offset);
  return offset === 0 ? 0 : Math.max(0, size - offset);
}

function frames(log: Buffer, from: number, { task, type }: Wanted): string {
  let text = '';
  for (let start = from; start < log.length; start += FRAME) {
    const part = log.subarray(start, start + FRAME);
    const File = `alloc/logs/${task}.${type}.0`;
    text += JSON.stringify({ Data: part.toString('base64'), File, Offset: start + part.length });
  }
  return text;
}

function follow(stream: ReplyStream, clock: Clock, wanted: Wanted, read: () => Buffer): () => void {
  let sent = beginning(read().length, wanted);
  let cancel: () => void = () => undefined;
  const send = (isFirst: boolean): void => {
    const log = read();
    if (log.length > sent) stream.write(wanted.plain ? log.subarray(sent) : frames(log, sent, wanted));
    else if (!isFirst && !wanted.plain) stream.write('{}');
    sent = Math.max(sent, log.length);
    cancel = clock.after(PULSE, () => send(false));
  };
  send(true);
  return () => cancel();
}

export function readLogs(call: Call, id: string): SandboxResponse {
  const wanted = readWanted(call);
  const allocation = readableAllocation(call, id, 'read-logs');
  const state = allocation.tasks.get(wanted.task);
  if (state === undefined) throw new Refusal(400, `unknown task name "${wanted.task}"`);
  if (state.runs.length === 0) {
    throw new Refusal(404, `task "${wanted.task}" not started yet. No logs available`);
  }
  if (hasNoLogs(allocation, wanted.task)) {
    throw new Refusal(404, `log entry for task "${wanted.task}" and log type "${wanted.type}" not found`);
  }
  const { clock } = call.cluster;
  const type = wanted.plain ? 'text/plain' : 'application/json';
  const read = (): Buffer => taskLog(allocation, wanted.task, wanted.type, clock.now());
  if (wanted.follow) {
    return { status: 200, type, stream: (stream) => follow(stream, clock, wanted, read) };
  }
  const log = read();
  const from = beginning(log.length, wanted);
  const body = wanted.plain ? log.subarray(from) : Buffer.from(frames(log, from, wanted));
  return { status: 200, type, body };
}

/** Only logs are files. */
export function listFiles(call: Call, id: string): SandboxResponse {
  const allocation = readableAllocation(call, id);
  const now = call.cluster.clock.now();
  const path = (call.request.query.get('path') ?? '/').replaceAll(/^\/+|\/+$/g, '');
  const tasks = [...allocation.tasks.keys()];
  const entry = { ContentType: '', ModTime: new Date(now).toISOString() };
  const folders = (...names: readonly string[]): SandboxResponse =>
    plainResponse(names.map((Name) => ({ ...entry, FileMode: 'drwxrwxrwx', IsDir: true, Name, Size: 4096 })));
  if (path === '') return folders(...['alloc', ...tasks].sort());
  if (path === 'alloc') return folders('data', 'logs', 'tmp');
  if (tasks.includes(path)) return folders('local', 'private', 'secrets', 'tmp');
  if (path === 'alloc/data' || tasks.includes(path.replace(/\/local$/, ''))) return plainResponse([]);
  if (path !== 'alloc/logs') throw new Refusal(500, `open /alloc/${id}/${path}: no such file or directory`);
  const logged = tasks.filter((task) => !hasNoLogs(allocation, task));
  const files = logged.flatMap((task) =>
    (['stderr', 'stdout'] as const).map((type) => ({
      ...entry,
      FileMode: '-rw-r--r--',
      IsDir: false,
      Name: `${task}.${type}.0`,
      Size: taskLog(allocation, task, type, now).length,
    })),
  );
  return plainResponse(files);
}
