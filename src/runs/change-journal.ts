/** Journals of runs over many items: where they are, and the messages about them. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { localError, TrivetError } from '../model/error.ts';
import { configFolder } from '../profiles/config-folder.ts';
import { fileFailure } from '../disk/system-error.ts';
import { makeFolder } from '../disk/make-folder.ts';
import { randomHex } from '../disk/random-hex.ts';
import { shellWord } from '../services/context.ts';
import type { Journal, JournalHead } from './journal.ts';
import { withJournal } from './journal.ts';
import type { Basis } from './proof.ts';
import type { Session } from '../engine/session/session.ts';
import type { World } from '../world/world.ts';

export interface ChangeJournal {
  readonly path: string;
  /** Runs `work` with the journal. If that fails after the first item was started, names the command that continues. */
  run<T>(head: JournalHead, work: (journal: Journal) => Promise<T>): Promise<T>;
  /** Names the command that continues if something is left to do. */
  end(left: number): Promise<void>;
}

const newPath = (what: string, world: World): string => {
  const folder = configFolder(world);
  if (folder === undefined) {
    throw localError('there is no folder for the journal', 'Set HOME or TRIVET_CONFIG_DIR.');
  }
  const journals = join(folder, 'journals');
  makeFolder(journals);
  const time = new Date(world.now()).toISOString().replaceAll(/[:.]/g, '-');
  const name = `${what.replaceAll(' ', '-')}-${time}-${randomHex(4)}.journal`;
  return join(journals, name);
};

interface Place {
  readonly path: string;
  /** An earlier run wrote it. */
  readonly resume: boolean;
  /** The command that continues, quoted for a shell, without `trivet`. */
  readonly again: string;
  /** What else that command needs. */
  readonly needs?: string | undefined;
  /** Called before the first item is started. */
  readonly begin?: () => void;
  /** Called when everything is done. */
  readonly done?: () => Promise<void>;
}

/** The journal of a run that the same command continues after a stop. */
export const journalAt = (
  { reporter }: Session,
  { path, resume, again, needs, begin, done }: Place,
): ChangeJournal => {
  const sayHowToGoOn = (): void =>
    reporter.note(`To continue${needs === undefined ? '' : `, ${needs}`}: trivet ${again}`);
  return {
    path,
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

/**
 * The journal of a change, for which trivet chooses the path. The path is shown at the start, since a killed run shows
 * nothing more, and the file is removed when everything is done.
 * @param what the words of the command: `workspace lock`
 * @param again the command that continues, quoted for a shell, without `--resume`
 * @param resumed the journal of an earlier run
 * @throws TrivetError local, if there is no folder for a new one
 */
export const changeJournal = (
  session: Session,
  what: string,
  again: string,
  resumed: string | undefined,
): ChangeJournal => {
  const path = resumed ?? newPath(what, session.world);
  return journalAt(session, {
    path,
    resume: resumed !== undefined,
    again: `${again} --resume ${shellWord(path)}`,
    begin: () => {
      if (resumed === undefined) session.reporter.note(`Journal: ${path}`);
    },
    done: async () => {
      try {
        await rm(path, { force: true });
      } catch (error) {
        const why = fileFailure(error)?.message;
        if (why === undefined) throw error;
        session.reporter.warn(`the journal, of which nothing is left to do, was not removed: ${why}`);
      }
    },
  });
};
