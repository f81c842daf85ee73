/** Makes many changes: bounded, paced, journalled, resumable, with a row for each. */
import { Exit } from '../system/error.ts';
import type { Json } from '../documents/json/json.ts';
import { textAt } from '../documents/json/json.ts';
import { changeRows } from '../catalogue/change-rows.ts';
import { wordOf } from '../catalogue/text/server-text.ts';
import { shellWord } from '../catalogue/text/shell-words.ts';
import type { TakeBack, WaveInput } from './waves.ts';
import { checkWordsOf, Waves, wavesOf } from './waves.ts';
import type { ReceiptFacts } from './change-journal.ts';
import { changeJournal } from './change-journal.ts';
import type { Ended, Item, Work } from './many.ts';
import { stoppedBy, wasDone } from './many.ts';
import { resultWord } from '../receipts/change-log.ts';
import type { RunnerParts } from './run-items.ts';
import { runItems } from './run-items.ts';
import type { Result, Results } from '../output/results.ts';
import { settleText, tallyText, undoneOf } from './tally.ts';

/** One change; `number` counts from 1. */
export interface ObjectChange extends Item {
  /** The object of the change, in its row. */
  readonly name: string;
  /** Where it is, if its kind has namespaces. */
  readonly namespace?: string | undefined;
  /** Where it is, if its name was given without its mount. */
  readonly mount?: string | undefined;
}

/** How a change ended. */
export interface ChangeEnd extends Ended {
  /** The reason of the failure, in words. */
  readonly reason?: string | undefined;
  /** Further fields of the line of JSON. */
  readonly more?: Readonly<Record<string, Json>>;
  /** The reply contained something that the server returns only once. */
  readonly once?: boolean;
}

interface Changes<One extends ObjectChange> {
  /** The words of the command: `workspace lock`. */
  readonly what: string;
  /** The words of the command without those that select its objects, to continue with. */
  readonly again: readonly string[];
  readonly items: readonly One[];
  readonly work: Omit<Work<One, ChangeEnd>, 'keep'>;
  /** The `fingerprint` of the list and of the change; a run of another one does not resume it. */
  readonly list: string;
  /** One entry for each server (`serverOf`), sorted. */
  readonly servers: readonly Json[];
  /** What a resumed run needs to make these items again. */
  readonly resolved: Json;
  /** Whether an undo can take such a change back. */
  readonly isUndoable: boolean;
  /** The server of all of them, for the receipt. */
  readonly endpoint: Pick<ReceiptFacts, 'profile' | 'receiptDays'>;
  /** Where the receipt is written, in place of the folder of receipts. */
  readonly file?: string | undefined;
}

interface Pace {
  readonly parallel: number;
  /** Changes that are started per second; undefined: no limit. */
  readonly rate: number | undefined;
  readonly maxFailures?: number | undefined;
  readonly waves?: WaveInput | undefined;
  /** Takes back what was done, after failures stopped the run; returns whether all of it came back. */
  readonly takeBack?: TakeBack | undefined;
  /** Makes changes of unknown outcome again, whatever others have done since. */
  readonly retryUnknown: boolean;
}

/**
 * Opens the rows of a change of many objects.
 * @param what the words of the command: `workspace lock`
 */
export const changeResults = async (
  { presenter, session }: RunnerParts,
  what: string,
  resumed: boolean,
  items: readonly ObjectChange[] = [],
): Promise<Results> => {
  const results = await presenter.results(changeRows, {
    known: items.map(({ namespace = null, mount = null }) => ({ namespace, mount })),
    what: what.replaceAll(' ', '-'),
    durable: true,
    append: resumed,
    rows: true,
  });
  if (presenter.options.format !== 'name') return results;
  // Another command takes these names: a lock that failed is not to be removed by it, and its reason has no place there.
  const add = async (result: Result): Promise<void> => {
    const [name = '', word = '', reason] = ['name', 'result', 'reason'].map((key) =>
      textAt(result.value, key),
    );
    if (word === 'done') return results.add(result);
    session.reporter.note(`${name}: ${word}${reason === undefined ? '' : `: ${reason}`}`);
    return undefined;
  };
  return { ...results, add };
};

const resultOf = (one: ObjectChange, end: ChangeEnd): Result => {
  const cells = { name: one.name, result: resultWord(end.exit), reason: end.reason ?? null };
  const { namespace, mount } = one;
  const where = {
    ...(namespace === undefined ? {} : { namespace }),
    ...(mount === undefined ? {} : { mount }),
  };
  const lookUp = end.lookUp === undefined ? {} : { lookUp: end.lookUp };
  const value = { ...cells, exit: end.exit, ...where, ...lookUp, ...end.more };
  return { value, cells: { ...cells, ...where }, once: end.once === true };
};

/** Objects that were not started, of which a line names no more; the receipt has all. */
const mostNamed = 10;

/** Somebody holds a lock already: a person looks at those apart from other failures. */
const isLocked = ({ more }: ChangeEnd): boolean => textAt(more?.['error'], 'reason') === 'already-locked';

/** Names on one line. */
const someOf = (names: readonly string[]): string => {
  const more = names.length - mostNamed;
  return `${names.slice(0, mostNamed).map(wordOf).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};

/** Values of these flags can be secrets. */
const secretive = /^--(?:set|body|header|token-file)(?:=|$)/;

/** The words, unless one of them can be a secret: a receipt has none. */
const withoutSecrets = (words: readonly string[]): readonly string[] | undefined =>
  words.some((word) => secretive.test(word)) ? undefined : words;

/**
 * Makes the changes and shows a row for each.
 * @param resume the journal of an earlier run to continue
 * @returns 0, or 10 if some failed or were not started: the journal, whose path is shown, resumes them
 * @throws TrivetError local: a journal of another list, command or server, or one in use by another run
 */
export const runChanges = async <One extends ObjectChange>(
  parts: RunnerParts,
  changes: Changes<One>,
  pace: Pace,
  resume?: string,
): Promise<number> => {
  const { reporter } = parts.session;
  const { items, what, list, servers, resolved, again, work, endpoint } = changes;
  const words = again.map(shellWord).join(' ');
  const { profile, receiptDays } = endpoint;
  const journal = changeJournal(parts.session, {
    what,
    again: (path) => `${words} --resume ${shellWord(path)}`,
    words: withoutSecrets(again),
    profile,
    receiptDays,
    file: changes.file,
    resumed: resume,
  });
  const { session } = parts;
  const { takeBack } = pace;
  const parted = wavesOf(items, pace.waves?.sizes ?? []);
  const waves = new Waves(
    session,
    parted.map((wave) => ({ names: wave.map(({ name }) => name), items: wave.length })),
    pace.waves && (await checkWordsOf(pace.waves, session)),
    { counts: pace.maxFailures !== undefined },
  );
  const head = { list, items: items.length, servers, resolved, check: waves.hasCheck };
  let locked = 0;
  let made = 0;
  let waited = 0;
  const unstarted = new Map(items.map(({ number, name }) => [number, name]));
  const { done, failed, unknown, skipped, stopped } = await journal.run(head, (opened) => {
    for (const [number, state] of opened.known) if (wasDone(state)) unstarted.delete(number);
    return runItems(parts, {
      waves: parted.map((wave) => [{ items: wave, count: wave.length }]),
      between:
        parted.length > 1 || waves.hasCheck ? (index, ended) => waves.ended(opened, index, ended) : undefined,
      work,
      pace: { ...pace, stopAt: 'failures-in-a-row' },
      journal: opened,
      open: () => changeResults(parts, what, resume !== undefined, items),
      result: (one, end) => {
        unstarted.delete(one.number);
        if (isLocked(end)) locked += 1;
        if (end.made === true) made += 1;
        if (end.made === true && end.exit === Exit.unknown) waited += 1;
        return resultOf(one, end);
      },
      busy: `trivet ${what}`,
    });
  });
  const left = items.length - done - failed - unknown - skipped;
  const counts = { done, failed, unknown, skipped, left };
  reporter.note(tallyText(counts, locked > 0 ? `${locked} already locked` : undefined));
  if (left > 0) reporter.note(`not started: ${someOf([...unstarted.values()])}`);
  if (left > 0 && stopped && waves.refusal === undefined) reporter.fault(stoppedBy(pace.maxFailures));
  const undone = undoneOf(counts);
  const isBack = stopped && !session.signal.aborted && takeBack !== undefined;
  if (isBack) await takeBack(journal);
  if (takeBack === undefined && changes.isUndoable && undone > 0 && done + made > 0)
    reporter.note(`To take back what was done: trivet undo ${journal.id}`);
  // A change that was made needs only another wait.
  if (unknown > waited && resume !== undefined) reporter.note(settleText(unknown - waited));
  // Where a check failed, something is left even if all objects are done: the check.
  if (!isBack) await journal.end(waves.refusal === undefined ? undone : Math.max(1, undone));
  return undone > 0 || waves.refusal !== undefined ? Exit.partial : Exit.ok;
};
