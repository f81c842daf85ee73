import { quoted, wordOf } from '../../../../catalogue/text/server-text.ts';
import { Exit, TrivetError, usageError } from '../../../../system/error.ts';
import type { GivenInput } from '../../../../catalogue/parameter.ts';
import type { JsonObject } from '../../../../documents/json/json.ts';
import { until } from '../../../../system/until.ts';
import type { Next } from '../../../../system/until.ts';
import type { Secret } from '../../../../catalogue/http.ts';
import { printsText } from '../../../../run/single/prints-text.ts';
import type { Sink } from '../../../../output/formats/options.ts';
import { troubledTasks } from '../../../../output/text/job-cells.ts';
import { age } from '../../../../output/text/time.ts';
import { shellWord } from '../../../../catalogue/text/shell-words.ts';
import type { OwnContext } from '../../../../run/single/workflow.ts';
import type { ofLogs } from '../../operations/logs.ts';
import { logsView } from '../../fields.ts';
import { show } from '../../operations/show.ts';
import { endOfWatch } from '../watch/watch.ts';
import type { SeenAllocation } from '../wait/observed.ts';
import { isBroken } from '../wait/group-verdict.ts';
import { chosenAllocation, chosenTask, isOver, failureReason } from './choose.ts';
import { JobWatch } from './job-end.ts';
import type { JobEnd } from './job-end.ts';
import { knownSecrets } from './known-secrets.ts';
import { LogLines } from './lines.ts';
import { LogStream } from './log-stream.ts';
import { lastLines } from './tail.ts';
import { suggest } from '../../../../run/suggest.ts';

type Context = OwnContext<GivenInput<typeof ofLogs>>;

interface Reading {
  readonly context: Context;
  readonly watch: JobWatch;
  readonly signal: AbortSignal;
  readonly secrets: readonly Secret[] | undefined;
}

const ofGroup = ({ watch, context: { input } }: Reading): readonly SeenAllocation[] =>
  watch.all.filter(({ group }) => input.group === undefined || group === input.group);

const streamOf = ({ input }: Context): 'stdout' | 'stderr' => (input.stderr === true ? 'stderr' : 'stdout');

const short = (id: string): string => id.slice(0, 8);

const linesOf = (
  { context: { presenter, session }, secrets }: Reading,
  prefix: string,
  to: Sink = (text) => presenter.write(text),
): LogLines =>
  new LogLines({
    prefix,
    secrets,
    terminal: session.io.stdout.isTTY === true && session.globals.out === undefined,
    write: to,
  });

/** Announces `log of task main (stdout) in allocation 1234abcd of group g: failed 3 minutes ago`. */
const announce = ({ context }: Reading, one: SeenAllocation, task: string): void => {
  const { session } = context;
  const reason = failureReason(one);
  const when = age(one.changedAt ?? 0, session.io.now());
  session.reporter.note(
    `task ${wordOf(task)} (${streamOf(context)}) in allocation ${short(one.id)} of group ${quoted(one.group)}, version ${one.version}: ` +
      `${wordOf(one.status)}, changed ${when}${reason === '' ? '' : `: ${reason}`}`,
  );
};

const log = ({ context }: Reading, one: SeenAllocation, task: string): LogStream =>
  new LogStream(context.session, { allocation: one, task, type: streamOf(context) });

const isMissing = (error: unknown): boolean => error instanceof TrivetError && error.code === 'not-found';

/** Whether nothing collects the task's output. */
const hasNoLog = (error: unknown): boolean =>
  error instanceof TrivetError && error.details.reason === 'no-log';

/** Whether the node was lost, and may come back. */
const isSilent = (error: unknown): boolean =>
  error instanceof TrivetError && error.details.reason === 'node-silent';

const noTask = ({ context: { session, input } }: Reading, one: SeenAllocation): TrivetError =>
  new TrivetError('not-found', Exit.notFound, `no task of allocation ${short(one.id)} has started`, {
    reason: 'not-started',
    hint: `See why: ${suggest(session, `job events ${shellWord(input.job_id)}`)}`,
  });

const readOnce = async (reading: Reading, one: SeenAllocation, lines: LogLines): Promise<boolean> => {
  const task = chosenTask(one, reading.context.input.task);
  if (task === undefined) throw noTask(reading, one);
  const { tail } = reading.context.input;
  const stream = (): LogStream => log(reading, one, task);
  let isEmpty = true;
  const write = async (part: Uint8Array): Promise<void> => {
    isEmpty &&= part.length === 0;
    await lines.write(part);
  };
  if (tail === undefined) {
    for await (const part of stream().read(false, 'start', reading.signal))
      if (part !== 'quiet') await write(part);
  } else await write(await lastLines(Number(tail), (from) => stream().read(false, from, reading.signal)));
  await lines.flush();
  return !isEmpty;
};

/** Heartbeats after a task's end, when nothing more is expected. */
const enoughBeats = 2;

const followOne = async (reading: Reading, one: SeenAllocation, lines: LogLines): Promise<void> => {
  const { watch, signal, context } = reading;
  const now = (): SeenAllocation =>
    watch.all.find(({ id }) => id === one.id) ?? { ...one, status: 'complete' };
  const begun = await until({
    read: () => chosenTask(now(), context.input.task),
    judge: (task): Next<string | undefined> =>
      task === undefined && !isOver(now()) ? { again: () => watch.changed() } : { done: task },
    signal,
  });
  if (begun.is !== 'done' || begun.value === undefined) return;
  const stream = log(reading, one, begun.value);
  const { tail } = context.input;
  let from: 'start' | number = tail === undefined ? 'start' : 0;
  const readOn = async (): Promise<void> => {
    let beats = 0;
    const over = isOver(now());
    if (tail !== undefined && from === 0) {
      await lines.write(await lastLines(Number(tail), (bytes) => stream.again(bytes, signal)));
      from = 'start';
    }
    for await (const part of stream.read(!over, from, signal)) {
      watch.works();
      if (part !== 'quiet') {
        beats = 0;
        await lines.write(part);
        continue;
      }
      await lines.flush();
      beats = isOver(now()) ? beats + 1 : 0;
      if (beats >= enoughBeats) break;
    }
  };
  await until({
    read: readOn,
    judge: () => (isOver(now()) ? { done: true } : { again: 0 }),
    failed: (error) => {
      if (!isMissing(error) && !isSilent(error)) return watch.failed(error);
      const { reporter } = context.session;
      if (isOver(now())) {
        reporter.warn(
          isMissing(error)
            ? messageOf(error)
            : `the log of allocation ${short(one.id)} could not be read: ${messageOf(error)}`,
        );
        return { done: true };
      }
      if (isSilent(error)) {
        reporter.warnOnce(`the node of allocation ${short(one.id)} does not answer; still following`);
        // The list may be late.
        return { again: nodePause };
      }
      if (hasNoLog(error)) reporter.warnOnce(`${messageOf(error)}; still following`);
      return { again: () => watch.changed() };
    },
    signal,
  });
  await lines.flush();
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Milliseconds. */
const nodePause = 2000;

/** Milliseconds. */
const idlePause = 1000;

const failed = ({ context: { session, input } }: Reading, why: string): TrivetError =>
  new TrivetError('job-failed', Exit.failed, `job ${input.job_id} failed: ${why}`, {
    reason: 'failed',
    hint: `See what happened: ${suggest(session, `job events ${shellWord(input.job_id)}`)}`,
  });

const follow = async (reading: Reading, first: SeenAllocation | undefined): Promise<number> => {
  const { context, watch, signal } = reading;
  const { session, presenter, input } = context;
  const all = first === undefined;
  const ended = new AbortController();
  const started = new Set<string>();
  const running = new Set<Promise<void>>();
  let failure: unknown;
  const start = (one: SeenAllocation): void => {
    if (started.has(one.id)) return;
    started.add(one.id);
    const task = chosenTask(one, input.task);
    if (!all) announce(reading, one, task ?? 'that starts first');
    const lines = linesOf(reading, all ? `${short(one.id)} ` : '');
    const under = followOne(reading, one, lines)
      .catch((error: unknown) => {
        failure ??= error;
        ended.abort();
      })
      .finally(() => running.delete(under));
    running.add(under);
  };
  const watching = watch.follow(AbortSignal.any([signal, ended.signal])).catch((error: unknown) => {
    failure ??= error;
    ended.abort();
  });
  let last = first ?? ofGroup(reading)[0];
  let said = '';
  const further = async (): Promise<Next<SeenAllocation | JobEnd | 'failed'>> => {
    if (failure !== undefined) return { done: 'failed' };
    const fresh = ofGroup(reading).filter((one) => !isOver(one) && !started.has(one.id));
    const current = watch.all.find(({ id }) => id === last?.id) ?? last;
    const next = all || current === undefined ? fresh[0] : watch.successorOf(current);
    const found = next === undefined || started.has(next.id) ? besides(fresh, current) : next;
    if (found !== undefined) return { done: found };
    last = current ?? ofGroup(reading)[0];
    if (last === undefined) throw noTaskOfJob(input.job_id);
    const end = await watch.end(input.group);
    const note = `job ${input.job_id} ${end.why}`;
    if (note !== said && end.is !== 'failed') session.reporter.note(note);
    said = note;
    return end.is === 'goes-on' ? { again: idlePause } : { done: end };
  };
  try {
    for (const one of all ? everyAllocation(ofGroup(reading)) : []) start(one);
    for (;;) {
      if (all) for (const one of ofGroup(reading)) if (!isOver(one)) start(one);
      if (!all && last !== undefined) start(last);
      await Promise.race([Promise.all(running), ...(all ? [watch.changed()] : [])]);
      if (failure === undefined && !signal.aborted && running.size > 0) continue;
      const found = await until({
        read: () => watch.read(false),
        judge: further,
        failed: (error) => watch.failed(error),
        signal,
      });
      if (failure !== undefined) throw failure;
      if (found.is !== 'done' || found.value === 'failed') return Exit.ok;
      if ('id' in found.value) last = found.value;
      else if (found.value.is === 'ended') return Exit.ok;
      else {
        await presenter.finish();
        throw failed(reading, found.value.why);
      }
    }
  } finally {
    ended.abort();
    void watching;
  }
};

const besides = (
  fresh: readonly SeenAllocation[],
  ended: SeenAllocation | undefined,
): SeenAllocation | undefined =>
  ended === undefined || (isBroken(ended) && ended.wanted)
    ? undefined
    : (fresh.find(({ group }) => group === ended.group) ?? fresh[0]);

const noTaskOfJob = (job: string): TrivetError =>
  new TrivetError('not-found', Exit.notFound, `job ${job} has no allocations`);

const everyAllocation = (all: readonly SeenAllocation[]): readonly SeenAllocation[] => {
  const newest = all.filter(({ name }, at) => all.findIndex((one) => one.name === name) === at);
  const live = newest.filter((one) => !isOver(one) || isBroken(one));
  return (live.length > 0 ? live : newest).toReversed();
};

/** The other stream often says why a task failed. @param isEmpty this one had nothing */
const noteOther = ({ context }: Reading, one: SeenAllocation, isEmpty: boolean): void => {
  const { session, input } = context;
  const stream = streamOf(context);
  const hasCrashed = isBroken(one) || Object.keys(troubledTasks(one.tasks)).length > 0;
  if (!isEmpty && (stream === 'stderr' || !hasCrashed)) return;
  const task = input.task === undefined ? '' : ` --task ${shellWord(input.task)}`;
  const words = `job logs ${shellWord(input.job_id)} --alloc-id ${short(one.id)} --stderr${task}`;
  const other = stream === 'stderr' ? '' : `for stderr: ${suggest(session, words)}`;
  session.reporter.note([isEmpty ? `its ${stream} is empty` : '', other].filter(Boolean).join('; '));
};

const rowOf = (reading: Reading, one: SeenAllocation, text: string): JsonObject => ({
  allocation: one.id,
  group: one.group,
  task: chosenTask(one, reading.context.input.task) ?? '',
  stream: streamOf(reading.context),
  version: one.version,
  status: one.status,
  reason: failureReason(one),
  log: text,
});

const readEach = async (
  reading: Reading,
  chosen: readonly SeenAllocation[],
  to: Sink | undefined,
): Promise<readonly JsonObject[]> => {
  const { context } = reading;
  const several = context.input['every-allocation'] === true;
  const rows: JsonObject[] = [];
  for (const one of chosen) {
    const parts: Uint8Array[] = [];
    const lines = to
      ? linesOf(reading, several ? `${short(one.id)} ` : '', to)
      : new LogLines({
          prefix: '',
          secrets: reading.secrets,
          terminal: true,
          write: (text) => Promise.resolve(void parts.push(Buffer.from(text))),
        });
    try {
      const isEmpty = !(await readOnce(reading, one, lines));
      if (to !== undefined && !several) noteOther(reading, one, isEmpty);
    } catch (error) {
      if (!several || !(isMissing(error) || isSilent(error))) throw error;
      context.session.reporter.warn(`${short(one.id)}: ${messageOf(error)}`);
    }
    if (to === undefined) rows.push(rowOf(reading, one, Buffer.concat(parts).toString('utf8')));
  }
  return rows;
};

const printOnce = async (
  reading: Reading,
  chosen: readonly SeenAllocation[],
  asText: boolean,
): Promise<void> => {
  const { presenter } = reading.context;
  if (asText) return presenter.read(async (to) => void (await readEach(reading, chosen, to)));
  const rows = await readEach(reading, chosen, undefined);
  return presenter.showDocument(logsView, rows, rows);
};

export default async (context: Context): Promise<number> => {
  const { session, presenter, input } = context;
  const asText = printsText(session.globals);
  const every = input['every-allocation'] === true;
  if (input.follow === true && !asText)
    throw usageError('--follow prints text: it cannot be given together with -o');
  if (input.follow === true && input.previous === true)
    throw usageError(
      '--follow and --previous cannot be given together',
      'An allocation that was replaced has ended.',
    );
  if (every && (input.alloc_id !== undefined || input.previous === true))
    throw usageError(
      `--every-allocation and ${input.previous === true ? '--previous' : '--alloc-id'} cannot be given together`,
    );
  const end = endOfWatch(context);
  const place = { job_id: input.job_id };
  const watch = new JobWatch(session, place, end.signal);
  const secrets = presenter.options.reveal ? undefined : await knownSecrets(session);
  const reading: Reading = { context, watch, signal: end.signal, secrets };
  try {
    await watch.read(false);
    // Real servers reply with an empty list for an unknown job.
    if (watch.all.length === 0) await session.lookUp(show, place);
    const inGroup = ofGroup(reading);
    if (every) {
      if (input.follow === true) return await follow(reading, undefined);
      const chosen = everyAllocation(inGroup);
      if (chosen.length === 0) throw noTaskOfJob(input.job_id);
      await printOnce(reading, chosen, asText);
      return Exit.ok;
    }
    const chosen = chosenAllocation(input.job_id, watch.all, {
      allocation: input.alloc_id,
      group: input.group,
      previous: input.previous === true,
    });
    if (input.follow === true) {
      // The successor of an ended allocation is followed.
      const live = isOver(chosen) && input.alloc_id === undefined ? watch.successorOf(chosen) : undefined;
      return await follow(reading, live ?? chosen);
    }
    announce(reading, chosen, chosenTask(chosen, input.task) ?? 'that starts first');
    await printOnce(reading, [chosen], asText);
    return Exit.ok;
  } finally {
    end.abort();
  }
};
