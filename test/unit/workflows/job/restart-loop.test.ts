/** Tests by a table which tasks are restarted again and again. */
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../src/documents/json/json.ts';
import { isRestarting } from '../../../../src/commands/job/workflows/wait/restart-loop.ts';

const now = Date.parse('2031-01-01T12:00:00Z');
const second = 1000;
const minute = 60 * second;

type Step = readonly [type: 'Started' | 'Terminated' | 'Restarting' | 'Asked' | 'Driver', ago: number];

const event = ([type, ago]: Step): JsonObject => ({
  Type: type === 'Asked' ? 'Restarting' : type,
  Time: (now - ago) * 1e6,
  Details: { restart_reason: type === 'Asked' ? '' : 'Restart within policy' },
});

/** Runs of this length, one after the other; the last one has begun `since` ago. */
const runs = (count: number, length: number, since: number): readonly Step[] =>
  Array.from({ length: count }, (_, index): readonly Step[] => {
    const ends = since + (count - 1 - index) * length;
    return [
      ['Started', ends + length],
      ['Terminated', ends],
      ['Restarting', ends],
    ];
  })
    .flat()
    .concat([['Started', since]]);

interface Case {
  readonly restarts: number;
  readonly steps?: readonly Step[];
  readonly more?: JsonObject;
  readonly is: boolean;
}

const cases: Readonly<Record<string, Case>> = {
  'it was restarted three times within minutes, and runs shorter than before': {
    restarts: 3,
    steps: runs(3, minute, 10 * second),
    is: true,
  },
  'it was restarted once, seconds ago': { restarts: 1, steps: runs(1, minute, 10 * second), is: true },
  'it was restarted twice, and runs for less than half a minute': {
    restarts: 2,
    steps: runs(2, second, 30 * second - 1),
    is: true,
  },
  'it was restarted twice, and has run for half a minute, however long it ran before': {
    restarts: 2,
    steps: runs(2, 4 * minute, 30 * second),
    is: false,
  },
  'it has run for half a minute, and longer than twice its longest run': {
    restarts: 9,
    steps: runs(3, second, 30 * second),
    is: false,
  },
  'it has run longer than before, but only for seconds': {
    restarts: 9,
    steps: runs(3, second, 29 * second),
    is: true,
  },
  'it has run for long, but not twice as long as before': {
    restarts: 9,
    steps: runs(3, minute, 2 * minute - second),
    is: true,
  },
  'it has run twice as long as before': { restarts: 9, steps: runs(3, minute, 2 * minute), is: false },
  'the longest of its runs counts': {
    restarts: 3,
    steps: [
      ['Started', 8 * minute],
      ['Terminated', 4 * minute],
      ['Restarting', 4 * minute],
      ...runs(2, second, minute),
    ],
    is: true,
  },
  'its end is the last that the server keeps': {
    restarts: 3,
    steps: [['Terminated', 12 * second], ['Restarting', 12 * second], ...runs(2, second, 10 * second)],
    is: true,
  },
  'its restarts are long over': { restarts: 30, steps: runs(3, 8 * minute, 10 * minute), is: false },
  'it was restarted often long ago, and once now': {
    restarts: 30,
    steps: [
      ...runs(2, minute, 70 * minute),
      ['Terminated', 30 * second],
      ['Restarting', 30 * second],
      ['Started', 30 * second],
    ],
    is: false,
  },
  'it was restarted often, of which only the last restart is kept, and has not run twice as long as before': {
    restarts: 9,
    steps: runs(1, minute, 40 * second),
    is: true,
  },
  'what is kept begins ten minutes ago, and has three restarts': {
    restarts: 30,
    steps: [['Driver', 10 * minute], ...runs(3, second, 10 * second)],
    is: true,
  },
  'what is kept begins ten minutes ago, and has two restarts': {
    restarts: 30,
    steps: [['Driver', 10 * minute], ...runs(2, minute, 30 * second)],
    is: false,
  },
  'what is kept begins ten minutes ago, and has two restarts and one that is too old': {
    restarts: 30,
    steps: [['Driver', 20 * minute], ['Restarting', 10 * minute], ...runs(2, minute, 30 * second)],
    is: false,
  },
  'the last restart was asked for': {
    restarts: 9,
    steps: [...runs(3, second, 10 * second), ['Terminated', 5 * second], ['Asked', 5 * second]],
    is: false,
  },
  'it waits for a start that was asked for': {
    restarts: 9,
    steps: [...runs(3, second, 10 * second), ['Asked', 5 * second]],
    more: { State: 'pending' },
    is: false,
  },
  'restarts that were asked for do not count': {
    restarts: 3,
    steps: [['Asked', 100 * second], ...runs(2, minute, 30 * second)],
    is: false,
  },
  'restarts that were asked for do not count where all are kept': {
    restarts: 3,
    steps: [['Driver', 20 * minute], ['Asked', 100 * second], ...runs(2, minute, 30 * second)],
    is: false,
  },
  'it waits for its next start': { restarts: 1, more: { State: 'pending' }, is: true },
  'it waits for its first start': { restarts: 0, more: { State: 'pending' }, is: false },
  'the server keeps no events': { restarts: 3, is: true },
  'the server keeps no events, and the last restart is nearly ten minutes ago': {
    restarts: 3,
    more: { LastRestart: new Date(now - 10 * minute + second).toISOString() },
    is: true,
  },
  'the server keeps no events, and the last restart is long ago': {
    restarts: 3,
    more: { LastRestart: new Date(now - 10 * minute).toISOString() },
    is: false,
  },
  'when it was restarted is not known': { restarts: 9, more: { LastRestart: null }, is: false },
  'it was started long after its last restart': {
    restarts: 3,
    steps: runs(3, second, 20 * second),
    more: { LastRestart: new Date(now - minute).toISOString() },
    is: true,
  },
  'when it was started is not known': {
    restarts: 3,
    steps: runs(3, minute, 10 * second),
    more: { StartedAt: null },
    is: true,
  },
};

const stateOf = ({ restarts, steps = [], more = {} }: Case): JsonObject => {
  const ofType = (...types: readonly string[]): number =>
    steps.findLast(([type]) => types.includes(type))?.[1] ?? 10 * second;
  return {
    State: 'running',
    Restarts: restarts,
    LastRestart: new Date(now - ofType('Restarting', 'Asked')).toISOString(),
    StartedAt: new Date(now - ofType('Started')).toISOString(),
    Events: steps.map(event),
    ...more,
  };
};

test.each(Object.entries(cases))('a task is restarted again and again, or not: %s', (_, one) => {
  expect(isRestarting({ main: stateOf(one) }, now)).toBe(one.is);
});

test('one such task among several is enough', () => {
  const calm = stateOf({ restarts: 0, is: false });
  expect(isRestarting({ calm, main: stateOf({ restarts: 3, is: true }) }, now)).toBe(true);
  expect(isRestarting({ calm, other: calm }, now)).toBe(false);
  expect(isRestarting({}, now)).toBe(false);
});
