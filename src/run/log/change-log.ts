/**
 * The state of a change log, as one fold over the lines of a receipt. Lines are only appended, before and after
 * each change, so a kill leaves a true receipt.
 */
import type { Json, JsonObject } from '../../documents/json/json.ts';
import { isObject, own, textAt } from '../../documents/json/json.ts';
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
 * `sent`: begun, without an end. `made`: made, but the wait failed or was cut off. `settled`: a person or a look-up
 * says that it was made. `over`: its outcome was unknown when its loan ended, or files show that nothing is left.
 */
export type StepState = {
  readonly basis?: Basis | undefined;
  readonly lookUp?: string | undefined;
  /** Set once the server confirmed the step; `left` is the fingerprint of the state after it, if it was read. */
  readonly confirmed?: { readonly left: string | undefined } | undefined;
} & (
  | { readonly is: 'sent' | 'done' | 'settled' | 'conflict' | 'unknown' | 'undone' | 'over' }
  | { readonly is: 'made' | 'failed'; readonly exit: number }
);

export type StepResult = 'done' | 'failed' | 'unknown' | 'ended';

/** Exit code 11 is a success with changes (`--detailed-exitcode`). */
const isDone = (exit: number): boolean => exit === Exit.ok || exit === Exit.changes;

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

export interface RecordedChange {
  /** Counts from 1. */
  readonly number: number;
  readonly key: string;
  readonly item: number | undefined;
  readonly loan: string | undefined;
  readonly operation: string;
  readonly name: string;
  readonly input: InputRecord;
  readonly service: string;
  readonly url: string;
  readonly namespace: string | undefined;
  readonly organization: string | undefined;
  readonly before: State | undefined;
  /** What the request set, by field; undefined if unknown. */
  readonly sets: JsonObject | undefined;
  readonly why: string | undefined;
  readonly state: StepState;
  readonly after: string | undefined;
  /** The fields that the change left with other values; undefined if they were not read. */
  readonly left: State | undefined;
  /** Of the reply: what belongs together, such as a lease and its account. */
  readonly given: JsonObject | undefined;
  readonly mark: string | undefined;
  readonly final: string | undefined;
  readonly undone: string | undefined;
  /** What is missing, in words, if no second change of the object follows. */
  readonly rest: string | undefined;
  readonly evidence: FileEvidence | undefined;
}

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
  given: undefined,
  mark: undefined,
  final: undefined,
  undone: undefined,
  rest: undefined,
  evidence: undefined,
};

const numberOf = (value: Json | undefined): number | undefined =>
  typeof value === 'number' ? value : undefined;

const inputIn = (value: Json | undefined): InputRecord => {
  const input: Record<string, InputValue> = {};
  for (const [key, one] of Object.entries(isObject(value) ? value : {}))
    if (typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean') input[key] = one;
  return input;
};

const objectAt = (line: JsonObject, key: 'before' | 'left' | 'sets' | 'given'): JsonObject | undefined => {
  const value = own(line, key);
  return isObject(value) ? value : undefined;
};

const stateAt = (line: JsonObject, key: 'before' | 'left'): State | undefined =>
  own(line, key) === null ? null : objectAt(line, key);

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
  sets: objectAt(line, 'sets'),
  why: textAt(line, 'why'),
  final: textAt(line, 'final'),
  rest: textAt(line, 'rest'),
  evidence: evidenceIn(own(line, 'shownBy')),
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

const after = (known: RecordedChange, line: JsonObject): RecordedChange => ({
  ...known,
  state: endIn(line, known.state),
  after: textAt(line, 'after') ?? known.after,
  left: stateAt(line, 'left') ?? known.left,
  given: objectAt(line, 'given') ?? known.given,
  name: textAt(line, 'name') ?? known.name,
  organization: textAt(line, 'organization') ?? known.organization,
  input: own(line, 'input') === undefined ? known.input : inputIn(own(line, 'input')),
  undone: textAt(line, 'undone') ?? known.undone,
});

export interface ChangeLog {
  readonly steps: ReadonlyMap<number, StepState>;
  readonly changes: readonly RecordedChange[];
  readonly checked: number;
  readonly over: string | undefined;
  readonly closed: Closing | undefined;
  readonly isWhole: boolean;
}

class Fold {
  readonly steps = new Map<number, StepState>();
  readonly changes = new Map<string, RecordedChange>();
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
    // The line of an end does not repeat the basis and the confirmation.
    this.steps.set(
      item,
      exit === undefined
        ? { is: 'sent', basis: basisIn(line) ?? before?.basis }
        : { ...endIn(line, { is: 'sent' }), basis: before?.basis, confirmed: before?.confirmed },
    );
  }

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

/** Identifies a request by its step; without a step, by its object too. */
const requestOf = ({ item, operation, name, namespace = '', url, input }: RecordedChange): string => {
  if (item !== undefined) return `${item} ${operation}`;
  const words = Object.entries(input).map(([key, value]): Json => {
    const isSimple = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    return [key, isSimple ? value : null];
  });
  return writeJson([operation, url, namespace, name, ...words]);
};

/** Drops changes that were not made, or lost their reply and were repeated. A change that is not repeated was made. */
const byStep = (
  changes: readonly RecordedChange[],
  steps: ReadonlyMap<number, StepState>,
): readonly RecordedChange[] => {
  const last = new Map(changes.map(({ item, key }) => [item, key]));
  const lastRequests = new Map(changes.map((change) => [requestOf(change), change.key]));
  return changes.flatMap((change) => {
    const { item, key, state } = change;
    const isRepeated = lastRequests.get(requestOf(change)) !== key;
    const isDropped = item === undefined ? resultOf(state) === 'failed' : resultOf(state) !== 'done';
    if (isRepeated && isDropped) return [];
    if (item === undefined) return [change];
    const step = steps.get(item);
    const marked = { ...change, mark: step?.basis?.mark };
    const isLast = last.get(item) === key;
    const isLost = resultOf(state) === 'unknown';
    const isMade = isLast ? step !== undefined && resultOf(step) === 'done' : isLost;
    return [isMade ? { ...marked, state: { is: 'done' as const } } : marked];
  });
};

/** Joins a change that says what is missing with the next one, and leaves out a next one that was not made. */
const withoutParts = (changes: readonly RecordedChange[]): readonly RecordedChange[] => {
  const whole: RecordedChange[] = [];
  for (const change of changes) {
    const isNext = (one: RecordedChange): boolean =>
      one.rest !== undefined &&
      requestOf(one) === requestOf(change) &&
      resultOf(one.state) === 'done' &&
      ['done', 'failed'].includes(resultOf(change.state));
    const index = whole.findLastIndex(isNext);
    const first = whole[index];
    if (first === undefined) whole.push(change);
    else if (resultOf(change.state) === 'done') whole[index] = joined(first, change);
  }
  return whole;
};

const joined = (first: RecordedChange, next: RecordedChange): RecordedChange => ({
  ...next,
  before: first.before,
  left: first.left && next.left ? { ...first.left, ...next.left } : undefined,
});

/** A step is undone if all its changes are, whatever became of its wait. */
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

/** @param lines after the head; a last one that a kill cut off is ignored */
export const foldLog = (lines: readonly string[]): ChangeLog => {
  const fold = new Fold();
  for (const text of lines) {
    const line = text === '' ? undefined : jsonIn(text);
    if (isObject(line)) fold.add(line);
  }
  const { steps, checked, over, closed, repeated } = fold;
  const sent = [...fold.changes.values()].filter(({ key }) => !repeated.has(key));
  const changes = withoutParts(byStep(sent, steps)).map((change, index): RecordedChange => {
    const { state, undone } = change;
    const now =
      undone !== undefined && resultOf(state) === 'done' ? { ...state, is: 'undone' as const } : state;
    const isOver = over !== undefined && resultOf(now) === 'unknown';
    return { ...change, number: index + 1, state: isOver ? { is: 'over' } : now };
  });
  const last = lines.findLast((line) => line !== '') ?? '';
  const isWhole = jsonIn(last) !== undefined && lines.includes(writeJson(endLine));
  return { steps: withUndone(steps, changes), changes, checked, over, closed, isWhole };
};
