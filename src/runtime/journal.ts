/** The journal of a batch: intent before, result after, each on disk before the work goes on. */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { localError, TrivetError } from '../model/error.ts';
import { own, textAt } from '../model/json.ts';
import { parseJson, writeJson } from '../model/lossless.ts';
import { errorCode, readFailure } from '../profiles/capped-file.ts';

/** What is known of an item: `started` without a result is of unknown outcome. */
type ItemState =
  | { readonly state: 'started' }
  | { readonly state: 'done'; readonly exit: number; readonly lookUp?: string | undefined };

export interface Journal {
  /** By item, 0-based, as of the opening. */
  readonly known: ReadonlyMap<number, ItemState>;
  started(item: number): Promise<void>;
  finished(item: number, exit: number, lookUp: string | undefined): Promise<void>;
  close(): Promise<void>;
}

/** Names the list of items: another list must not be taken for the same. */
const fingerprint = (items: readonly (readonly string[])[]): string =>
  createHash('sha256').update(JSON.stringify(items)).digest('hex');

/** In the file items count from 1, as in the results. */
const stateOf = (line: string): readonly [number, ItemState] | undefined => {
  const entry = parseJson(line);
  const counted = own(entry, 'item');
  if (typeof counted !== 'number') return undefined;
  const item = counted - 1;
  const exit = own(entry, 'exit');
  if (typeof exit !== 'number') return [item, { state: 'started' }];
  return [item, { state: 'done', exit, lookUp: textAt(entry, 'lookUp') }];
};

const readKnown = async (path: string, wanted: string): Promise<ReadonlyMap<number, ItemState>> => {
  const lines = (await readFile(path, 'utf8')).split('\n');
  const [head = '', ...rest] = lines;
  let header: unknown;
  try {
    header = own(parseJson(head), 'journal');
  } catch {
    header = undefined;
  }
  if (header !== wanted) {
    throw localError(
      `the journal ${path} belongs to another list of commands`,
      'Use the file that it was started with.',
    );
  }
  const known = new Map<number, ItemState>();
  for (const line of rest) {
    if (line === '') continue;
    try {
      const found = stateOf(line);
      if (found !== undefined) known.set(...found);
    } catch {
      // The last line of a run that was killed while writing it: its item stays as it was before.
    }
  }
  return known;
};

/** One append at a time; what waits meanwhile goes out together with one sync. */
const appender = (file: FileHandle): ((line: string) => Promise<void>) => {
  let waiting: string[] = [];
  let next: Promise<void> | undefined;
  let current: Promise<void> = Promise.resolve();
  const flush = async (): Promise<void> => {
    const lines = waiting;
    waiting = [];
    next = undefined;
    await file.appendFile(lines.join(''));
    await file.datasync();
  };
  return (line) => {
    waiting.push(line);
    next ??= current = current.then(flush);
    return next;
  };
};

/**
 * Opens a new journal (0600; an existing file is refused), or with `resume` an existing one.
 * @throws TrivetError local
 */
export const openJournal = async (
  path: string,
  items: readonly (readonly string[])[],
  resume: boolean,
): Promise<Journal> => {
  const name = fingerprint(items);
  try {
    const known = resume ? await readKnown(path, name) : new Map<number, ItemState>();
    const { O_WRONLY, O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
    const file = await open(path, O_WRONLY | O_APPEND | O_NOFOLLOW | (resume ? 0 : O_CREAT | O_EXCL), 0o600);
    const append = appender(file);
    // After a line that a kill cut off the next one must begin anew.
    await append(resume ? '\n' : `${writeJson({ journal: name, items: items.length })}\n`);
    return {
      known,
      started: (item) => append(`${writeJson({ item: item + 1 })}\n`),
      finished: (item, exit, lookUp) => append(`${writeJson({ item: item + 1, exit, lookUp })}\n`),
      close: () => file.close(),
    };
  } catch (error) {
    if (error instanceof TrivetError || errorCode(error) === undefined) throw error;
    const exists = errorCode(error) === 'EEXIST';
    const why = exists
      ? 'exists already'
      : errorCode(error) === 'ENOENT' && !resume
        ? 'cannot be written: its folder does not exist'
        : readFailure(error);
    throw localError(`the journal ${path} ${why}`, exists ? 'To go on with it: --resume.' : undefined, error);
  }
};
