import { Deadline } from '../../../../system/deadline.ts';
import { until } from '../../../../system/until.ts';
import type { Next } from '../../../../system/until.ts';
import type { Json, JsonObject } from '../../../../documents/json/json.ts';
import { own, textAt } from '../../../../documents/json/json.ts';
import { Exit, TrivetError, usageError } from '../../../../system/error.ts';
import { writeJson } from '../../../../documents/json/lossless.ts';
import type { Operation } from '../../../../catalogue/operation.ts';
import { fieldRows } from '../../../../output/formats/field.ts';
import type { Aliases } from '../../../../output/text/item.ts';
import { find } from '../../../../output/text/item.ts';
import { jsonlRows, picked } from '../../../../output/formats/jsonl.ts';
import type { Globals } from '../../../../run/given-globals.ts';
import { ownList } from '../../../../run/lists/list.ts';
import { wholeList } from '../../../../run/lists/list-page.ts';
import type { WholeList } from '../../../../run/lists/list-page.ts';
import type { CallOptions, Session } from '../../../../run/session/session.ts';
import { formatNames, traitsOf } from '../../../../output/formats/formats.ts';
import { Following, queryTimeout } from './blocking.ts';
import { untilHolds } from './until.ts';
import { plainText } from '../../../../output/text/value.ts';
import { refuseUnknown } from '../known-job.ts';
import type { JobInput } from '../known-job.ts';
import type { OperationContext } from '../../../../run/single/workflow.ts';

/** Only the list of all jobs has `limit`. */
type WatchInput = JobInput &
  Readonly<{
    limit?: number | bigint | undefined;
    until?: string | undefined;
    'or-now'?: boolean | undefined;
  }>;

/** The part whose change counts: all, or the printed fields. */
type Looked = (item: JsonObject) => string;

const keyOf = (item: JsonObject, name: string): string =>
  `${textAt(item, 'Namespace') ?? ''}\n${writeJson(own(item, name) ?? null)}`;

/** Returns items that are new or changed, items that are gone, and the state for the next comparison. */
const changesOf = (
  items: readonly JsonObject[],
  before: ReadonlyMap<string, string>,
  name: string,
  looked: Looked,
): {
  readonly changed: readonly JsonObject[];
  readonly gone: readonly JsonObject[];
  readonly now: ReadonlyMap<string, string>;
} => {
  const now = new Map<string, string>();
  const changed: JsonObject[] = [];
  const gone: JsonObject[] = [];
  for (const item of items) {
    const key = keyOf(item, name);
    const text = looked(item);
    now.set(key, text);
    if (before.get(key) !== text) changed.push(item);
  }
  for (const key of before.keys()) {
    if (now.has(key)) continue;
    const [namespace = '', value = ''] = key.split('\n');
    gone.push({
      [name]: plain(value),
      ...(namespace === '' ? {} : { Namespace: namespace }),
      removed: true,
    });
  }
  return { changed, gone, now };
};

const plain = (text: string): Json => {
  const value: unknown = JSON.parse(text);
  return typeof value === 'string' || typeof value === 'number' ? value : text;
};

/** @throws TrivetError usage, for output that cannot grow */
export const refuseUnwatched = ({ session }: Pick<OperationContext, 'session'>): void => {
  const { output, query } = session.globals;
  if (query !== undefined) throw usageError('--watch and --query cannot be given together');
  if (output !== undefined && traitsOf(output).watch === undefined) {
    const others = formatNames.filter((name) => traitsOf(name).watch !== undefined);
    throw usageError(
      `--watch cannot be given together with -o ${output}`,
      `Use ${others.map((name) => `-o ${name}`).join(' or ')}.`,
    );
  }
};

const writer = (context: OperationContext<Operation, WatchInput>): ((look: WholeList) => Promise<void>) => {
  const { session, presenter, operation } = context;
  const { field, fields, output } = session.globals;
  const { view } = operation;
  const list = view.kind === 'table';
  const name = 'name' in view ? view.name : 'ID';
  let before: ReadonlyMap<string, string> = new Map();
  const screen = traitsOf(presenter.options.format).watch === 'screen' && field === undefined;
  return async ({ first, document, items, complete }) => {
    if (screen) {
      await presenter.redraw({ ...first, document });
      if (output === undefined && (session.io.stdout.rows ?? 24) > 3)
        session.reporter.note('watching; press Ctrl-C to stop');
      return;
    }
    const { wire } = first.product;
    const lines =
      field === undefined ? jsonlRows(fields, wire) : fieldRows(field, presenter.options.terminal, wire);
    const { changed, gone, now } = changesOf(
      items,
      before,
      // A new name is a change, not a removal.
      list ? name : '',
      (item) => writeJson(printedPart(item, session.globals, wire)),
    );
    before = now;
    const told = list && field === undefined && complete ? [...changed, ...gone] : changed;
    await presenter.write(await lines.page(told));
  };
};

const printedPart = (item: JsonObject, { field, fields }: Globals, aliases: Aliases): Json =>
  field !== undefined
    ? (find(item, field, aliases) ?? null)
    : fields === undefined
      ? item
      : picked(item, fields, aliases);

const looker = (context: OperationContext<Operation, WatchInput>) => {
  const limit = context.input.limit === undefined ? undefined : Number(context.input.limit);
  const where = context.where && { ...context.where, silent: true as const };
  return (every: CallOptions, first: CallOptions): Promise<WholeList> =>
    wholeList(ownList(context, { every, first, where }), limit);
};

interface WatchEnd {
  readonly signal: AbortSignal;
  readonly timedOut: () => boolean;
  readonly abort: () => void;
}

export const endOfWatch = ({
  session,
  presenter,
}: Pick<OperationContext, 'session' | 'presenter'>): WatchEnd => {
  const end = new AbortController();
  const abort = (): void => end.abort();
  let timedOut = false;
  session.signal.addEventListener('abort', abort, { once: true });
  if (session.signal.aborted) abort();
  const { timeout: limit } = session.globals;
  if (limit !== undefined) {
    new Deadline(limit, () => session.io.monotonic()).whenPassed(end.signal, () => {
      timedOut = true;
      abort();
    });
  }
  void presenter.readerLeft(end.signal).then(abort);
  return { signal: end.signal, timedOut: () => timedOut, abort };
};

/**
 * Ends at a signal, at `--timeout`, when the reader leaves, or by `--until`.
 * @throws TrivetError 124, if the time ended before `--until` held
 */
export const watch = async (context: OperationContext<Operation, WatchInput>): Promise<number> => {
  const { input, presenter } = context;
  refuseUnwatched(context);
  const { until } = input;
  const holds = until === undefined ? undefined : reachedBy(context, until);
  const end = endOfWatch(context);
  try {
    if ((await follow(context, end.signal, holds)) || until === undefined || !end.timedOut()) return 0;
    await presenter.finish();
    throw new TrivetError('deadline', Exit.deadline, `the condition ${until} was not met within --timeout`, {
      reason: 'until',
      hint: 'Watch longer with --timeout.',
    });
  } finally {
    end.abort();
  }
};

/** A row that matched at the start counts only after it did not match, or with `--or-now`. */
const reachedBy = (
  { operation: { view }, input, session: { reporter } }: OperationContext<Operation, WatchInput>,
  until: string,
): ((items: readonly JsonObject[], wire: Aliases) => boolean) => {
  const holding = untilHolds(until, view);
  const name = 'name' in view ? view.name : 'ID';
  const namesOf = (met: readonly JsonObject[]): string => {
    const names = met.slice(0, 3).map((item) => plainText(own(item, name) ?? null));
    return `${names.join(', ')}${met.length > names.length ? ` and ${met.length - names.length} more` : ''}`;
  };
  const levels = view.kind !== 'table' || input['or-now'] === true;
  let before: ReadonlySet<string> | undefined;
  return (items, wire) => {
    const met = holding(items, wire);
    const fresh = levels ? met : met.filter((item) => before?.has(keyOf(item, name)) === false);
    const [first] = fresh;
    if (first !== undefined) {
      reporter.note(`${until}: met by ${namesOf(fresh)}`);
      return true;
    }
    if (before === undefined && met.length > 0) {
      reporter.note(
        `${until}: already met at the start by ${namesOf(met)}; only another row ends the watch, unless --or-now is given`,
      );
    }
    const still = new Set(met.map((item) => keyOf(item, name)));
    before = before === undefined ? still : new Set([...before].filter((key) => still.has(key)));
    return false;
  };
};

/** Looks until the signal. A failure of the first look is the command's; so is the end of --timeout. */
export const lookUntil = <Seen, T>(
  session: Session,
  signal: AbortSignal,
  look: (options: CallOptions, following: Following) => Promise<Seen>,
  judge: (seen: Seen, following: Following) => Promise<Next<T>>,
) => {
  const following = new Following(session, 'watching');
  let isFirst = true;
  return until({
    read: () =>
      look(
        isFirst
          ? { timeout: session.globals.timeout ?? queryTimeout, signal: session.signal }
          : { timeout: queryTimeout, signal },
        following,
      ),
    judge: async (seen) => {
      const next = await judge(seen, following);
      isFirst = false;
      return next;
    },
    failed: (error) => {
      if (isFirst) throw error;
      return signal.aborted ? { again: 0 } : following.failed(error);
    },
    signal,
  });
};

const follow = async (
  context: OperationContext<Operation, WatchInput>,
  signal: AbortSignal,
  holds: ReturnType<typeof reachedBy> | undefined,
): Promise<boolean> => {
  const write = writer(context);
  const look = looker(context);
  let last: string | undefined;
  const ended = await lookUntil(
    context.session,
    signal,
    (options, following) => look(options, following.blocking()),
    async (seen, following): Promise<Next<true>> => {
      following.saw(seen.first);
      const text = writeJson(seen.document);
      if (text === last) return { again: following.rest() };
      if (last === undefined) await refuseUnknown(context, seen.first.sent);
      last = text;
      await write(seen);
      return holds?.(seen.items, seen.first.product.wire) === true
        ? { done: true }
        : { again: following.rest() };
    },
  );
  return ended.is === 'done';
};
