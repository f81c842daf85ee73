/** Tests when the items of a run begin, and what ends it. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { StepState } from '../../src/run/log/change-log.ts';
import type { Basis } from '../../src/run/log/proof.ts';
import { runMany } from '../../src/run/plan/many.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** When each item began, in milliseconds from the start; the first `slow` ones take a second. */
const beginnings = async (rate: number, parallel: number, slow: number): Promise<readonly number[]> => {
  const from = performance.now();
  const begun: number[] = [];
  const done = runMany(
    Array.from({ length: 12 }, (_, place) => ({ number: place + 1 })),
    {
      run: async ({ number }) => {
        begun.push(Math.round(performance.now() - from));
        if (number <= slow) await new Promise((resolve) => setTimeout(resolve, 1000));
        return { exit: 0 };
      },
      isHarmless: () => Promise.resolve(true),
      lookUp: () => Promise.resolve({ exit: 0 }),
      keep: () => Promise.resolve(),
    },
    {
      parallel,
      rate,
      signal: new AbortController().signal,
      monotonic: () => performance.now(),
    },
  );
  await vi.advanceTimersByTimeAsync(10_000);
  await done;
  return begun;
};

test('items begin at even intervals', async () => {
  expect(await beginnings(10, 4, 0)).toEqual(Array.from({ length: 12 }, (_, place) => place * 100));
});

test('after a stall items catch up, limited by the number in flight', async () => {
  const begun = await beginnings(10, 2, 2);
  expect(begun.slice(0, 2)).toEqual([0, 100]);
  const together = begun.filter((time) => time === 1000);
  expect(together.length).toBeGreaterThan(1);
  expect(together.length).toBeLessThanOrEqual(4);
  expect(begun.at(-1)).toBeGreaterThan(1500);
});

test.each([
  ['failed in an earlier run', 12, { exit: 1 }, { done: 3, failed: 12, stopped: false }],
  ['made most of their change', 0, { exit: 1, partly: true }, { done: 3, failed: 12, stopped: false }],
  ['fail for the first time', 0, { exit: 1 }, { done: 0, failed: 10, stopped: true }],
])('items that %s: whether they end the run', async (_, before, end, tally) => {
  const known = new Map(
    Array.from({ length: before }, (_one, place) => [place + 1, { is: 'failed', exit: 1 } as const]),
  );
  const journal = { id: '0', known, started: () => Promise.resolve(), ended: () => Promise.resolve() };
  const found = await runMany(
    Array.from({ length: 15 }, (_one, place) => ({ number: place + 1 })),
    {
      run: ({ number }) => Promise.resolve(number <= 12 ? end : { exit: 0 }),
      isHarmless: () => Promise.resolve(true),
      lookUp: () => Promise.resolve({ exit: 0 }),
      keep: () => Promise.resolve(),
    },
    {
      parallel: 1,
      stopAt: 'failures-in-a-row',
      journal,
      signal: new AbortController().signal,
      monotonic: () => performance.now(),
    },
  );
  expect(found).toMatchObject(tally);
});

test.each([
  ['--max-failures', { maxFailures: 1 }, 0],
  ['a stop at the first failure', { stopAt: 'failure' }, 0],
  ['a stop after failures in a row', { stopAt: 'failures-in-a-row' }, 1],
] as const)(
  'with %s, an outcome that a continued run leaves unknown counts like in the first run',
  async (_, stop, done) => {
    const journal = {
      id: '0',
      known: new Map([[1, { is: 'sent' } as const]]),
      started: () => Promise.resolve(),
      ended: () => Promise.resolve(),
    };
    const found = await runMany(
      [{ number: 1 }, { number: 2 }],
      {
        run: () => Promise.resolve({ exit: 0 }),
        isHarmless: () => Promise.resolve(false),
        lookUp: () => Promise.resolve({ exit: 9 }),
        keep: () => Promise.resolve(),
      },
      {
        parallel: 1,
        ...stop,
        journal,
        signal: new AbortController().signal,
        monotonic: () => performance.now(),
      },
    );
    expect(found).toMatchObject({ done, unknown: 1, stopped: done === 0 });
  },
);

test.each([
  ['a failure', 'failure', false, { done: 0, failed: 1, unknown: 0, skipped: 0, stopped: true }],
  [
    'failures in a row',
    'failures-in-a-row',
    false,
    { done: 0, failed: 10, unknown: 0, skipped: 0, stopped: true },
  ],
  [
    'a signal, and not the failure that it makes',
    'failure',
    true,
    { done: 0, failed: 1, unknown: 0, skipped: 0, stopped: false },
  ],
  ['a signal', 'failures-in-a-row', true, { done: 0, failed: 1, unknown: 0, skipped: 0, stopped: false }],
  [
    'nothing but the last item',
    undefined,
    false,
    { done: 0, failed: 12, unknown: 0, skipped: 0, stopped: false },
  ],
] as const)('a run ends because of %s', async (_, stopAt, isAborted, tally) => {
  const aborting = new AbortController();
  const end = runMany(
    Array.from({ length: 12 }, (_one, place) => ({ number: place + 1 })),
    {
      run: () => {
        if (isAborted) aborting.abort();
        return Promise.resolve({ exit: 1 });
      },
      isHarmless: () => Promise.resolve(true),
      lookUp: () => Promise.resolve({ exit: 0 }),
      keep: () => Promise.resolve(),
    },
    { parallel: 1, stopAt, signal: aborting.signal, monotonic: () => performance.now() },
  );
  expect(await end).toEqual(tally);
});

describe('the journal', () => {
  /** A journal whose appends settle when `let go` is called, like on a slow disk. */
  const slowJournal = () => {
    const lines: string[] = [];
    let waiting: (() => void)[] = [];
    const append = (line: string): Promise<void> => {
      lines.push(line);
      return new Promise((resolve) => waiting.push(resolve));
    };
    return {
      lines,
      sync: async (): Promise<void> => {
        await vi.advanceTimersByTimeAsync(1);
        const ready = waiting;
        waiting = [];
        for (const settle of ready) settle();
        await vi.advanceTimersByTimeAsync(1);
      },
      journal: {
        id: '0',
        known: new Map(),
        started: (item: number) => append(`start ${item}`),
        ended: (item: number) => append(`end ${item}`),
      },
    };
  };
  const two = [{ number: 1 }, { number: 2 }];
  const work = {
    run: () => Promise.resolve({ exit: 0 }),
    isHarmless: () => Promise.resolve(true),
    lookUp: () => Promise.resolve({ exit: 0 }),
    keep: () => Promise.resolve(),
  };
  const alone = { parallel: 1, signal: new AbortController().signal, monotonic: () => performance.now() };

  test('waits for the disk once for the end of an item and the start of the next one', async () => {
    const { lines, sync, journal } = slowJournal();
    const run = vi.fn<typeof work.run>(work.run);
    let tally: unknown;
    const over = runMany(two, { ...work, run }, { ...alone, journal }).then((found) => (tally = found));
    await sync();
    expect(lines).toEqual(['start 1', 'end 1', 'start 2']);
    expect(run, 'nothing is run before its start is on the disk').toHaveBeenCalledTimes(1);
    await sync();
    expect(lines).toEqual(['start 1', 'end 1', 'start 2', 'end 2']);
    expect(tally, 'the last end is waited for').toBeUndefined();
    await sync();
    await over;
    expect(tally).toMatchObject({ done: 2 });
  });

  test('ends the run if the end of an item cannot be written', async () => {
    const run = vi.fn<typeof work.run>(work.run);
    const journal = {
      id: '0',
      known: new Map(),
      started: () => Promise.resolve(),
      ended: () => Promise.reject(new Error('the disk is full')),
    };
    const many = Array.from({ length: 50 }, (_, place) => ({ number: place + 1 }));
    await expect(runMany(many, { ...work, run }, { ...alone, journal })).rejects.toThrow('the disk is full');
    expect(run.mock.calls.length).toBeLessThan(5);
  });
});

describe('a continued run', () => {
  /** What it does with an item of which its receipt has this state, and with which token it sends it. */
  const continued = async (
    state: StepState | undefined,
    more: { readonly isHarmless?: boolean; readonly retryUnknown?: boolean; readonly isCut?: boolean } = {},
  ): Promise<string> => {
    const { isHarmless = false, retryUnknown = false, isCut = false } = more;
    const calls: string[] = [];
    const cutting = new AbortController();
    const journal = {
      id: '0',
      known: new Map(state === undefined ? [] : [[1, state] as const]),
      started: (_: number, basis?: Basis) => {
        calls.push(`start ${basis?.token}`);
        return Promise.resolve();
      },
      ended: () => Promise.resolve(),
    };
    await runMany(
      [{ number: 1 }],
      {
        prove: () => {
          if (isCut) cutting.abort();
          return Promise.resolve({ token: 'new' });
        },
        run: (_, basis) => {
          calls.push(`run ${basis?.token}`);
          return Promise.resolve({ exit: 0 });
        },
        isHarmless: () => Promise.resolve(isHarmless),
        lookUp: () => {
          calls.push('look');
          return Promise.resolve({ exit: 0 });
        },
        keep: () => Promise.resolve(),
      },
      { parallel: 1, retryUnknown, journal, signal: cutting.signal, monotonic: () => performance.now() },
    );
    return calls.join(', ');
  };

  const known = { basis: { token: 'first' } };

  test.each<readonly [string, StepState | undefined, string]>([
    ['was not started', undefined, 'start new, run new'],
    ['failed', { is: 'failed', exit: 1 }, 'start new, run new'],
    ['met a conflict', { is: 'conflict' }, 'start new, run new'],
    ['was sent', { is: 'sent', ...known }, 'look'],
    ['has an unknown outcome', { is: 'unknown', ...known }, 'look'],
    ['was made, and its wait timed out', { is: 'made', exit: 124, ...known }, 'look'],
    ['was done', { is: 'done', ...known }, ''],
    ['was settled as done', { is: 'settled', ...known }, ''],
  ])('repeats nothing that may be done: an item that %s', async (_, state, calls) => {
    expect(await continued(state)).toBe(calls);
  });

  test('repeats a change of unknown outcome where that is harmless or asked for, with the token of the first request', async () => {
    const sent = { is: 'sent', ...known } as const;
    expect(await continued(sent, { isHarmless: true })).toBe('start first, run first');
    expect(await continued(sent, { retryUnknown: true })).toBe('start first, run first');
    expect(await continued({ is: 'made', exit: 124 }, { isHarmless: true, retryUnknown: true })).toBe('look');
  });

  test('starts nothing after a signal that comes while it reads what an item is based on', async () => {
    expect(await continued(undefined, { isCut: true })).toBe('');
  });
});
