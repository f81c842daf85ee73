/**
 * The journal of a run over many items: a line before and after each item, on disk before the work continues. It
 * belongs to one list with its servers, and to one run at a time.
 */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { localError, TrivetError, usageError } from '../../system/error.ts';
import type { Json, JsonObject } from '../../documents/json/json.ts';
import { isArray, own, textAt } from '../../documents/json/json.ts';
import { jsonIn, writeJson } from '../../documents/json/lossless.ts';
import { aboutFile, errorCode, fileFailure, outputError, readFailure } from '../../system/system-error.ts';
import { readCapped } from '../../system/capped-file.ts';
import { withLock } from '../../system/lock-file.ts';
import { randomHex } from '../../system/random-hex.ts';
import { shellWord } from '../../catalogue/text/shell-words.ts';
import { plural } from '../../output/text/plural.ts';
import type { Closing } from './head.ts';
import type { Basis } from './proof.ts';
import { runIdIn } from './proof.ts';
import type { StepState } from './change-log.ts';
import { foldLog } from './change-log.ts';

export interface Journal {
  readonly id: string;
  readonly checked: number;
  readonly known: ReadonlyMap<number, StepState>;
  /** Resolves once the line is on disk. Exit 74 if it cannot be written: the item must not be sent. */
  started(item: number, basis?: Basis): Promise<void>;
  /** To be called when the result can no longer be lost. */
  ended(item: number, exit: number, lookUp: string | undefined, made?: true): Promise<void>;
  /** To be called after a passed check, with the items up to the end of the wave. */
  passed(items: number): Promise<void>;
}

export interface JournalHead {
  readonly list: string;
  readonly items: number;
  /** One entry, sorted, for each server, with all that distinguishes it. */
  readonly servers: readonly Json[];
  readonly resolved?: Json;
  /** Whether a check follows each wave; as long as the last one has not passed, something is left to do. */
  readonly check?: boolean | undefined;
  readonly receipt?: JsonObject | undefined;
}

export const fingerprint = (items: Iterable<string>): string => {
  const hash = createHash('sha256');
  for (const item of items) hash.update(item).update('\n');
  return hash.digest('hex');
};

/** Bytes: about twenty million items. */
const longest = 1 << 30;

const headLine = (id: string, { list, items, servers, resolved, check, receipt }: JournalHead): string => {
  const more = { ...(check === true ? { check } : {}), ...(resolved === undefined ? {} : { resolved }) };
  return `${writeJson({ journal: 2, id, ...receipt, list, items, servers: [...servers], ...more })}\n`;
};

export const notContinued = (back: number): TrivetError =>
  usageError(
    `the run cannot be continued: ${plural(back, 'change')} of it ${back === 1 ? 'was' : 'were'} taken back`,
    'Give the command again for what it should change now. To take back the rest: trivet undo',
  );

export const notContinuedAs = ({ at, by }: Closing): TrivetError =>
  usageError(
    `the run cannot be continued: it was closed at ${at} (${by})`,
    'Give the command again for what it should change now.',
  );

const textsOf = (servers: Json | undefined): readonly string[] =>
  isArray(servers) ? servers.map((server) => writeJson(server)) : [];

/** Fails with exit 3 unless the journal belongs to the list and servers of `head`. */
const checkHead = (path: string, line: string, head: JournalHead): void => {
  const found = jsonIn(line);
  const format = own(found, 'journal');
  if (format !== 2) {
    throw format === undefined
      ? localError(
          `${path} is not a receipt`,
          'The message of a run that did not end well names its receipt.',
        )
      : localError(
          `${path} is a receipt of format ${writeJson(format)}, and this trivet reads format 2`,
          'Continue with the trivet that wrote it, or look at each object and run the command again without --resume.',
        );
  }
  if (own(found, 'list') !== head.list) {
    throw localError(
      `the receipt ${path} belongs to another list of commands`,
      'Give the file, or the command with all its flags, that it was started with.',
    );
  }
  const [before, now] = [textsOf(own(found, 'servers')), textsOf(head.servers)];
  if (before.join('\n') === now.join('\n')) return;
  const only = (some: readonly string[], others: readonly string[]): string =>
    some.filter((one) => !others.includes(one)).join(', ');
  const [itsOwn, ours] = [only(before, now), only(now, before)];
  const differences = [
    ...(itsOwn === '' ? [] : [`it has ${itsOwn}`]),
    ...(ours === '' ? [] : [`this run would use ${ours}`]),
  ];
  throw localError(
    `the receipt ${path} belongs to other servers, or other places on them: ${differences.join(', ')}`,
    'Use the profile, address, organization, namespace and mount that it was started with.',
  );
};

/** Fails with exit 3 if somebody else could have written the file, since it decides what is sent. */
const readOwn = async (path: string): Promise<string> => {
  const what = `the receipt ${path}`;
  const { uid, mode } = await stat(path).catch((error: unknown) => {
    throw localError(`${what} ${readFailure(error)}`, undefined, error);
  });
  const own = process.getuid?.();
  if (own !== undefined && uid !== own) throw localError(`${what} belongs to another user`);
  if (own !== undefined && (mode & 0o022) !== 0) {
    throw localError(
      `${what} can be changed by others (mode ${(mode & 0o777).toString(8).padStart(4, '0')})`,
      `If you know what it contains: chmod 600 ${shellWord(path)}`,
    );
  }
  return Buffer.from(await readCapped(path, longest, what)).toString('utf8');
};

interface Continued {
  readonly resolved: Json;
  readonly steps: ReadonlyMap<number, StepState>;
}

/**
 * Items of a journal, to continue without their list, and what became of them.
 * @throws TrivetError local, for a file that cannot be read or is not such a journal
 */
export const readContinued = async (path: string): Promise<Continued> => {
  // The head is missing if a kill cut it off before anything was sent.
  const [first = '', ...lines] = (await readOwn(path)).split('\n');
  const head = jsonIn(first);
  const resolved = own(head, 'journal') === 2 ? own(head, 'resolved') : undefined;
  if (resolved === undefined) throw localError(`${path} is not the receipt of a change of many objects`);
  return { resolved, steps: foldLog(lines).steps };
};

const isCutHead = (text: string): boolean => {
  const begins = '{"journal":2,';
  return jsonIn(text) === undefined && (text.startsWith(begins) || begins.startsWith(text));
};

interface Known {
  readonly id: string | undefined;
  readonly steps: ReadonlyMap<number, StepState>;
  readonly checked: number;
}

const readKnown = async (path: string, head: JournalHead): Promise<Known | undefined> => {
  const text = await readOwn(path);
  const end = text.indexOf('\n');
  const first = end === -1 ? text : text.slice(0, end);
  if (end === -1 && isCutHead(text)) return undefined;
  checkHead(path, first, head);
  const { steps, changes, checked, closed } = foldLog(text.slice(end + 1).split('\n'));
  const back = changes.filter(({ undone }) => undone !== undefined).length;
  if (back > 0) throw notContinued(back);
  if (closed !== undefined) throw notContinuedAs(closed);
  return { id: runIdIn(jsonIn(first)), steps, checked };
};

/** The command that continues; a file name without dot or slash would be read as an ID. */
const continuing = (path: string): string =>
  `trivet changes continue ${shellWord(/[./]/.test(path) ? path : `./${path}`)}`;

/** Appends entries; those that wait are written together, with one sync. */
const appender = (file: FileHandle, path: string): ((line: string) => Promise<void>) => {
  let waiting: string[] = [];
  let next: Promise<void> | undefined;
  let current: Promise<void> = Promise.resolve();
  const flush = async (): Promise<void> => {
    const lines = waiting;
    waiting = [];
    next = undefined;
    try {
      await file.appendFile(lines.join(''));
      await file.datasync();
    } catch (error) {
      throw outputError(`the receipt ${path}`, error).with({
        details: { hint: `When it can be written again: ${continuing(path)}` },
      });
    }
  };
  return (line) => {
    waiting.push(line);
    next ??= current = current.then(flush);
    return next;
  };
};

const { O_WRONLY, O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;

const openFailure = (path: string, resume: boolean, error: unknown): unknown => {
  const code = errorCode(error);
  if (error instanceof TrivetError || code === undefined) return error;
  if (code === 'EEXIST') {
    return localError(`the receipt ${path} exists already`, `To continue it: ${continuing(path)}`, error);
  }
  if (code === 'ENOENT') {
    const why = resume ? 'does not exist' : 'cannot be written: its folder does not exist';
    return localError(`the receipt ${path} ${why}`, undefined, error);
  }
  return fileFailure(aboutFile(error, path)) ?? error;
};

const opened = async (path: string, head: JournalHead, resume: boolean) => {
  try {
    const known = resume ? await readKnown(path, head) : undefined;
    const file = await open(
      path,
      O_WRONLY | O_APPEND | (O_NOFOLLOW ?? 0) | (resume ? 0 : O_CREAT | O_EXCL),
      0o600,
    );
    const append = appender(file, path);
    const id = known?.id ?? textAt(head.receipt, 'id') ?? randomHex(4);
    try {
      if (known === undefined) await file.truncate(0);
      // A new line starts, so that nothing is appended to a line that a kill cut off.
      await append(known === undefined ? headLine(id, head) : '\n');
    } catch (error) {
      await file.close();
      if (resume || !(error instanceof TrivetError)) throw error;
      // A file without a head would count as a damaged receipt.
      await rm(path, { force: true });
      throw error.with({ details: { effect: 'not-sent', hint: undefined } });
    }
    return { file, append, id, known: known?.steps ?? new Map(), checked: known?.checked ?? 0 };
  } catch (error) {
    throw openFailure(path, resume, error);
  }
};

/**
 * Opens a new journal (0600; an existing file is refused) or, with `resume`, an existing one.
 * @throws TrivetError local: another run holds it, or it belongs to another list or other servers; output: the disk
 * is full
 */
export const withJournal = async <T>(
  path: string,
  head: JournalHead,
  resume: boolean,
  work: (journal: Journal) => Promise<T>,
): Promise<T> => {
  const refusal = (): Error =>
    localError(`the receipt ${path} is in use by another run of trivet`, 'Wait for it to end, or stop it.');
  const locked = async (): Promise<T> => {
    const { file, append, id, known, checked } = await opened(path, head, resume);
    try {
      return await work({
        id,
        known,
        checked,
        passed: (items) => append(`${writeJson({ checked: items })}\n`),
        started: (item, basis) => append(`${writeJson({ item, ...basis })}\n`),
        ended: (item, exit, lookUp, made) => append(`${writeJson({ item, exit, lookUp, made })}\n`),
      });
    } finally {
      await file.close();
    }
  };
  try {
    return await withLock(`${path}.lock`, locked, { wait: 0, refusal });
  } catch (error) {
    throw openFailure(path, resume, error);
  }
};
