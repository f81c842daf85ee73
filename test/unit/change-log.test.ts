/** Tests what the lines of a receipt say together: the state of each step, and of each request. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/documents/json/json.ts';
import { writeJson } from '../../src/documents/json/lossless.ts';
import type { StepState } from '../../src/run/log/change-log.ts';
import { foldLog, resultOf } from '../../src/run/log/change-log.ts';

const folded = (...lines: readonly JsonObject[]) => foldLog(lines.map((line) => writeJson(line)));

const start = { item: 1 } as const;
const sent = (key: string, operation = 'workspace.lock'): JsonObject => ({ change: key, of: 1, operation });
/** Of two requests that a command needs. */
const part = (key: string): JsonObject => ({ ...sent(key, 'job.stop'), rest: 'it was not purged' });
const lone = (key: string, job: string): JsonObject => ({
  change: key,
  operation: 'job.scale',
  name: job,
  input: { job_id: job },
});
const made = (key: string): JsonObject => ({ change: key, exit: 0 });

/** The result of a step and of each request: `done: a done, b unknown`. */
const textOf = (...lines: readonly JsonObject[]): string => {
  const { steps, changes } = folded(...lines);
  const step = steps.get(1);
  const word = (state: StepState): string => (state.is === 'undone' ? 'undone' : resultOf(state));
  const all = changes.map(({ key, state }) => `${key} ${word(state)}`);
  return `${step === undefined ? 'not started' : word(step)}: ${all.join(', ')}`;
};

describe('the state of a step', () => {
  test.each<readonly [string, readonly JsonObject[], StepState | undefined]>([
    ['not begun', [], undefined],
    ['begun', [start], { is: 'sent' }],
    ['begun with a mark', [{ ...start, mark: 'm' }], { is: 'sent', basis: { mark: 'm' } }],
    // A run that continues without a read keeps what the first request was based on.
    ['begun again', [{ ...start, token: 't' }, start], { is: 'sent', basis: { token: 't' } }],
    [
      'begun again on another state',
      [
        { ...start, before: 'one' },
        { ...start, before: 'two' },
      ],
      { is: 'sent', basis: { before: 'two' } },
    ],
    ['done', [start, { ...start, exit: 0 }], { is: 'done' }],
    ['refused', [start, { ...start, exit: 1 }], { is: 'failed', exit: 1 }],
    ['in conflict', [start, { ...start, exit: 6 }], { is: 'conflict' }],
    ['unknown', [start, { ...start, exit: 9, lookUp: 'trivet x' }], { is: 'unknown', lookUp: 'trivet x' }],
    ['made, and its wait cut off', [start, { ...start, exit: 124, made: true }], { is: 'made', exit: 124 }],
    // The wait for it could have an unknown outcome; the change has none.
    ['made, and its wait unknown', [start, { ...start, exit: 9, made: true }], { is: 'made', exit: 9 }],
    ['settled as done', [start, { ...start, exit: 0, settled: 'done' }], { is: 'settled' }],
    ['settled as not made', [start, { ...start, exit: 9 }, { ...start, settled: 'retry' }], undefined],
    ['over', [start, { ...start, exit: 9 }, { ...start, exit: 9, settled: 'over' }], { is: 'over' }],
  ])('%s', (_, lines, state) => {
    const found = folded(...lines).steps.get(1);
    expect(found === undefined ? undefined : JSON.parse(JSON.stringify(found))).toEqual(state);
  });
});

describe('the requests of a step', () => {
  test.each<readonly [string, readonly JsonObject[], string]>([
    ['one whose reply did not come is unknown', [start, sent('a')], 'unknown: a unknown'],
    [
      'one that was confirmed is done, whatever became of the rest',
      [start, sent('a'), made('a')],
      'unknown: a done',
    ],
    [
      'a lost one that its run repeated is left out',
      [start, sent('a'), start, sent('b'), made('b'), { ...start, exit: 0 }],
      'done: b done',
    ],
    [
      'a lost one was made where the run went on to the next',
      [start, sent('a'), start, sent('b', 'job.stop'), made('b'), { ...start, exit: 0 }],
      'done: a done, b done',
    ],
    [
      'a lost one was made where a look proved its step',
      [start, sent('a'), { ...start, exit: 0 }],
      'done: a done',
    ],
    [
      'a lost one was not made where a person said so',
      [start, sent('a'), { ...start, exit: 9 }, { ...start, settled: 'retry' }],
      'not started: a failed',
    ],
    [
      'one of which nothing was done, and that was sent again, is left out',
      [start, sent('a'), { change: 'a', settled: 'again' }, sent('b'), made('b'), { ...start, exit: 0 }],
      'done: b done',
    ],
    [
      'a step is undone once all that it made came back',
      [start, sent('a'), made('a'), { ...start, exit: 0 }, { change: 'a', undone: 'now' }],
      'undone: a undone',
    ],
    [
      'a step of which a part came back is not',
      [
        start,
        sent('a'),
        made('a'),
        sent('b', 'job.stop'),
        made('b'),
        { ...start, exit: 0 },
        { change: 'b', undone: 'now' },
      ],
      'done: a done, b undone',
    ],
    [
      'a first part and the rest are one, however often a run that went on repeated the first',
      [
        start,
        part('a'),
        made('a'),
        part('b'),
        made('b'),
        sent('c', 'job.stop'),
        made('c'),
        { ...start, exit: 0 },
      ],
      'done: c done',
    ],
    [
      'a first part whose rest was refused is the whole change',
      [start, part('a'), made('a'), sent('b', 'job.stop'), { change: 'b', exit: 1 }, { ...start, exit: 1 }],
      'failed: a done',
    ],
    [
      'a first part whose rest may have been made is a change of its own',
      [start, part('a'), made('a'), sent('b', 'job.stop'), { change: 'b', exit: 9 }, { ...start, exit: 9 }],
      'unknown: a done, b unknown',
    ],
    [
      'without a step a refused one that was made again is left out, and one of another object is not',
      [
        lone('a', 'web'),
        { change: 'a', exit: 6 },
        lone('b', 'api'),
        { change: 'b', exit: 6 },
        lone('c', 'web'),
        made('c'),
      ],
      'not started: b failed, c done',
    ],
    [
      'without a step a lost one stays: another of the same kind proves nothing',
      [lone('a', 'web'), lone('b', 'web'), made('b')],
      'not started: a unknown, b done',
    ],
  ])('%s', (_, lines, text) => {
    expect(textOf(...lines)).toBe(text);
  });

  test('a change of two parts has the state before the first and that after the last', () => {
    const before = { ...part('a'), before: { Version: 4 } };
    const next = { ...sent('b', 'job.stop'), before: { Version: 5 } };
    const log = folded(start, before, made('a'), next, { change: 'b', exit: 0, after: 'absent' });
    expect(log.changes).toMatchObject([{ number: 1, before: { Version: 4 }, after: 'absent' }]);
  });

  test('what was confirmed stays known for the rest of a step that a kill cut off', () => {
    const left = { change: 'a', exit: 0, after: 'hash' };
    expect(folded(start, sent('a'), left).steps.get(1)).toMatchObject({ confirmed: { left: 'hash' } });
  });
});

test('a line that a kill cut off says nothing, and the log is not whole without its end', () => {
  const lines = [start, sent('a'), made('a'), { end: true }].map((line) => writeJson(line));
  expect(foldLog(lines).isWhole).toBe(true);
  expect(foldLog(lines.slice(0, -1)).isWhole).toBe(false);
  const cut = [...lines.slice(0, 2), (lines[2] ?? '').slice(0, -1)];
  expect(foldLog(cut).changes.map(({ state }) => state.is)).toEqual(['sent']);
});

test('what is unknown when a loan is over needs nobody', () => {
  const { changes, over } = folded(sent('a'), { over: 'it ended with its token' });
  expect([over, changes.map(({ state }) => resultOf(state))]).toEqual(['it ended with its token', ['ended']]);
});
