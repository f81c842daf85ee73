/** Journals of runs over many items: where they are, and the messages about them. */
import { rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { TrivetError } from '../system/error.ts';
import type { Endpoint } from '../config/endpoint.ts';
import { fileFailure } from '../system/system-error.ts';
import { headOf } from '../receipts/head.ts';
import { closeReceipt } from '../receipts/close.ts';
import { fileNamed, prune } from '../receipts/kept.ts';
import { newReceipt, openFolder, usualDays } from '../receipts/place.ts';
import { shellWord } from '../catalogue/text/shell-words.ts';
import type { Journal, JournalHead } from '../receipts/journal.ts';
import { withJournal } from '../receipts/journal.ts';
import type { Basis } from '../receipts/proof.ts';
import type { Session } from '../engine/session/session.ts';
import { suggest } from '../engine/suggest.ts';

export interface ChangeJournal {
  readonly path: string;
  /** The ID of the receipt, where it is one. */
  readonly id: string | undefined;
  /** Runs `work` with the journal. If that fails after the first item was started, names the command that continues. */
  run<T>(head: JournalHead, work: (journal: Journal) => Promise<T>): Promise<T>;
  /** Names the command that continues if something is left to do. */
  end(left: number): Promise<void>;
}

/** Of a run that sends nothing: there is nothing to continue, and it leaves no receipt. */
export const noJournal: ChangeJournal = {
  path: '',
  id: undefined,
  run: (_head, work) => {
    const nothing = (): Promise<void> => Promise.resolve();
    return work({ id: '', checked: 0, known: new Map(), started: nothing, ended: nothing, passed: nothing });
  },
  end: () => Promise.resolve(),
};

interface Place {
  readonly path: string;
  /** An earlier run wrote it. */
  readonly resume: boolean;
  /** The command that continues, quoted for a shell, without `trivet`. */
  readonly again: string;
  /** What else that command needs. */
  readonly needs?: string | undefined;
  /** Called when its file is open. */
  readonly opened?: () => void;
  /** Called before the first item is started. */
  readonly begin?: () => void;
  /** Called when everything is done. */
  readonly done?: () => Promise<void>;
}

/** The journal of a run that the same command continues after a stop. */
export const journalAt = (
  session: Session,
  { path, resume, again, needs, opened, begin, done }: Place,
): ChangeJournal => {
  const sayHowToGoOn = (): void =>
    session.reporter.note(
      `To continue${needs === undefined ? '' : `, ${needs}`}: ${suggest(session, again)}`,
    );
  return {
    path,
    id: fileNamed(basename(path))?.id,
    run: async (head, work) => {
      let open = false;
      let begun = false;
      const started = (journal: Journal, item: number, basis: Basis | undefined): Promise<void> => {
        if (!begun) begin?.();
        begun = true;
        return journal.started(item, basis);
      };
      try {
        return await withJournal(path, head, resume, (journal) => {
          open = true;
          opened?.();
          return work({ ...journal, started: (item, basis) => started(journal, item, basis) });
        });
      } catch (error) {
        // Nothing is in it, and the next run makes a new one.
        if (open && !begun && !resume) await rm(path, { force: true });
        if (!begun) throw error;
        sayHowToGoOn();
        throw error instanceof TrivetError
          ? error.with({ details: { effect: undefined, ofItems: true } })
          : error;
      }
    },
    end: async (left) => {
      if (left > 0) sayHowToGoOn();
      else await done?.();
    },
  };
};

/** What the receipt of a change of many says beside its objects. */
export interface ReceiptFacts {
  /** The words of the command: `workspace lock`. */
  readonly what: string;
  /** The command that continues, quoted for a shell, without `--resume`. */
  readonly again: string;
  /** The same as words, if none of them can be a secret. */
  readonly words?: readonly string[] | undefined;
  readonly endpoint: Pick<Endpoint, 'profile' | 'receiptDays'>;
  /** The name that confirms the changes, where files and not the profile protect the servers. */
  readonly protectedAs?: string | undefined;
}

/**
 * The receipt of a change of many, which is its journal while something is left to do. Its path is shown at the start,
 * since a killed run shows nothing more.
 * @param resumed the journal of an earlier run
 * @throws TrivetError local, if there is no folder for a new one
 */
export const changeJournal = (
  session: Session,
  { what, again, words, endpoint: { profile, receiptDays = usualDays }, protectedAs }: ReceiptFacts,
  resumed: string | undefined,
): ChangeJournal => {
  const { world, receipt } = session;
  const fresh = resumed === undefined ? newReceipt(openFolder(world).folder, what, world) : undefined;
  const path = resumed ?? fresh?.path ?? '';
  const journal = journalAt(session, {
    path,
    resume: resumed !== undefined,
    again: `${again} --resume ${shellWord(path)}`,
    // Also of the changes that a look-up repeats, before an item is started.
    opened: () => receipt.add({ command: what, journal: path }),
    begin: () => {
      if (resumed === undefined) session.reporter.note(`Journal: ${path}`);
    },
    done: async () => {
      try {
        if (receiptDays === 0 || fileNamed(basename(path)) === undefined) await rm(path, { force: true });
        else closeReceipt({ path, days: receiptDays });
      } catch (error) {
        const why = fileFailure(error)?.message;
        if (why === undefined) throw error;
        session.reporter.warn(`the journal, of which nothing is left to do, was not closed: ${why}`);
      }
    },
  });
  if (fresh === undefined) return journal;
  prune(dirname(path), world);
  const { id, time } = fresh;
  const facts = {
    command: what,
    ...(words === undefined ? {} : { continues: { journal: path, words, folder: world.cwd } }),
    ...(protectedAs === undefined ? {} : { protected: protectedAs }),
  };
  const head = { id, time, ...headOf(facts, { profile, keepDays: receiptDays }, receipt.by) };
  return { ...journal, run: (given, work) => journal.run({ ...given, receipt: head }, work) };
};
