/** Takes the changes of a receipt back, and notes in it what came back. */
import { appendFileSync, existsSync } from 'node:fs';
import { Exit, TrivetError } from '../../system/error.ts';
import type { JsonObject } from '../../documents/json/json.ts';
import { isObject, textAt } from '../../documents/json/json.ts';
import { writeJson } from '../../documents/json/lossless.ts';
import { aboutFile, fileFailure } from '../../system/system-error.ts';
import type { Inside } from '../../engine/invocation/inside.ts';
import type { Session } from '../../engine/session/session.ts';
import { closeReceipt, isClosed } from '../../receipts/close.ts';
import type { UndoDecision } from '../../receipts/decide.ts';
import type { Receipt } from '../../receipts/read.ts';
import type { RecordedChange } from '../../receipts/change-log.ts';
import { receiptNamed } from '../../receipts/read.ts';
import { hashOfState } from '../../receipts/state.ts';
import type { Chain, UndoStep } from './plan.ts';
import { decided } from './plan.ts';
import { readNow } from './read-now.ts';
import { reverseInvocation } from './reverse.ts';

export type UndoResult = 'undone' | 'already' | 'conflict' | 'unproven' | 'impossible' | 'failed' | 'unknown';

export interface UndoneStep {
  readonly step: UndoStep;
  readonly result: UndoResult;
  readonly reason: string | undefined;
  readonly command?: string | undefined;
  readonly lookUp?: string | undefined;
  /** The exit code of the read without which nothing was tried. */
  readonly exit?: number;
}

/** What is taken back, and with what. */
interface Undoing {
  readonly session: Session;
  readonly receipt: Receipt;
  /** Reverses that make new passwords are allowed. */
  readonly mayRotate: boolean;
  readonly inside: Inside;
  readonly marks: Marks;
}

/**
 * The hash of the state now, where a reverse leaves another state than there was before: a job gets a new index.
 * Undefined for all others, and where it cannot be read.
 */
const newHash = async (session: Session, change: RecordedChange): Promise<string | undefined> => {
  const operation = await session.program.catalogue.operation(change.operation);
  if (operation?.undo?.leaves === undefined) return undefined;
  const now = await readNow(session, operation, change);
  return now === undefined || now instanceof TrivetError ? undefined : hashOfState(operation.undo, now);
};

/** Writes down what was taken back: in the receipt, and in the one whose undo was taken back. */
export class Marks {
  readonly #session: Session;
  /** The receipts of the undone undos, by ID. */
  readonly #first = new Map<string, Promise<Receipt | undefined>>();
  /** Whether a change is undone, by receipt and key, where this run marked it. */
  readonly #isUndone = new Map<string, boolean>();

  constructor(session: Session) {
    this.#session = session;
  }

  #firstOf(id: string): Promise<Receipt | undefined> {
    const known =
      this.#first.get(id) ??
      receiptNamed(this.#session.world, id).catch((error: unknown) => {
        // The other receipt was removed when its days were over.
        if (error instanceof TrivetError) return undefined;
        throw error;
      });
    this.#first.set(id, known);
    return known;
  }

  async #mark(receipt: Receipt, change: RecordedChange, isUndone: boolean): Promise<void> {
    const { key, undoes } = change;
    const time = new Date(this.#session.world.now()).toISOString();
    const after = isUndone ? undefined : await newHash(this.#session, change);
    const line = { change: key, [isUndone ? 'undone' : 'redone']: time, after };
    appendFileSync(receipt.path, `${writeJson(line)}\n`);
    this.#isUndone.set(`${receipt.id} ${key}`, isUndone);
    if (receipt.undoes === undefined || undoes === undefined) return;
    // A reverse can be several requests.
    const isWhole = receipt.changes.every(
      (one) =>
        one.undoes !== undoes ||
        (this.#isUndone.get(`${receipt.id} ${one.key}`) ?? one.undone !== undefined) === isUndone,
    );
    const first = isWhole ? await this.#firstOf(receipt.undoes) : undefined;
    const undone = first?.changes.find((one) => one.key === undoes);
    if (first !== undefined && undone !== undefined) await this.#mark(first, undone, !isUndone);
  }

  /** After a failure, a second undo only has to read the object again. */
  async undone(receipt: Receipt, change: RecordedChange): Promise<void> {
    try {
      await this.#mark(receipt, change, true);
    } catch (error) {
      const why =
        error instanceof TrivetError ? error.message : fileFailure(aboutFile(error, receipt.path))?.message;
      if (why === undefined) throw error;
      this.#session.reporter.warnOnce(`the receipt was not marked as undone: ${why}`);
    }
  }
}

/** Closes the receipt where nothing of it is open any more: a run of which something came back is not continued. */
const closeUndone = async (session: Session, { id }: Receipt): Promise<void> => {
  try {
    const now = await receiptNamed(session.world, id);
    if (now.state !== 'open' && !isClosed(now) && existsSync(now.path)) closeReceipt(now);
  } catch (error) {
    const why = error instanceof TrivetError ? error.message : fileFailure(error)?.message;
    if (why === undefined) throw error;
    session.reporter.warnOnce(`the receipt was not closed: ${why}`);
  }
};

const endOf = (step: UndoStep, decision: UndoDecision): UndoneStep => ({
  step,
  result: decision.verdict === 'undo' ? 'failed' : decision.verdict,
  reason: 'reason' in decision ? decision.reason : undefined,
  ...(decision.verdict === 'failed' ? { exit: decision.exit } : {}),
});

const failedEnd = (
  step: UndoStep,
  exit: number,
  error: JsonObject,
  lookUp: string | undefined,
): UndoneStep => ({
  step,
  result: exit === Exit.unknown ? 'unknown' : exit === Exit.conflict ? 'conflict' : 'failed',
  reason: [textAt(error, 'message'), textAt(error, 'hint')].filter(Boolean).join('. '),
  lookUp,
});

const left = async (
  { receipt, marks }: Undoing,
  step: UndoStep,
  decision: UndoDecision,
): Promise<UndoneStep> => {
  if (decision.verdict === 'already') await marks.undone(receipt, step.change);
  return endOf(step, decision);
};

/** Reads the object again right before, since a person may have thought long about the question. */
const takeBack = async (undoing: Undoing, step: UndoStep): Promise<UndoneStep> => {
  const { session, receipt, mayRotate, inside, marks } = undoing;
  const { change, operation } = step;
  // What was not read was not part of the question.
  if (operation === undefined || step.decision.verdict === 'failed')
    return left(undoing, step, step.decision);
  const now = await readNow(session, operation, change);
  const decision = decided(session, change, operation, now, mayRotate);
  if (decision.verdict !== 'undo') return left(undoing, step, decision);
  const { reverse } = decision;
  const invocation = await reverseInvocation(
    session.program.catalogue,
    operation,
    reverse,
    change,
    session.globals,
  );
  const { exit, error, lookUp } = await inside.run(invocation, false, {
    undoes: change.key,
    name: step.name,
  });
  if (exit !== Exit.ok) return failedEnd(step, exit, isObject(error) ? error : {}, lookUp);
  await marks.undone(receipt, change);
  return { step, result: 'undone', reason: reverse.note, command: reverse.command };
};

/** Takes the changes of one object back, until one is left. */
const takeBackChain = async (
  undoing: Undoing,
  { steps }: Chain,
  isDue: boolean,
  keep: (end: UndoneStep) => Promise<void>,
): Promise<void> => {
  let isLeft = false;
  let mine: { readonly before: string; readonly left: string } | undefined;
  for (const planned of steps) {
    const { change, operation } = planned;
    // The state that this undo left stands for the one that the change after it found.
    const isNext = mine !== undefined && mine.before === change.after;
    const step = isNext ? { ...planned, change: { ...change, after: mine?.left } } : planned;
    const end: UndoneStep =
      isLeft && step.decision.verdict !== 'failed'
        ? { step, result: 'conflict', reason: 'a later change of the object was not taken back' }
        : await (isDue ? takeBack(undoing, step) : left(undoing, step, step.decision));
    isLeft ||= end.result !== 'undone' && end.result !== 'already' && end.result !== 'impossible';
    await keep(end);
    const isOwn = end.result === 'undone' && planned !== steps.at(-1);
    const hash = isOwn ? await newHash(undoing.session, change) : undefined;
    const { undo } = operation ?? {};
    mine =
      hash === undefined || undo === undefined || change.before === undefined
        ? undefined
        : { before: hashOfState(undo, change.before), left: hash };
  }
};

/** Objects in work at once. */
const parallel = 4;

/**
 * Takes back what is to be taken back of the chains, each read again right before.
 * @param keep takes the end of each change
 * @param broken aborted where `keep` can take nothing any more
 */
export const takeBackAll = async (
  undoing: Undoing,
  chains: readonly Chain[],
  keep: (end: UndoneStep) => Promise<void>,
  broken?: AbortSignal,
): Promise<readonly UndoneStep[]> => {
  const { session } = undoing;
  const isDue = chains.some(({ steps }) => steps.some(({ decision }) => decision.verdict === 'undo'));
  const ends: UndoneStep[] = [];
  const queue = chains[Symbol.iterator]();
  const worker = async (): Promise<void> => {
    for (const chain of queue) {
      if (session.signal.aborted || broken?.aborted === true) return;
      await takeBackChain(undoing, chain, isDue, (end) => {
        ends.push(end);
        return keep(end);
      });
    }
  };
  await Promise.all(Array.from({ length: parallel }, worker));
  await closeUndone(session, undoing.receipt);
  return ends;
};

/** `3 undone, 1 conflict`. */
export const summaryOf = (ends: readonly UndoneStep[]): string => {
  const words: readonly UndoResult[] = [
    'undone',
    'already',
    'conflict',
    'unproven',
    'impossible',
    'failed',
    'unknown',
  ];
  return words
    .flatMap((word) => {
      const count = ends.filter(({ result }) => result === word).length;
      if (count === 0) return [];
      return [
        `${count} ${word === 'already' ? 'already as before' : word === 'impossible' ? 'cannot come back' : word}`,
      ];
    })
    .join(', ');
};
