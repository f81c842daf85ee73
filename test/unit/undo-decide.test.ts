/** Tests what an undo decides about one change, by a table. */
import { expect, test } from 'vitest';
import { Exit, TrivetError } from '../../src/system/error.ts';
import type { Operation, State, Undo } from '../../src/catalogue/operation.ts';
import type { Claim } from '../../src/catalogue/ref.ts';
import { refOf } from '../../src/catalogue/ref.ts';
import { decide } from '../../src/run/log/decide.ts';
import { hashOfState, leftBy } from '../../src/run/log/state.ts';
import { operationNamed } from '../support/catalogue.ts';

const lock = operationNamed('workspace.lock');

const undo: Undo = {
  reverse: ({ before }) => (before === null ? { because: 'it was new' } : { command: 'back', input: before }),
};
const operation: Pick<Operation, 'undo'> = { undo };
const full = (one: Pick<Operation, 'undo'>): Operation => ({ ...lock, undo: undefined, ...one }) as Operation;

const [a, b, c] = [{ v: 1 }, { v: 2 }, { v: 3 }];
const kept = (before: State | undefined, after: State | undefined, more: object = {}) => ({
  input: {},
  before,
  why: undefined,
  after: after === undefined ? undefined : hashOfState(undo, after),
  ...more,
});
const unread = new TrivetError('denied', Exit.denied, 'permission denied');
const none = false;

test.each([
  ['the state that it left comes back', kept(a, b), b, none, 'undo'],
  ['the state before is there already', kept(a, b), a, none, 'already'],
  ['another state is a conflict', kept(a, b), c, none, 'conflict'],
  ['an object that is gone does not come back', kept(a, b), null, none, 'impossible'],
  ['a state that could not be read is a failure, not an end', kept(a, b), unread, none, 'failed'],
  ['without a state before nothing comes back', kept(undefined, b), b, none, 'impossible'],
  ['without a state after it is unproven', kept(a, undefined), b, none, 'unproven'],
  ['what has no reverse does not come back', kept(null, b), b, none, 'impossible'],
  ['an object that did not exist, and does not, is as before', kept(null, b), null, none, 'already'],
] as const)('the decision about a change: %s', (_, one, now, allowed, verdict) => {
  expect(decide(full(operation), one, now, allowed).verdict).toBe(verdict);
});

test('a conflict names the fields that somebody else changed, and a counter only where nothing else differs', () => {
  const counted = full({ undo: { ...undo, counters: ['index'] } });
  const before = { ttl: '1h', key_bits: 0, index: 1 };
  const after = { ...before, ttl: '2h', index: 2 };
  const one = { ...kept(before, after), left: leftBy(before, after) };
  const reason = (now: State): unknown => {
    const decision = decide(
      counted,
      { ...one, after: hashOfState({ ...undo, counters: ['index'] }, after) },
      now,
      none,
    );
    return 'reason' in decision ? decision.reason : decision.verdict;
  };
  expect(one.left).toEqual({ ttl: '2h', index: 2 });
  expect([
    reason({ ...after, index: 3, ttl: '3h', key_bits: 2048 }),
    reason({ ...after, index: 3 }),
    reason(after),
  ]).toEqual([
    'it has changed since (ttl, key_bits), so it was left as it is',
    'it has changed since (index), so it was left as it is',
    'undo',
  ]);
});

const claims = { held: 'locked', reason: 'reason', holder: 'by' } as const;
/** A claim with what proves it: a mark, or the state that the receipt has. */
const claimed = (proof: Claim<'mark' | 'receipt'>['proof']) => ({
  claim: {
    ref: refOf({ kind: 'lock' }, { service: 'workspaces', address: 'https://x', scope: {} }, 'ws-1'),
    proof,
  },
});
const marked = claimed({ by: 'mark', mark: '(trivet 1)' });
const recorded = (state: State) => claimed({ by: 'receipt', state: hashOfState(undo, state) });

test('a claim that looks as before is not taken for the one before', () => {
  const claim = full({ undo: { ...undo, claim: claims } });
  const [free, held, known] = [
    { locked: false, reason: null },
    { locked: true, reason: null },
    { locked: true, reason: 'CHG-1' },
  ];
  expect(decide(claim, kept(held, free), held, none)).toMatchObject({ verdict: 'unproven' });
  expect(decide(claim, kept(known, free), known, none).verdict).toBe('already');
  expect(decide(claim, kept(free, held), free, none).verdict).toBe('already');
  expect(decide(claim, kept(held, free), free, none).verdict).toBe('undo');
});

test('a mark proves whose claim it is, and the receipt of a release that it is another one', () => {
  const claim = full({ undo: { ...undo, claim: claims } });
  const free = { locked: false, reason: null };
  const held = (reason: string | null, by = 'ada') => ({ locked: true, reason, by });
  const verdict = (after: State | undefined, now: State, more: object): string =>
    decide(claim, kept(free, after, more), now, none).verdict;
  const [mine, other] = [held('CHG-9 (trivet 1)'), held('CHG-9')];
  expect([
    verdict(undefined, mine, marked),
    verdict(undefined, other, marked),
    verdict(undefined, held(null), marked),
    verdict(undefined, other, {}),
    verdict(other, other, recorded(other)),
    verdict(other, other, { ...recorded(other), released: '2' }),
    verdict(other, free, { ...recorded(other), released: '2' }),
  ]).toEqual(['undo', 'conflict', 'unproven', 'unproven', 'undo', 'conflict', 'already']);
  expect(decide(claim, kept(free, other, { released: '2' }), other, none)).toMatchObject({
    reason: 'it has changed since by receipt 2, so it was left as it is',
  });
});

test('holder and reason together prove whose claim it is, and neither of them alone', () => {
  const claim = full({ undo: { ...undo, claim: claims } });
  const free = { locked: false, reason: null, by: null };
  const verdict = (after: State, now: State): string =>
    decide(claim, kept(free, after, recorded(after)), now, none).verdict;
  const both = { locked: true, reason: 'CHG-9', by: 'ada' };
  const [nameless, silent] = [
    { ...both, by: null },
    { ...both, reason: null },
  ];
  expect([
    verdict(both, both),
    verdict(both, { ...both, by: 'mia' }),
    verdict(both, { ...both, reason: 'CHG-8' }),
    verdict(nameless, nameless),
    verdict(silent, silent),
  ]).toEqual(['undo', 'conflict', 'conflict', 'unproven', 'unproven']);
  expect(decide(claim, kept(free, silent, recorded(silent)), silent, none)).toMatchObject({ by: 'back' });
  // The proof alone decides where the state that the change left was not read.
  const unreadLeft = (proof: State, now: State): string =>
    decide(claim, kept(free, undefined, recorded(proof)), now, none).verdict;
  expect([unreadLeft(both, both), unreadLeft(both, { ...both, by: 'mia' })]).toEqual(['undo', 'conflict']);
});

test('a claim that only its holder and text show to be the one of the change is taken back with a note', () => {
  const claim = full({ undo: { ...undo, claim: claims } });
  const free = { locked: false, reason: null };
  const held = { locked: true, reason: 'CHG-9 (trivet 1)', by: 'ada' };
  const noteOf = (more: object): unknown => {
    const decision = decide(claim, kept(free, held, more), held, none);
    return decision.verdict === 'undo' ? decision.reverse.note : decision.verdict;
  };
  expect(noteOf(recorded(held))).toMatch(/^It bears no mark of this run: /);
  expect(noteOf(marked)).toBeUndefined();
  expect(noteOf({ after: undefined })).toBe('unproven');
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
  expect(decide(rotating, kept(a, b), b, true).verdict).toBe('undo');
});

test('an operation without a reverse says why', () => {
  expect(decide(full({ undo: { because: 'it was deleted' } }), kept(a, b), b, none)).toEqual({
    verdict: 'impossible',
    reason: 'it was deleted',
  });
});
