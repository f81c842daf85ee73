/** Tests what an undo decides about one change, by a table. */
import { expect, test } from 'vitest';
import { Exit, TrivetError } from '../../src/system/error.ts';
import type { Operation, State, Undo } from '../../src/catalogue/operation.ts';
import { asRead } from '../../src/catalogue/operation.ts';
import { decide } from '../../src/receipts/decide.ts';
import { hashOfState } from '../../src/receipts/state.ts';
import { operationNamed } from '../support/catalogue.ts';

const lock = operationNamed('workspace.lock');

const undo: Undo = {
  reads: asRead(operationNamed('workspace.show')),
  reverse: ({ before }) => (before === null ? { because: 'it was new' } : { command: 'back', input: before }),
};
const operation: Pick<Operation, 'undo' | 'final'> = { undo };
const full = (one: Pick<Operation, 'undo' | 'final'>): Operation =>
  ({ ...lock, undo: undefined, ...one }) as Operation;

const [a, b, c] = [{ v: 1 }, { v: 2 }, { v: 3 }];
const kept = (before: State | undefined, after: State | undefined, more: object = {}) => ({
  input: {},
  before,
  why: undefined,
  after: after === undefined ? undefined : hashOfState(undo, after),
  unproven: false,
  ...more,
});
const unread = new TrivetError('denied', Exit.denied, 'permission denied');
const none = { unproven: false, rotation: false };

test.each([
  ['the state that it left comes back', kept(a, b), b, none, 'undo'],
  ['the state before is there already', kept(a, b), a, none, 'already'],
  ['another state is a conflict', kept(a, b), c, none, 'conflict'],
  ['an object that is gone does not come back', kept(a, b), null, none, 'impossible'],
  ['a state that could not be read is a failure, not an end', kept(a, b), unread, none, 'failed'],
  ['without a state before nothing comes back', kept(undefined, b), b, none, 'impossible'],
  ['without a state after it is unproven', kept(a, undefined), b, none, 'unproven'],
  [
    'without a state after it is taken back on demand',
    kept(a, undefined),
    b,
    { ...none, unproven: true },
    'undo',
  ],
  ['a state without a proof is unproven', kept(a, b, { unproven: true }), b, none, 'unproven'],
  [
    'a state without a proof is taken back on demand',
    kept(a, b, { unproven: true }),
    b,
    { ...none, unproven: true },
    'undo',
  ],
  [
    'a conflict stays one on demand',
    kept(a, b, { unproven: true }),
    c,
    { ...none, unproven: true },
    'conflict',
  ],
  ['what has no reverse does not come back', kept(null, b), b, none, 'impossible'],
  ['an object that did not exist, and does not, is as before', kept(null, b), null, none, 'already'],
] as const)('the decision about a change: %s', (_, one, now, allowed, verdict) => {
  expect(decide(full(operation), one, now, allowed).verdict).toBe(verdict);
});

test('a claim that looks as before is not taken for the one before, unless a person says so', () => {
  const claim = full({ undo: { ...undo, claim: { held: 'locked', by: 'reason' } } });
  const [free, held, known] = [
    { locked: false, reason: null },
    { locked: true, reason: null },
    { locked: true, reason: 'CHG-1' },
  ];
  expect(decide(claim, kept(held, free), held, none)).toMatchObject({ verdict: 'unproven' });
  expect(decide(claim, kept(held, free), held, { ...none, unproven: true }).verdict).toBe('already');
  expect(decide(claim, kept(known, free), known, none).verdict).toBe('already');
  expect(decide(claim, kept(free, held), free, none).verdict).toBe('already');
  expect(decide(claim, kept(held, free), free, none).verdict).toBe('undo');
});

test('a mark proves whose claim it is, and the receipt of a release that it is another one', () => {
  const claim = full({ undo: { ...undo, claim: { held: 'locked', by: 'reason' } } });
  const free = { locked: false, reason: null };
  const held = (reason: string | null) => ({ locked: true, reason });
  const verdict = (after: State | undefined, now: State, more: object): string =>
    decide(claim, kept(free, after, more), now, none).verdict;
  const [mark, mine, other] = ['(trivet 1)', held('CHG-9 (trivet 1)'), held('CHG-9')];
  expect([
    verdict(undefined, mine, { mark }),
    verdict(undefined, other, { mark }),
    verdict(undefined, held(null), { mark }),
    verdict(undefined, other, {}),
    verdict(other, other, {}),
    verdict(other, other, { released: '2' }),
    verdict(other, free, { released: '2' }),
  ]).toEqual(['undo', 'conflict', 'unproven', 'unproven', 'undo', 'conflict', 'already']);
  expect(decide(claim, kept(free, other, { released: '2' }), other, none)).toMatchObject({
    reason: 'it has changed since by receipt 2, so it was left as it is',
  });
});

test('a claim that only its holder and text show to be the one of the change is taken back with a note', () => {
  const claim = full({ undo: { ...undo, claim: { held: 'locked', by: 'reason' } } });
  const free = { locked: false, reason: null };
  const held = { locked: true, reason: 'CHG-9 (trivet 1)' };
  const noteOf = (more: object, allowed = none): unknown => {
    const decision = decide(claim, kept(free, held, more), held, allowed);
    return decision.verdict === 'undo' ? decision.reverse.note : decision.verdict;
  };
  expect(noteOf({})).toMatch(/^It bears no mark of this run: /);
  expect(noteOf({ mark: '(trivet 1)' })).toBeUndefined();
  expect(noteOf({ unproven: true }, { ...none, unproven: true })).toBeUndefined();
  expect(noteOf({ after: undefined }, { ...none, unproven: true })).toBeUndefined();
  // A release takes nothing that somebody else could hold.
  expect(decide(claim, kept(held, free), free, none)).toMatchObject({ reverse: { command: 'back' } });
  expect(decide(claim, kept(held, free), free, none)).not.toHaveProperty('reverse.note');
});

test('what gives new passwords needs a flag', () => {
  const rotating = full({
    undo: { ...undo, reverse: () => ({ command: 'back', input: {}, rotates: 'gives svc-1 a new password' }) },
  });
  expect(decide(rotating, kept(a, b), b, none)).toEqual({
    verdict: 'impossible',
    reason: 'it gives svc-1 a new password: give --allow-rotation to allow that',
  });
  expect(decide(rotating, kept(a, b), b, { ...none, rotation: true }).verdict).toBe('undo');
});

test('an operation without a reverse says why', () => {
  expect(decide(full({ final: 'it was deleted' }), kept(a, b), b, none)).toEqual({
    verdict: 'impossible',
    reason: 'it was deleted',
  });
});
