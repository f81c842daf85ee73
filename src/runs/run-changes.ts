/** Makes many changes: bounded, paced, journalled, resumable, with a row for each. */
import { Exit } from '../model/error.ts';
import type { Json } from '../model/json/json.ts';
import { changeRows, changeRowsOfNamespaces } from '../groups/change-rows.ts';
import { shellWord } from '../services/context.ts';
import { changeJournal } from './change-journal.ts';
import type { Journal } from './journal.ts';
import type { Ended, Item, Tally, Work } from './many.ts';
import { resultWord, runMany, stoppedText } from './many.ts';
import type { Presenter } from '../engine/output/presenter.ts';
import type { Results } from '../engine/output/results.ts';
import type { Session } from '../engine/session/session.ts';
import { settleText, tallyText, undoneOf } from './tally.ts';

/** One change; `number` counts from 1. */
export interface ObjectChange extends Item {
  /** The object of the change, in its row. */
  readonly name: string;
  /** Where it is, if its kind has namespaces. */
  readonly namespace?: string | undefined;
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
}

interface Pace {
  readonly parallel: number;
  /** Changes that are started per second; undefined: no limit. */
  readonly rate: number | undefined;
  /** Makes changes of unknown outcome again, whatever others have done since. */
  readonly retryUnknown: boolean;
}

/**
 * Opens the rows of a change of many objects.
 * @param what the words of the command: `workspace lock`
 */
export const changeResults = (
  presenter: Presenter,
  what: string,
  resumed: boolean,
  items: readonly ObjectChange[] = [],
): Promise<Results> => {
  const namespaces = new Set(items.map(({ namespace }) => namespace));
  return presenter.results(namespaces.size > 1 ? changeRowsOfNamespaces : changeRows, {
    what: what.replaceAll(' ', '-'),
    durable: true,
    append: resumed,
    rows: true,
  });
};

const carryOut = async <One extends ObjectChange>(
  { session, presenter }: { readonly session: Session; readonly presenter: Presenter },
  { what, items, work }: Changes<One>,
  { parallel, rate, retryUnknown }: Pace,
  journal: Journal,
  resumed: boolean,
): Promise<Tally> => {
  const results = await changeResults(presenter, what, resumed, items);
  const busy = session.reporter.busy(`trivet ${what}`);
  try {
    return await runMany<One, ChangeEnd>(
      items,
      {
        ...work,
        keep: (one, end) => {
          const cells = { name: one.name, result: resultWord(end.exit), reason: end.reason ?? null };
          const { namespace } = one;
          const where = namespace === undefined ? {} : { namespace };
          const lookUp = end.lookUp === undefined ? {} : { lookUp: end.lookUp };
          const value = { ...cells, exit: end.exit, ...where, ...lookUp, ...end.more };
          return results.add({ value, cells: { ...cells, ...where }, once: end.once === true });
        },
      },
      {
        parallel: Math.max(1, Math.min(parallel, items.length)),
        rate,
        retryUnknown,
        stopAt: 'failures-in-a-row',
        journal,
        signal: AbortSignal.any([session.signal, results.broken]),
        monotonic: () => session.world.monotonic(),
        progress: (done) => busy.update(done, items.length),
      },
    );
  } finally {
    busy.end();
    await results.end();
  }
};

/**
 * Makes the changes and shows a row for each.
 * @param resume the journal of an earlier run to continue
 * @returns 0, or 10 if some failed or were not started: the journal, whose path is shown, resumes them
 * @throws TrivetError local: a journal of another list, command or server, or one in use by another run
 */
export const runChanges = async <One extends ObjectChange>(
  parts: { readonly session: Session; readonly presenter: Presenter },
  changes: Changes<One>,
  pace: Pace,
  resume?: string,
): Promise<number> => {
  const { reporter } = parts.session;
  const { items, what, list, servers, resolved, again } = changes;
  const journal = changeJournal(parts.session, what, again.map(shellWord).join(' '), resume);
  const head = { list, items: items.length, servers, resolved };
  const { done, failed, unknown, skipped, stopped } = await journal.run(head, (opened) =>
    carryOut(parts, changes, pace, opened, resume !== undefined),
  );
  const left = items.length - done - failed - unknown - skipped;
  const counts = { done, failed, unknown, skipped, left };
  reporter.note(tallyText(counts));
  if (left > 0 && stopped) reporter.warn(stoppedText);
  const undone = undoneOf(counts);
  if (unknown > 0 && resume !== undefined) reporter.note(settleText(unknown));
  await journal.end(undone);
  return undone > 0 ? Exit.partial : Exit.ok;
};
