/**
 * What the lines of a receipt say together: the state of each step and of each request, in one fold that everything reads. A
 * receipt is only appended to, a line before each change and one after it, so that a kill leaves a true one.
 */
import type { Json, JsonObject } from '../../documents/json/json.ts';
import { isObject, own, textAt, textsAt } from '../../documents/json/json.ts';
import { jsonIn, writeJson } from '../../documents/json/lossless.ts';
import type { State } from '../../catalogue/operation.ts';
import type { InputRecord, InputValue } from '../../catalogue/parameter.ts';
import { Exit } from '../../system/error.ts';
import type { Closing } from './head.ts';
import { endLine } from './head.ts';
import type { Basis } from './proof.ts';
import { basisIn } from './proof.ts';
import type { FileEvidence } from './files.ts';
import { evidenceIn } from './files.ts';

/**
 * `sent`: begun, and no line says how it ended. `made`: the change was made, and the wait for what it started failed or was
 * cut off. `settled`: a person, or a look at the object, said that it was made. `over`: its outcome was unknown when its loan was
 * over, or its files showed that nothing of it is left.
 */
export type StepState = {
  readonly basis?: Basis | undefined;
  readonly lookUp?: string | undefined;
  /**
   * The server confirmed the last request that was sent for the step; `left`: the fingerprint of the state that the request
   * left, where that was read.
   */
  readonly confirmed?: { readonly left: string | undefined } | undefined;
} & (
  | { readonly is: 'sent' | 'done' | 'settled' | 'conflict' | 'unknown' | 'undone' | 'over' }
  | { readonly is: 'made' | 'failed'; readonly exit: number }
);

/** How a step counts. `ended`: nobody knows whether it was made, and nothing of it is left. */
export type StepResult = 'done' | 'failed' | 'unknown' | 'ended';

/** Whether an exit code is not a failure: with `--detailed-exitcode` 11 is a success with changes. */
const isDone = (exit: number): boolean => exit === Exit.ok || exit === Exit.changes;

/** The end of a step in one word. */
export const resultWord = (exit: number): 'done' | 'failed' | 'unknown' => {
  if (exit === Exit.unknown) return 'unknown';
  return isDone(exit) ? 'done' : 'failed';
};

export const resultOf = (state: StepState): StepResult => {
  switch (state.is) {
    case 'done':
    case 'settled':
    case 'undone':
      return 'done';
    case 'made':
      return resultWord(state.exit);
    case 'failed':
    case 'conflict':
      return 'failed';
    case 'sent':
    case 'unknown':
      return 'unknown';
    case 'over':
      return 'ended';
  }
};

/** The state of a step that ended. */
const endedAs = (
  exit: number,
  facts: { readonly made: boolean; readonly settled: boolean; readonly lookUp: string | undefined },
): StepState => {
  const { made, settled, lookUp } = facts;
  if (isDone(exit)) return { is: settled ? 'settled' : 'done', lookUp };
  if (made) return { is: 'made', exit, lookUp };
  if (exit === Exit.unknown) return { is: 'unknown', lookUp };
  return exit === Exit.conflict ? { is: 'conflict', lookUp } : { is: 'failed', exit, lookUp };
};

/** One request that changed something. */
export interface RecordedChange {
  /** Counts from 1 in the receipt. */
  readonly number: number;
  readonly key: string;
  /** The number of its step in a run of many. */
  readonly item: number | undefined;
  /** The ID of the loan of another run that it gives back. */
  readonly loan: string | undefined;
  readonly operation: string;
  readonly name: string;
  readonly input: InputRecord;
  readonly service: string;
  readonly url: string;
  readonly namespace: string | undefined;
  /** Undefined where its service has none, and where nothing said it. */
  readonly organization: string | undefined;
  /** Undefined where it was not read. */
  readonly before: State | undefined;
  /** The fields that its request set; undefined where it can have set others, too, or its trivet did not record it. */
  readonly sets: readonly string[] | undefined;
  readonly why: string | undefined;
  readonly state: StepState;
  readonly after: string | undefined;
  /** The fields that it left with other values than before; undefined where that was not read. */
  readonly left: State | undefined;
  /** The end of the reason of its lock, where its run gave it one. */
  readonly mark: string | undefined;
  /** What there is instead of an undo, for a change of files of the machine. */
  readonly final: string | undefined;
  /** When it was taken back. */
  readonly undone: string | undefined;
  /** What is missing, in words, where no second change of the object follows. */
  readonly rest: string | undefined;
  /** The files that show what became of it. */
  readonly shownBy: FileEvidence | undefined;
}

/** What is known of a change before anything was read of it. */
export const noChange: RecordedChange = {
  number: 0,
  key: '',
  item: undefined,
  loan: undefined,
  operation: '',
  name: '',
  input: {},
  service: '',
  url: '',
  namespace: undefined,
  organization: undefined,
  before: undefined,
  sets: undefined,
  why: undefined,
  state: { is: 'sent' },
  after: undefined,
  left: undefined,
  mark: undefined,
  final: undefined,
  undone: undefined,
  rest: undefined,
  shownBy: undefined,
};

const numberOf = (value: Json | undefined): number | undefined =>
  typeof value === 'number' ? value : undefined;

const inputIn = (value: Json | undefined): InputRecord => {
  const input: Record<string, InputValue> = {};
  for (const [key, one] of Object.entries(isObject(value) ? value : {}))
    if (typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean') input[key] = one;
  return input;
};

const stateAt = (line: JsonObject, key: 'before' | 'left'): State | undefined => {
  const state = own(line, key);
  return state === null ? null : isObject(state) ? state : undefined;
};

const started = (line: JsonObject, key: string): RecordedChange => ({
  ...noChange,
  key,
  item: numberOf(own(line, 'of')),
  loan: textAt(line, 'loan'),
  operation: textAt(line, 'operation') ?? '',
  name: textAt(line, 'name') ?? '',
  input: inputIn(own(line, 'input')),
  service: textAt(line, 'service') ?? '',
  url: textAt(line, 'url') ?? '',
  namespace: textAt(line, 'namespace'),
  organization: textAt(line, 'organization'),
  before: stateAt(line, 'before'),
  sets: own(line, 'sets') === undefined ? undefined : textsAt(line, 'sets'),
  why: textAt(line, 'why'),
  final: textAt(line, 'final'),
  rest: textAt(line, 'rest'),
  shownBy: evidenceIn(own(line, 'shownBy')),
});

const endIn = (line: JsonObject, before: StepState): StepState => {
  if (own(line, 'settled') === 'over') return { is: 'over', lookUp: before.lookUp };
  const exit = numberOf(own(line, 'exit'));
  if (exit === undefined) return before;
  return endedAs(exit, {
    made: own(line, 'made') === true,
    settled: own(line, 'settled') === 'done',
    lookUp: textAt(line, 'lookUp') ?? before.lookUp,
  });
};

/** A change after a later line about it. */
const after = (known: RecordedChange, line: JsonObject): RecordedChange => ({
  ...known,
  state: endIn(line, known.state),
  after: textAt(line, 'after') ?? known.after,
  left: stateAt(line, 'left') ?? known.left,
  name: textAt(line, 'name') ?? known.name,
  input: own(line, 'input') === undefined ? known.input : inputIn(own(line, 'input')),
  undone: textAt(line, 'undone') ?? known.undone,
});

export interface ChangeLog {
  /** The states of the steps of a run of many, by number; a step without one was not started. */
  readonly steps: ReadonlyMap<number, StepState>;
  readonly changes: readonly RecordedChange[];
  /** The number of steps of the waves whose checks passed. */
  readonly checked: number;
  /** What became of what a loan took, once nothing of it is left to do. */
  readonly over: string | undefined;
  /** Set once a person gave up what is left. */
  readonly closed: Closing | undefined;
  /** Whether nothing was cut off. */
  readonly isWhole: boolean;
}

/** The log as it is read, line by line. */
class Fold {
  readonly steps = new Map<number, StepState>();
  readonly changes = new Map<string, RecordedChange>();
  /** Nothing was done, and the change was sent again as another one. */
  readonly repeated = new Set<string>();
  checked = 0;
  over: string | undefined;
  closed: Closing | undefined;

  add(line: JsonObject): void {
    const key = textAt(line, 'change');
    if (key !== undefined) {
      this.#change(key, line);
      return;
    }
    const item = numberOf(own(line, 'item'));
    if (item !== undefined) this.#step(item, line);
    this.checked = Math.max(this.checked, numberOf(own(line, 'checked')) ?? 0);
    this.over = textAt(line, 'over') ?? this.over;
    const closed = own(line, 'closed');
    if (isObject(closed)) this.closed = { at: textAt(closed, 'at') ?? '', by: textAt(closed, 'by') ?? '' };
  }

  #step(item: number, line: JsonObject): void {
    const before = this.steps.get(item);
    if (own(line, 'settled') === 'retry') {
      this.steps.delete(item);
      this.#notMade(item);
      return;
    }
    const exit = numberOf(own(line, 'exit'));
    // The line of an end does not repeat what its start was based on, and what was confirmed since.
    this.steps.set(
      item,
      exit === undefined
        ? { is: 'sent', basis: basisIn(line) ?? before?.basis }
        : { ...endIn(line, { is: 'sent' }), basis: before?.basis, confirmed: before?.confirmed },
    );
  }

  /** A person said that what was sent for a step, and whose outcome is unknown, was not made. */
  #notMade(item: number): void {
    for (const [key, change] of this.changes)
      if (change.item === item && resultOf(change.state) === 'unknown')
        this.changes.set(key, { ...change, state: { is: 'failed', exit: Exit.refused } });
  }

  #change(key: string, line: JsonObject): void {
    const known = this.changes.get(key);
    const now = known === undefined ? started(line, key) : after(known, line);
    if (textAt(line, 'settled') === 'again') this.repeated.add(key);
    this.changes.set(key, now);
    const step = now.item === undefined ? undefined : this.steps.get(now.item);
    if (now.item === undefined || step === undefined) return;
    const confirmed = own(line, 'exit') === Exit.ok ? { left: textAt(line, 'after') } : undefined;
    this.steps.set(now.item, { ...step, confirmed });
  }
}

/** A request, so that the one that repeats it has the same. */
const requestOf = ({ item, operation }: RecordedChange): string => `${item ?? ''} ${operation}`;

/**
 * A change by what became of its step: a change that was not made, or whose reply was lost, is left out once its run repeated
 * it; one whose reply was lost can be proven to be made,
 * and a person can say that what the server refused was made. A run that continues looks at the object first: what it does
 * not repeat before it sends the rest was made.
 */
const byStep = (
  changes: readonly RecordedChange[],
  steps: ReadonlyMap<number, StepState>,
): readonly RecordedChange[] => {
  const last = new Map(changes.map(({ item, key }) => [item, key]));
  const lastRequests = new Map(changes.map((change) => [requestOf(change), change.key]));
  return changes.flatMap((change) => {
    const { item, key, state } = change;
    if (item === undefined) return [change];
    const step = steps.get(item);
    const marked = { ...change, mark: step?.basis?.mark };
    const isLast = last.get(item) === key;
    const isLost = resultOf(state) === 'unknown';
    const isRepeated = lastRequests.get(requestOf(change)) !== key;
    if (isRepeated && resultOf(state) !== 'done') return [];
    const isMade = isLast ? step !== undefined && resultOf(step) === 'done' : isLost;
    return [isMade ? { ...marked, state: { is: 'done' as const } } : marked];
  });
};

/** The steps, of which one is undone where all that it made was taken back, whatever became of the wait for it. */
const withUndone = (
  steps: ReadonlyMap<number, StepState>,
  changes: readonly RecordedChange[],
): ReadonlyMap<number, StepState> => {
  const undone = new Map<number, boolean>();
  for (const { item, state } of changes)
    if (item !== undefined && resultOf(state) !== 'failed')
      undone.set(item, state.is === 'undone' && undone.get(item) !== false);
  return new Map(
    [...steps].map(([item, step]) => [
      item,
      undone.get(item) === true ? { is: 'undone', lookUp: step.lookUp } : step,
    ]),
  );
};

/** @param lines those after the head; one that a kill cut off is no JSON, and says nothing */
export const foldLog = (lines: readonly string[]): ChangeLog => {
  const fold = new Fold();
  for (const text of lines) {
    const line = text === '' ? undefined : jsonIn(text);
    if (isObject(line)) fold.add(line);
  }
  const { steps, checked, over, closed, repeated } = fold;
  const sent = [...fold.changes.values()]
    .filter(({ key }) => !repeated.has(key))
    .map((change, index) => ({ ...change, number: index + 1 }));
  const changes = byStep(sent, steps).map((change): RecordedChange => {
    const { state, undone } = change;
    const now =
      undone !== undefined && resultOf(state) === 'done' ? { ...state, is: 'undone' as const } : state;
    const isOver = over !== undefined && resultOf(now) === 'unknown';
    return { ...change, state: isOver ? { is: 'over' } : now };
  });
  const last = lines.findLast((line) => line !== '') ?? '';
  const isWhole = jsonIn(last) !== undefined && lines.includes(writeJson(endLine));
  return { steps: withUndone(steps, changes), changes, checked, over, closed, isWhole };
};
