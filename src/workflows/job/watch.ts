/**
 * Blocking queries: the server answers when something changed, or after half a minute. A connection that a client
 * drops counts at the server until its wait is over, so waits are short.
 */
import { pause } from '../../http/pause.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import { own, textAt } from '../../model/json.ts';
import { TrivetError, usageError } from '../../model/error.ts';
import { writeJson } from '../../model/lossless.ts';
import { fieldOf } from '../../render/field.ts';
import { jsonlRows } from '../../render/jsonl.ts';
import type { Outcome } from '../../runtime/session.ts';
import { serviceOf } from '../../services/index.ts';
import { formatNames, traitsOf } from '../../render/formats.ts';
import { refuseUnknown } from './known-job.ts';
import type { JobInput } from './known-job.ts';
import type { OperationContext } from '../workflow.ts';

const waitSeconds = 30;
/** Milliseconds: a server adds up to a sixteenth to the wait. */
const timeout = (waitSeconds + 15) * 1000;
/** Milliseconds between two questions where the server does not block, and where it does. */
const pollPause = 2000;
const shortPause = 100;
/** Failures in a row after which it is given up. */
const patience = 10;

const passing = new Set(['unavailable', 'unreachable', 'deadline', 'rate-limited']);

/** The index of a reply; undefined where the server has none, and cannot block. */
const indexOf = ({ response }: Outcome): bigint | undefined => {
  const name = Object.keys(response.headers).find((one) => /^x-[a-z]+-index$/.test(one));
  const value = name === undefined ? undefined : response.headers[name]?.[0];
  return value !== undefined && /^\d{1,20}$/.test(value) ? BigInt(value) : undefined;
};

/** Items that are new or other than before, those that went, and what to compare with next time. */
const changesOf = (
  items: readonly JsonObject[],
  before: ReadonlyMap<string, string>,
  name: string,
): { readonly changed: readonly JsonObject[]; readonly now: ReadonlyMap<string, string> } => {
  const now = new Map<string, string>();
  const changed: JsonObject[] = [];
  for (const item of items) {
    const key = `${textAt(item, 'Namespace') ?? ''}\n${writeJson(own(item, name) ?? null)}`;
    const text = writeJson(item);
    now.set(key, text);
    if (before.get(key) !== text) changed.push(item);
  }
  for (const key of before.keys()) {
    if (now.has(key)) continue;
    const [namespace = '', value = ''] = key.split('\n');
    changed.push({
      [name]: plain(value),
      ...(namespace === '' ? {} : { Namespace: namespace }),
      removed: true,
    });
  }
  return { changed, now };
};

const plain = (text: string): Json => {
  const value: unknown = JSON.parse(text);
  return typeof value === 'string' || typeof value === 'number' ? value : text;
};

const refuseOutput = ({ session }: OperationContext): void => {
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

/** Writes what changed: lines in a pipe, the whole anew on a terminal. */
const writer = (context: OperationContext<JobInput>): ((outcome: Outcome) => Promise<void>) => {
  const { session, presenter, operation } = context;
  const { field, fields, output } = session.globals;
  const { view } = operation;
  const name = 'name' in view ? view.name : 'ID';
  let before: ReadonlyMap<string, string> = new Map();
  const screen = traitsOf(presenter.options.format).watch === 'screen' && field === undefined;
  return async (outcome) => {
    const items = serviceOf(operation.service).readItems(outcome.document, view);
    const { changed, now } = changesOf(items, before, name);
    // One item that has another name now is a change, and nothing that went.
    before = view.kind === 'table' ? now : new Map();
    if (screen) {
      // Home and erase: nothing is scrolled away but the last rendering.
      if (presenter.options.terminal) await presenter.write('\u001b[H\u001b[2J');
      await presenter.show(outcome);
      if (output === undefined) session.reporter.note('watching: Ctrl-C ends it');
    } else if (field !== undefined) {
      for (const item of changed) {
        if (item['removed'] !== true)
          await presenter.write(`${fieldOf(item, field, false)}
`);
      }
    } else await presenter.write(await jsonlRows(fields, outcome.product.wire).page(changed));
  };
};

/** Shows the reply, and again at every change, until a signal. */
export const watch = async (context: OperationContext<JobInput>): Promise<number> => {
  const { session, operation, input, options } = context;
  refuseOutput(context);
  const write = writer(context);
  let last: string | undefined;
  let index: bigint | undefined;
  let failures = 0;
  while (!session.signal.aborted) {
    const blocking: readonly (readonly [string, string])[] =
      index === undefined || index < 1n
        ? []
        : [
            ['index', String(index)],
            ['wait', `${waitSeconds}s`],
          ];
    try {
      const outcome = await session.call(operation, input, {
        ...options,
        query: blocking,
        ...(blocking.length === 0 ? {} : { blocking: true }),
        timeout: session.globals.timeout ?? timeout,
      });
      failures = 0;
      const next = indexOf(outcome);
      // An index that went back is another cluster's, or a restored one's: begin anew.
      index = next === undefined || (index !== undefined && next < index) ? undefined : next;
      const text = writeJson(outcome.document);
      if (text !== last) {
        if (last === undefined) await refuseUnknown(context, outcome);
        last = text;
        await write(outcome);
      }
      await pause(next === undefined ? pollPause : shortPause, session.signal);
    } catch (error) {
      if (session.signal.aborted) break;
      const temporary = error instanceof TrivetError && passing.has(error.code);
      failures += 1;
      if (last === undefined || !temporary || failures > patience) throw error;
      session.reporter.warnOnce(`${error.message}; watching goes on`);
      await pause(Math.min(30_000, 1000 * 2 ** failures), session.signal);
    }
  }
  return 0;
};
