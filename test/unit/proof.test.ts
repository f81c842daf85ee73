/** Tests what a resumed run concludes about a change of unknown outcome. */
import { expect, test } from 'vitest';
import type { Basis, Found, Traces, ResumeVerdict } from '../../src/run/log/proof.ts';
import { basisIn, markOfRun, runIdIn, verdictOf } from '../../src/run/log/proof.ts';

const change: Traces = { claims: false, removes: false };
const claim: Traces = { claims: true, removes: false };
const removal: Traces = { claims: false, removes: true };
const there: Found = { exists: true, marked: false, made: undefined, hash: undefined };
const gone: Found = { ...there, exists: false };

test.each<[string, Traces, Basis, Found, ResumeVerdict]>([
  ['its own mark', claim, { mark: 'm' }, { ...there, marked: true, made: true }, 'done'],
  ['a claim of somebody else', claim, { mark: 'm' }, { ...there, made: true }, 'person'],
  ['a claim without a mark', claim, {}, { ...there, made: true }, 'person'],
  ['a claim that nobody has', claim, {}, { ...there, made: false }, 'again'],
  ['a claim whose state cannot be seen', claim, { mark: 'm' }, there, 'person'],
  ['a claim of an object that is gone', claim, { mark: 'm' }, gone, 'person'],
  ['an object that is gone', removal, {}, gone, 'done'],
  ['an object that was made again', removal, { before: 'a' }, { ...there, hash: 'b' }, 'person'],
  ['an object that may have been made again', removal, {}, { ...there, hash: 'b' }, 'person'],
  ['an object that is as before', removal, { before: 'a' }, { ...there, hash: 'a' }, 'again'],
  ['the wanted settings', change, {}, { ...there, made: true }, 'done'],
  ['the settings before', change, { before: 'a' }, { ...there, made: false, hash: 'a' }, 'again'],
  ['other settings', change, { before: 'a' }, { ...there, made: false, hash: 'b' }, 'person'],
  ['settings, with none recorded', change, {}, { ...there, made: false, hash: 'b' }, 'person'],
  ['nothing that can be read', change, {}, there, 'person'],
  ['an object that is still missing', change, { before: 'absent' }, { ...gone, hash: 'absent' }, 'again'],
  ['an object that went missing', change, { before: 'a' }, { ...gone, hash: 'absent' }, 'person'],
])('a resumed run that finds %s', (_, traces, basis, now, verdict) => {
  expect(verdictOf(traces, basis, now)).toBe(verdict);
});

test('a line of a journal without a proof has none', () => {
  expect(basisIn({ item: 1 })).toBeUndefined();
  expect(basisIn({ item: 1, mark: 'a' })).toEqual({ mark: 'a', token: undefined, before: undefined });
});

test('an ID that no run wrote is not used in a mark', () => {
  expect(runIdIn({ id: '0123abcd' })).toBe('0123abcd');
  expect(runIdIn({ id: ') unlocked (' })).toBeUndefined();
  expect(runIdIn({})).toBeUndefined();
  expect(markOfRun('0123abcd')).toBe('(trivet 0123abcd)');
});
