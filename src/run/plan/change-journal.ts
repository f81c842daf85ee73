import { statSync, symlinkSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { TrivetError } from '../../system/error.ts';
import { fileFailure } from '../../system/system-error.ts';
import { headOf, notClosed } from '../log/head.ts';
import { closeReceipt } from '../log/close.ts';
import { fileNamed, prune, receiptsIn } from '../log/kept.ts';
import { newReceipt, openFolder, receiptFolder, usualDays } from '../log/place.ts';
import type { Journal, JournalHead } from '../log/journal.ts';
import { withJournal } from '../log/journal.ts';
import type { Io } from '../../system/io.ts';
import type { Session } from '../session/session.ts';
import { suggest } from '../suggest.ts';

export interface ChangeJournal {
  readonly path: string;
  readonly id: string | undefined;
  /** Runs `work`; if it fails after the first start, names the command that continues. */
  run<T>(head: JournalHead, work: (journal: Journal) => Promise<T>): Promise<T>;
  continuing(flag?: string): string;
  end(left: number): Promise<void>;
}

export interface ReceiptFacts {
  readonly what: string;
  /** The words of the command that continues from the receipt at `path`, quoted for a shell, without `trivet`. */
  readonly again: (path: string) => string;
  readonly words?: readonly string[] | undefined;
  readonly needs?: string | undefined;
  readonly profile?: string | undefined;
  readonly receiptDays?: number | undefined;
  /** The profile to confirm, if files protect the servers. */
  readonly protectedAs?: string | undefined;
  /** A path for the receipt outside its folder, which then links to it. */
  readonly file?: string | undefined;
  readonly resumed?: string | undefined;
}

/** The values of these flags may be secrets. */
const secretive = /^--(?:set|body|header|token-file|var)(?:=|$)/;

const pathInFolder = (io: Io, id: string): string | undefined => {
  const folder = receiptFolder(io);
  if (folder === undefined || statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    return undefined;
  const found = receiptsIn(folder).find((one) => one.id === id);
  return found && join(folder, found.file);
};

class RunReceipt implements ChangeJournal {
  readonly path: string;
  id: string | undefined;
  readonly #session: Session;
  readonly #facts: ReceiptFacts;
  readonly #fresh: ReturnType<typeof newReceipt> | undefined;

  constructor(session: Session, facts: ReceiptFacts) {
    const { io } = session;
    const { resumed, file, what } = facts;
    this.#session = session;
    const { words } = facts;
    this.#facts = {
      ...facts,
      words: words?.some((word) => secretive.test(word)) === true ? undefined : words,
    };
    // A receipt at a given path needs no folder.
    const folder = resumed ?? file ?? openFolder(io).folder;
    this.#fresh = resumed === undefined ? newReceipt(folder, what, io) : undefined;
    this.path = resumed ?? file ?? this.#fresh?.path ?? '';
    this.id = this.#fresh?.id;
    if (resumed === undefined && file === undefined) prune(folder, io);
  }

  /** Names the receipt at the start, since a killed run prints nothing more. */
  async run<T>(given: JournalHead, work: (journal: Journal) => Promise<T>): Promise<T> {
    const { receipt, reporter } = this.#session;
    const { what, resumed, file } = this.#facts;
    let open = false;
    let begun = false;
    try {
      return await withJournal(this.path, this.#headOf(given), resumed !== undefined, (journal) => {
        open = true;
        this.id = journal.id;
        this.#link();
        // A look-up may repeat changes before an item is started.
        receipt.add({ command: what, journal: this.path });
        const started: Journal['started'] = (item, basis) => {
          if (!begun && resumed === undefined && file === undefined) reporter.note(`Receipt: ${this.path}`);
          begun = true;
          return journal.started(item, basis);
        };
        return work({ ...journal, started });
      });
    } catch (error) {
      // An empty receipt is removed, since the next run makes a new one.
      if (open && !begun && resumed === undefined) await this.#remove();
      if (!begun) throw error;
      this.#sayHowToGoOn();
      throw error instanceof TrivetError
        ? error.with({ details: { effect: undefined, ofItems: true } })
        : error;
    }
  }

  async end(left: number): Promise<void> {
    if (left > 0) {
      this.#sayHowToGoOn();
      return;
    }
    const { receiptDays: days = usualDays } = this.#facts;
    try {
      const path = this.#placeOf();
      if (path === undefined) return;
      // Only the link to the user's own file may be removed.
      if (days === 0) await rm(path, { force: true });
      else closeReceipt({ path, days });
    } catch (error) {
      const why = fileFailure(error);
      if (why === undefined) throw error;
      this.#session.reporter.warn(notClosed(why));
    }
  }

  #headOf(given: JournalHead): JournalHead {
    if (this.#fresh === undefined) return given;
    const { receipt: run, io } = this.#session;
    const { what, words, profile, receiptDays, protectedAs, file } = this.#facts;
    const { id, time } = this.#fresh;
    const journal = file === undefined ? this.path : resolve(io.cwd, file);
    const facts = {
      command: what,
      ...(words === undefined ? {} : { continues: { journal, words, folder: io.cwd } }),
      ...(protectedAs === undefined ? {} : { protected: protectedAs }),
    };
    return { ...given, receipt: { id, time, ...headOf(facts, { profile, keepDays: receiptDays }, run.by) } };
  }

  /** Its path in the folder of receipts; undefined if nothing there links to it. */
  #placeOf(): string | undefined {
    if (fileNamed(basename(this.path)) !== undefined) return this.path;
    return this.id === undefined ? undefined : pathInFolder(this.#session.io, this.id);
  }

  /** Links the user's own file into the folder, so that it is listed like the others. */
  #link(): void {
    const { io, reporter } = this.#session;
    if (this.#placeOf() !== undefined) return;
    try {
      const { folder } = openFolder(io);
      const { path } = newReceipt(folder, this.#facts.what, io, this.id);
      symlinkSync(resolve(io.cwd, this.path), path);
    } catch (error) {
      const why = fileFailure(error) ?? error;
      if (!(why instanceof TrivetError)) throw error;
      reporter.warn(`trivet changes does not list this run: ${why.message}`);
    }
  }

  async #remove(): Promise<void> {
    const { resumed, file } = this.#facts;
    const place = this.#placeOf();
    if (place !== undefined) await rm(place, { force: true });
    if (file !== undefined && resumed === undefined) await rm(this.path, { force: true });
  }

  continuing(flag?: string): string {
    const { again, needs, words } = this.#facts;
    // The command is listed if no word of it is a secret.
    const isListed = words !== undefined && needs === undefined && this.#placeOf() !== undefined;
    if (isListed)
      return ['trivet changes continue', this.id, ...(flag === undefined ? [] : [flag])].join(' ');
    const line = suggest(this.#session, again(this.path));
    return flag === undefined ? line : line.replace(/(?= -- )|$/, ` ${flag}`);
  }

  #sayHowToGoOn(): void {
    const { needs } = this.#facts;
    const how = needs === undefined ? '' : `, ${needs}`;
    this.#session.reporter.note(`To continue${how}: ${this.continuing()}`);
  }
}

export const changeJournal = (session: Session, facts: ReceiptFacts): ChangeJournal =>
  new RunReceipt(session, facts);
