import { existsSync } from 'node:fs';
import { undoOf } from '../../catalogue/operation.ts';
import { Exit, TrivetError } from '../../system/error.ts';
import type { JsonObject } from '../../documents/json/json.ts';
import { isObject, textAt } from '../../documents/json/json.ts';
import { aboutFile, fileFailure } from '../../system/system-error.ts';
import { inputText } from '../../catalogue/parameter.ts';
import { wordOf } from '../../catalogue/text/server-text.ts';
import type { Inside } from '../../run/invocation/inside.ts';
import type { RunParts, Session } from '../../run/session/session.ts';
import type { Results } from '../../output/results.ts';
import { appendLines, closeIfDone } from '../../run/log/close.ts';
import type { UndoDecision } from '../../run/log/decide.ts';
import type { Receipt } from '../../run/log/read.ts';
import type { RecordedChange } from '../../run/log/change-log.ts';
import { receiptNamed } from '../../run/log/read.ts';
import { hashOfState } from '../../run/log/state.ts';
import { execute } from '../../run/plan/execute.ts';
import type { RunPlan, Work } from '../../run/plan/plan.ts';
import type { Chain, UndoneStep, UndoResult, UndoStep } from './plan.ts';
import { decided, isOfSamePart, readNow } from './plan.ts';
import { waitForAll } from '../../commands/job/workflows/wait/progress.ts';
import type { WaitResult } from '../../commands/job/wait-results.ts';
import { Deadline } from '../../system/deadline.ts';
import type { Next } from '../../system/until.ts';
import { until } from '../../system/until.ts';
import { shortPause } from '../../commands/job/workflows/watch/blocking.ts';
import { reverseInvocation } from './reverse.ts';
import { settleEarlier } from './settle-earlier.ts';

interface ChainEnd {
  readonly exit: number;
  readonly ends: readonly UndoneStep[];
}

interface Undoing extends Pick<RunParts, 'session' | 'interruption'> {
  readonly receipt: Receipt;
  /** Whether reverses may make new passwords. */
  readonly mayRotate: boolean;
  readonly inside: Inside;
  /** Milliseconds for the change's own deployment to end; undefined: no wait. */
  readonly waits?: number | undefined;
}

export const isBack = ({ result }: UndoneStep): boolean => result === 'undone' || result === 'already';

/** The state after a reverse that leaves another one than before: a job gets a new index. Undefined for others. */
const newHash = async (session: Session, change: RecordedChange): Promise<string | undefined> => {
  const operation = await session.program.catalogue.operation(change.operation);
  if (operation === undefined) return undefined;
  const undo = undoOf(operation);
  if (undo?.counters === undefined) return undefined;
  const now = await readNow(session, operation, change);
  return now === undefined || now instanceof TrivetError ? undefined : hashOfState(undo, now);
};

/** A failure is only a warning, since a second undo reads again. */
const noteIn = async (
  { path }: Receipt,
  { reporter }: Session,
  what: string,
  write: () => void | Promise<void>,
): Promise<void> => {
  try {
    await write();
  } catch (error) {
    const why = error instanceof TrivetError ? error.message : fileFailure(aboutFile(error, path))?.message;
    if (why === undefined) throw error;
    reporter.warnOnce(`the receipt was not ${what}: ${why}`);
  }
};

const markUndone = (receipt: Receipt, session: Session, { key }: RecordedChange): Promise<void> => {
  const undone = new Date(session.io.now()).toISOString();
  return noteIn(receipt, session, 'marked as undone', () => appendLines(receipt, [{ change: key, undone }]));
};

/** A run that was partly taken back is not continued. */
const closeUndone = async (session: Session, receipt: Receipt): Promise<void> => {
  const now = await receiptNamed(session.io, receipt.id).catch((error: unknown) => {
    if (error instanceof TrivetError) return undefined;
    throw error;
  });
  if (now === undefined || !existsSync(now.path)) return;
  await noteIn(now, session, 'closed', () => void closeIfDone(now));
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
): UndoneStep => {
  // The deployment of the change itself is in the way.
  const isBlocked = textAt(error, 'reason') === 'deployment-active';
  return {
    step,
    result: exit === Exit.unknown ? 'unknown' : exit === Exit.conflict && !isBlocked ? 'conflict' : 'failed',
    reason: [textAt(error, 'message'), textAt(error, 'hint')].filter(Boolean).join('. '),
    lookUp,
    ...(isBlocked ? { isBlocked } : {}),
  };
};

const left = async (
  { receipt, session }: Undoing,
  step: UndoStep,
  decision: UndoDecision,
): Promise<UndoneStep> => {
  if (decision.verdict === 'already') await markUndone(receipt, session, step.change);
  return endOf(step, decision);
};

/** Reads the state again, since a person may have thought long. */
const takeBackNow = async (undoing: Undoing, step: UndoStep): Promise<UndoneStep> => {
  const { session, receipt, mayRotate, inside } = undoing;
  const { change, operation } = step;
  // The question did not show a state that could not be read.
  if (operation === undefined || step.decision.verdict === 'failed')
    return left(undoing, step, step.decision);
  const now = await readNow(session, operation, change);
  const decision = decided(session, change, operation, now, mayRotate);
  if (decision.verdict !== 'undo') return left(undoing, step, decision);
  const { reverse } = decision;
  const { catalogue } = session.program;
  const invocation = await reverseInvocation(catalogue, operation, reverse, change, session.globals);
  const { exit, error, lookUp } = await inside.run(invocation, false, { name: step.name });
  if (exit !== Exit.ok) return failedEnd(step, exit, isObject(error) ? error : {}, lookUp);
  await markUndone(receipt, session, change);
  return { step, result: 'undone', reason: reverse.note, command: reverse.command };
};

const deploymentEnds: ReadonlySet<WaitResult> = new Set<WaitResult>([
  'healthy',
  'failed',
  'reverted',
  'overtaken',
  'stopped',
  'gone',
]);

const deploymentEnded = async (
  session: Session,
  { name, input, namespace }: RecordedChange,
  limit: number,
): Promise<boolean> => {
  const job = inputText(input, 'job_id');
  if (job === undefined) return false;
  session.reporter.note(`${wordOf(name)} is changed back once the deployment of the job has ended`);
  const place = {
    job_id: job,
    namespace: inputText(input, 'namespace') ?? namespace,
    region: inputText(input, 'region'),
  };
  const [[, waited] = []] = await waitForAll(session, [{ place, goal: 'healthy', limit }]);
  return waited !== undefined && deploymentEnds.has(waited.result);
};

const takeBack = async (undoing: Undoing, step: UndoStep): Promise<UndoneStep> => {
  const { session, waits } = undoing;
  if (waits === undefined) return takeBackNow(undoing, step);
  const deadline = new Deadline(waits, () => session.io.monotonic());
  const waited = await until({
    read: () => takeBackNow(undoing, step),
    judge: async (end): Promise<Next<UndoneStep>> =>
      end.isBlocked === true && (await deploymentEnded(session, step.change, deadline.left()))
        ? { again: shortPause }
        : { done: end },
    deadline,
    signal: session.signal,
  });
  // The attempt reports an interruption.
  return waited.is === 'done' ? waited.value : takeBackNow(undoing, step);
};

/** Takes the steps of an object back; what stays keeps the earlier changes of its part. */
const takeBackChain = async (undoing: Undoing, { steps }: Chain, isDue: boolean): Promise<ChainEnd> => {
  const ends: UndoneStep[] = [];
  const stays: UndoStep[] = [];
  let mine: { readonly before: string; readonly left: string } | undefined;
  for (const planned of steps) {
    const { change, operation } = planned;
    // The state that this undo left replaces the one that its change found.
    const isNext = mine !== undefined && mine.before === change.after;
    const step = isNext ? { ...planned, change: { ...change, after: mine?.left } } : planned;
    const end: UndoneStep =
      step.decision.verdict !== 'failed' && stays.some((later) => isOfSamePart(later.change, change))
        ? { step, result: 'conflict', reason: 'a later change of the object was not taken back' }
        : isDue
          ? await takeBack(undoing, step)
          : await left(undoing, step, step.decision);
    if (!isBack(end) && end.result !== 'impossible') stays.push(step);
    ends.push(end);
    const isOwn = end.result === 'undone' && planned !== steps.at(-1);
    const hash = isOwn ? await newHash(undoing.session, change) : undefined;
    const undo = operation && undoOf(operation);
    mine =
      hash === undefined || undo === undefined || change.before === undefined
        ? undefined
        : { before: hashOfState(undo, change.before), left: hash };
  }
  return { exit: ends.every(isBack) ? Exit.ok : Exit.partial, ends };
};

/** Each state is read again right before. @param shown takes the ends */
export const takeBackAll = async (
  undoing: Undoing,
  chains: readonly Chain[],
  shown: {
    readonly rows: () => Promise<Results>;
    readonly result: RunPlan<Chain, ChainEnd>['result'];
    readonly summary: (
      ends: readonly UndoneStep[],
    ) => ReturnType<Required<RunPlan<Chain, ChainEnd>>['summary']>;
  },
): Promise<number> => {
  const isDue = chains.some(({ steps }) => steps.some(({ decision }) => decision.verdict === 'undo'));
  const all: UndoneStep[] = [];
  const run = async (chain: Chain): Promise<ChainEnd> => {
    const end = await takeBackChain(undoing, chain, isDue);
    all.push(...end.ends);
    return end;
  };
  const work: Work<Chain, ChainEnd> = { run, lookUp: run, isHarmless: () => Promise.resolve(true) };
  return execute(undoing, {
    what: 'undo',
    waves: [{ parts: [{ items: chains, count: chains.length }], names: [] }],
    limits: { parallel: 4 },
    work: () => work,
    rows: shown.rows,
    result: shown.result,
    summary: async () => {
      await closeUndone(undoing.session, undoing.receipt);
      // The changes of this receipt are made, whoever holds the earlier one.
      await noteIn(undoing.receipt, undoing.session, 'settled for an earlier undo', () =>
        settleEarlier(undoing.session, undoing.receipt, all),
      );
      return shown.summary(all);
    },
  });
};

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
      const count = countOf(ends, word);
      if (count === 0) return [];
      return [
        `${count} ${word === 'already' ? 'already as before' : word === 'impossible' ? 'cannot come back' : word}`,
      ];
    })
    .join(', ');
};

export const countOf = (
  ends: readonly Pick<UndoneStep, 'result'>[],
  ...wanted: readonly UndoResult[]
): number => ends.filter(({ result }) => wanted.includes(result)).length;
