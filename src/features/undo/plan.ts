import { TrivetError } from '../../system/error.ts';
import { inputText } from '../../catalogue/parameter.ts';
import type { Claim, Ref } from '../../catalogue/ref.ts';
import { keyOf, sameRef } from '../../catalogue/ref.ts';
import type { Change } from '../../catalogue/change.ts';
import { sameSetting } from '../../catalogue/setting.ts';
import type { Json } from '../../documents/json/json.ts';
import { isArray, itemsIn } from '../../documents/json/json.ts';
import { fieldsOf } from '../../catalogue/view.ts';
import type { Operation, State } from '../../catalogue/operation.ts';
import { releasedBy, undoOf } from '../../catalogue/operation.ts';
import type { Session } from '../../run/session/session.ts';
import type { UndoDecision } from '../../run/log/decide.ts';
import { decide } from '../../run/log/decide.ts';
import type { Receipt } from '../../run/log/read.ts';
import type { RecordedChange } from '../../run/log/change-log.ts';
import { allReceipts, isRefused } from '../../run/log/read.ts';
import { noChange, resultOf } from '../../run/log/change-log.ts';
import { changeText } from '../../run/single/settings.ts';
import { stateNow } from '../../run/snapshot.ts';
import { suggest } from '../../run/suggest.ts';
import { shellWord } from '../../catalogue/text/shell-words.ts';
import { meantBy, objectNameOf, scopeOfChange, unknownBecause } from '../../run/plan/named.ts';
import { refOfChange } from './ref-of-change.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { namespaceIn } from '../../services/index.ts';

export interface UndoStep {
  readonly change: RecordedChange & {
    readonly claim?: Claim<'mark' | 'receipt'> | undefined;
    readonly released?: string | undefined;
  };
  readonly name: string;
  readonly namespace: string | undefined;
  readonly operation: Operation | undefined;
  readonly decision: UndoDecision;
  readonly now: State | TrivetError | undefined;
}

export type UndoResult = 'undone' | 'already' | 'conflict' | 'unproven' | 'impossible' | 'failed' | 'unknown';

export interface UndoneStep {
  readonly step: UndoStep;
  readonly result: UndoResult;
  readonly reason: string | undefined;
  readonly command?: string | undefined;
  readonly lookUp?: string | undefined;
  readonly exit?: number;
  /** Whether the job's deployment has to end first. */
  readonly isBlocked?: true;
}

/** The changes of one object, latest first: each finds the state that the one before it leaves of its part. */
export interface Chain {
  readonly number: number;
  readonly steps: readonly UndoStep[];
}

const withoutChange = ({ unrecorded, items, command }: Receipt): readonly RecordedChange[] =>
  unrecorded.map((item) => ({
    ...noChange,
    key: `item ${item}`,
    item,
    input: { item },
    operation: command,
    name: items?.[item - 1]?.name ?? '',
    final: 'no request for it is in the receipt: look at the object',
  }));

/** @throws TrivetError usage, for an unknown name, or one of several objects */
export const candidates = async (
  catalogue: Catalogue,
  receipt: Receipt,
  only: readonly string[] | undefined,
): Promise<readonly RecordedChange[]> => {
  const all = [...receipt.changes, ...withoutChange(receipt)];
  const done = all.filter((change) => change.undone === undefined && resultOf(change.state) !== 'failed');
  if (only === undefined) return done.toReversed();
  const meant = new Set<RecordedChange>();
  for (const text of only)
    for (const one of await meantBy(
      catalogue,
      receipt,
      all,
      text,
      (label) => `trivet undo ${receipt.id} --only ${label}`,
    ))
      meant.add(one);
  return done.filter((change) => meant.has(change)).toReversed();
};

/** The object, by the read of its state. A change without an undo has no read, so it is not part of a chain. */
const refBy = (change: RecordedChange, operation: Operation): Ref => {
  const { objectRead, id } = operation;
  return refOfChange(change, operation, undoOf(operation) === undefined ? id : (objectRead?.id ?? id));
};

/** The claim is proven by its mark, or by holder and reason in the receipt. */
const claimOf = (
  change: RecordedChange,
  operation: Operation | undefined,
): Claim<'mark' | 'receipt'> | undefined => {
  const { mark, after } = change;
  if (operation?.undo?.claim === undefined) return undefined;
  const ref = refBy(change, operation);
  if (mark !== undefined) return { ref, proof: { by: 'mark', mark } };
  return after === undefined ? undefined : { ref, proof: { by: 'receipt', state: after } };
};

/** The command for a person who knows the owner: it releases a lock, or writes the settings as before. */
const byHand = (
  session: Session,
  command: string,
  operation: Operation,
  { change, now }: Pick<UndoStep, 'change' | 'now'>,
): string => {
  const { input } = change;
  if (operation.undo?.claim === undefined) return adviceOf({ change, operation, now });
  const names = Object.entries(operation.parameters).flatMap(([key, { in: place, context }]) => {
    const name = place === 'path' && context === undefined ? inputText(input, key) : undefined;
    return name === undefined ? [] : [shellWord(name)];
  });
  return `Whoever made the change can tell. If it is yours: ${suggest(session, [command, ...names].join(' '))}`;
};

export const decided = (
  session: Session,
  change: UndoStep['change'],
  operation: Operation | undefined,
  now: UndoStep['now'],
  mayRotate: boolean,
): UndoDecision => {
  if (operation === undefined) return { verdict: 'impossible', reason: unknownBecause(change) };
  if (resultOf(change.state) === 'unknown')
    return {
      verdict: 'impossible',
      reason: 'its outcome is unknown: settle it first with trivet changes settle',
    };
  const decision = decide(operation, change, now, mayRotate);
  if (decision.verdict !== 'unproven' || decision.by === undefined) return decision;
  return {
    ...decision,
    reason: `${decision.reason}. ${byHand(session, decision.by, operation, { change, now })}`,
  };
};

/** Receipts are read once, when they are needed. */
type Receipts = () => Promise<readonly Receipt[]>;

const receiptsOf = ({ io }: Session): Receipts => {
  let all: Promise<readonly Receipt[]> | undefined;
  const read = async (): Promise<readonly Receipt[]> =>
    (await allReceipts(io)).flatMap((one) => (isRefused(one) ? [] : [one]));
  return () => (all ??= read());
};

/** Later receipts that released an unmarked claim, after which somebody can hold an equal one. */
const releases = (catalogue: Catalogue, all: Receipts, { id, time }: Receipt) => {
  return async (change: RecordedChange, operation: Operation | undefined): Promise<string | undefined> => {
    if (operation?.undo?.claim === undefined || change.mark !== undefined) return undefined;
    const released = refBy(change, operation);
    const later = (await all()).filter((one) => one.id !== id && one.time >= time);
    for (const one of later)
      for (const other of one.changes) {
        if (other.undone !== undefined || resultOf(other.state) !== 'done') continue;
        const by = await catalogue.operation(other.operation);
        if (by !== undefined && releasedBy(by) !== undefined && sameRef(refBy(other, by), released))
          return one.id;
      }
    return undefined;
  };
};

/** Returns an error if the state cannot be read; undefined if nothing takes the change back. */
export const readNow = async (
  session: Session,
  operation: Operation,
  { input, namespace }: Pick<RecordedChange, 'input' | 'namespace'>,
): Promise<State | TrivetError | undefined> => {
  // Without a namespace the change was in the root, whatever the settings of this run are.
  const headers = namespaceIn(operation.service, namespace ?? '');
  const now = await stateNow(session, operation, input, { headers });
  return now === undefined || now instanceof TrivetError ? now : now.state;
};

/** Whether the states share a setting. A lock and settings of a workspace do not, so neither is in the other's way. */
export const isOfSamePart = ({ before: one }: RecordedChange, { before: other }: RecordedChange): boolean =>
  !one || !other || Object.keys(one).some((key) => Object.hasOwn(other, key));

export const chainsOf = async (
  session: Session,
  receipt: Receipt,
  changes: readonly RecordedChange[],
  mayRotate: boolean,
): Promise<readonly Chain[]> => {
  const chains = new Map<string, UndoStep[]>();
  const { catalogue } = session.program;
  const all = receiptsOf(session);
  const releasedBy = releases(catalogue, all, receipt);
  for (const one of changes) {
    const operation = await catalogue.operation(one.operation);
    const change = {
      ...one,
      claim: claimOf(one, operation),
      released: await releasedBy(one, operation),
    };
    // A change without an operation has a chain of its own, since nothing takes it back.
    const object = operation === undefined ? one.key : keyOf(refBy(change, operation));
    const chain = chains.get(object) ?? [];
    const last = chain.findLast((step) => isOfSamePart(step.change, change));
    const now =
      last === undefined
        ? operation && (await readNow(session, operation, change))
        : last.decision.verdict === 'undo' || last.decision.verdict === 'already'
          ? last.change.before
          : last.now;
    const decision = decided(session, change, operation, now, mayRotate);
    const name = objectNameOf(receipt, change);
    chain.push({
      change,
      name,
      namespace: scopeOfChange(receipt, change).namespace,
      operation,
      decision,
      now,
    });
    chains.set(object, chain);
  }
  return [...chains.values()].map((steps, index) => ({ number: index + 1, steps }));
};

type Compared = Pick<UndoStep, 'change' | 'operation' | 'now'>;

/** The differences from now to before; a counter only shows that the object was changed. */
const movedSince = ({ change: { before }, operation, now: read }: Compared): readonly Change[] => {
  const now = read instanceof TrivetError ? undefined : read;
  const { counters = [] } = operation?.undo ?? {};
  const fields = operation?.objectRead === undefined ? {} : fieldsOf(operation.objectRead.view);
  return [...new Set([...Object.keys(before ?? {}), ...Object.keys(now ?? {})])]
    .map((key) => ({
      key,
      type: fields[key]?.type ?? 'text',
      from: now?.[key] ?? null,
      to: before?.[key] ?? null,
    }))
    .filter(({ key, type, from, to }) => !counters.includes(key) && !sameSetting(type, from, to));
};

export const differenceOf = (step: Compared): string =>
  step.change.before === null ? 'did not exist before' : movedSince(step).map(changeText).join(', ');

/** Undoes the change's own part: elements and values that others set stay. */
const ownPart = (change: Change, set: Json): Change | undefined => {
  const { from, to, type } = change;
  if (!isArray(from) && !isArray(to)) return sameSetting(type, from, set) ? change : undefined;
  const [now, before, made] = [itemsIn(from), itemsIn(to), itemsIn(set)];
  const added = made.filter((one) => !before.includes(one));
  const missing = before.filter((one) => !made.includes(one) && !now.includes(one));
  const back = [...now.filter((one) => !added.includes(one)), ...missing];
  return sameSetting(type, from, back) ? undefined : { ...change, to: back };
};

/** Advises a person who knows that the change was made; what others set since is not theirs to take back. */
const adviceOf = (step: Compared): string => {
  const { before, sets } = step.change;
  if (before === null) return 'It did not exist before.';
  const moved = movedSince(step);
  if (sets === undefined) return `From now to before it: ${moved.map(changeText).join(', ')}`;
  const set = moved.filter(({ key }) => Object.hasOwn(sets, key));
  const own = set.flatMap((one) => ownPart(one, sets[one.key] ?? null) ?? []);
  const others = set.filter(({ key }) => !own.some((one) => one.key === key)).map(({ key }) => key);
  return [
    ...(own.length > 0 ? [`To take it back yourself: ${own.map(changeText).join(', ')}`] : []),
    ...(own.length === 0 && others.length === 0 ? ['What it set is as before.'] : []),
    ...(others.length > 0 ? [`Somebody else may have set: ${others.join(', ')}`] : []),
  ].join('. ');
};
