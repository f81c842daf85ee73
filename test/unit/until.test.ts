/** Tests the only loop that waits for a state: what ends it, and when it looks again. */
import { expect, test, vi } from 'vitest';
import { Deadline, within } from '../../src/system/deadline.ts';
import { Backoff, until } from '../../src/system/until.ts';
import type { Next } from '../../src/system/until.ts';

/** A clock that pauses move on, as far as they last. */
const fakeTime = () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  return { now: () => performance.now(), [Symbol.dispose]: () => vi.useRealTimers() };
};

/** Runs what waits to its end. */
const through = async <T>(work: Promise<T>): Promise<T> => {
  void vi.runAllTimersAsync();
  return work;
};

/** Ends at the look with this number. */
const endsAt =
  (last: number, again = 100) =>
  (look: number): Next<string> =>
    look === last ? { done: `look ${look}` } : { again };

const counted = (): (() => number) => {
  let looks = 0;
  return () => (looks += 1);
};

test('a wait ends with what its judge says, and looks at once the first time', async () => {
  using clock = fakeTime();
  const begun = clock.now();
  expect(await through(until({ read: counted(), judge: endsAt(3) }))).toEqual({
    is: 'done',
    value: 'look 3',
  });
  expect(clock.now() - begun).toBeLessThanOrEqual(200);
});

test('a first pause comes before the first look', async () => {
  using clock = fakeTime();
  const begun = clock.now();
  await through(
    until({ read: () => clock.now() - begun, judge: (at) => ({ done: expect(at).toBe(50) }), first: 50 }),
  );
});

test('a wait that is late has looked once more at its deadline', async () => {
  using clock = fakeTime();
  const looks: number[] = [];
  const begun = clock.now();
  const ended = await through(
    until({
      read: () => looks.push(clock.now() - begun),
      judge: (): Next<never> => ({ again: 100 }),
      deadline: new Deadline(250, clock.now),
    }),
  );
  expect(ended).toEqual({ is: 'late' });
  expect(looks).toHaveLength(4);
});

test('an end counts although its deadline has passed, and an interruption does not replace it', async () => {
  using clock = fakeTime();
  const signal = AbortSignal.abort();
  const deadline = new Deadline(0, clock.now);
  expect(await until({ read: counted(), judge: endsAt(1), deadline, signal })).toMatchObject({ is: 'done' });
  expect(await until({ read: counted(), judge: endsAt(2), deadline, signal })).toEqual({ is: 'interrupted' });
  expect(await until({ read: counted(), judge: endsAt(2), deadline })).toEqual({ is: 'late' });
});

test('an interruption ends a pause, and nothing is read after it', async () => {
  const end = new AbortController();
  const read = vi.fn<() => number>(counted());
  const waits = until({ read, judge: endsAt(2, 1e6), signal: end.signal });
  end.abort();
  expect(await waits).toEqual({ is: 'interrupted' });
  expect(read).toHaveBeenCalledOnce();
});

test('a wait can last until something happens', async () => {
  let happen = (): void => undefined;
  const event = new Promise<void>((resolve) => {
    happen = resolve;
  });
  const waits = until({
    read: counted(),
    judge: (look): Next<number> => (look === 2 ? { done: look } : { again: () => event }),
  });
  happen();
  expect(await waits).toEqual({ is: 'done', value: 2 });
});

test('a failure is thrown, or judged where somebody judges it', async () => {
  using clock = fakeTime();
  const begun = clock.now();
  const read = (): never => {
    throw new Error('no');
  };
  await expect(until({ read, judge: endsAt(1) })).rejects.toThrow('no');
  const failures = new Backoff(100, 500);
  const ended = await through(
    until({
      read,
      judge: endsAt(1),
      failed: (error): Next<string> => {
        const again = failures.next();
        return failures.failures === 4 ? { done: `${String(error)} ${again}` } : { again };
      },
    }),
  );
  expect(ended).toEqual({ is: 'done', value: 'Error: no 500' });
  expect(Math.round(clock.now() - begun)).toBe(200 + 400 + 500);
});

test('the pauses of a backoff double up to a limit, and begin again after a success', () => {
  const pauses = new Backoff(250, 5000);
  expect([1, 2, 3, 4, 5, 6].map(() => pauses.next())).toEqual([500, 1000, 2000, 4000, 5000, 5000]);
  pauses.over();
  expect(pauses.next()).toBe(500);
});

test('a deadline counts by its clock, and has none where there is no limit', () => {
  let now = 1000;
  const deadline = new Deadline(500, () => now);
  now = 1400;
  expect([deadline.left(), deadline.passed(), deadline.limit]).toEqual([100, false, 500]);
  now = 1499.5;
  expect(deadline.passed()).toBe(true);
  now = 2000;
  expect(deadline.left()).toBe(0);
  expect(new Deadline(Number.POSITIVE_INFINITY, () => now).passed()).toBe(false);
});

test('a deadline calls back once it has passed, unless its command ended before', async () => {
  using clock = fakeTime();
  const [called, not] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const end = new AbortController();
  new Deadline(100, clock.now).whenPassed(new AbortController().signal, called);
  new Deadline(100, clock.now).whenPassed(end.signal, not);
  end.abort();
  await vi.advanceTimersByTimeAsync(99);
  expect(called).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2);
  expect([called.mock.calls.length, not.mock.calls.length]).toEqual([1, 0]);
});

test('work is waited for so long, and no longer than its command', async () => {
  using clock = fakeTime();
  const begun = clock.now();
  const never = new Promise<never>(() => undefined);
  expect(await within(Promise.resolve('x'), 10)).toBe('x');
  expect(await through(within(never, 10))).toBe('late');
  expect(Math.round(clock.now() - begun)).toBe(10);
  const end = new AbortController();
  const waits = within(never, 1e6, end.signal);
  end.abort();
  expect(await waits).toBe('interrupted');
  await expect(within(Promise.reject(new Error('no')), 10)).rejects.toThrow('no');
});
