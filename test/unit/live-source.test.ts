/** Tests how a screen reads again and again: when a server counts as hanging, and what an unchanged index saves. */
import { afterEach, describe, expect, test } from 'vitest';
import { LiveSource } from '../../src/features/watch/source.ts';
import { plainLinesOf } from '../../src/features/watch/plain.ts';
import type { RowsRead } from '../../src/run/invocation/read-rows.ts';
import type { CallOptions } from '../../src/run/session/session.ts';
import { tableView } from '../../src/catalogue/view.ts';

const view = tableView({
  fields: { name: { type: 'text', summary: 'Name', rank: 0 } },
  name: 'name',
  columns: ['name'],
  empty: 'nothing',
});

interface Asked {
  readonly first: CallOptions;
  readonly reply: (names: readonly string[], index?: bigint) => void;
}

let end = new AbortController();
afterEach(() => end.abort());

/** A source whose replies and pauses the test gives. */
const source = () => {
  end = new AbortController();
  let now = Date.parse('2026-11-23T12:00:00Z');
  const asked: Asked[] = [];
  const resting: (() => void)[] = [];
  const live = new LiveSource({
    title: 'jobs',
    now: () => now,
    changed: () => undefined,
    broken: (error) => {
      throw error;
    },
    rest: () => new Promise((resolve) => resting.push(resolve)),
    read: (_, first) =>
      new Promise<RowsRead>((resolve) => {
        const reply: Asked['reply'] = (names, index) =>
          resolve({ items: names.map((name) => ({ name })), view, aliases: {}, index });
        asked.push({ first, reply });
      }),
  });
  live.start(end.signal);
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return {
    live,
    asked,
    pass: (seconds: number) => {
      now += seconds * 1000;
    },
    reply: async (names: readonly string[], index?: bigint) => {
      asked.at(-1)?.reply(names, index);
      await turn();
    },
    again: async () => {
      resting.pop()?.();
      await turn();
    },
    now: () => now,
  };
};

describe('a server that does not reply', () => {
  test('hangs after five seconds at first, and after three where rows are shown', async () => {
    const { live, pass, reply, again } = source();
    pass(4);
    expect(live.silentSince).toBeUndefined();
    pass(1);
    expect(live.silentSince).toBe(Date.parse('2026-11-23T12:00:00Z'));
    await reply(['a']);
    expect(live.silentSince).toBeUndefined();
    await again();
    // The first reply took five seconds, and twice that may pass.
    pass(9);
    expect(live.silentSince).toBeUndefined();
    pass(1);
    expect(live.silentSince).toBe(Date.parse('2026-11-23T12:00:05Z'));
    await reply(['a']);
    await again();
    await reply(['a']);
    await again();
    pass(2);
    expect(live.silentSince).toBeUndefined();
    pass(1);
    expect(live.silentSince).toBe(Date.parse('2026-11-23T12:00:15Z'));
  });

  test('does not hang while it waits for a change', async () => {
    const { live, asked, pass, reply, again } = source();
    await reply(['a'], 7n);
    await again();
    expect(asked.at(-1)?.first.query).toEqual([
      ['index', '7'],
      ['wait', '5s'],
    ]);
    pass(7);
    expect(live.silentSince).toBeUndefined();
  });

  test('has a line in --plain, once, and another when it replies', async () => {
    const { live, pass, reply, now } = source();
    const known = new Map<string, ReadonlySet<string>>();
    const lines = (): readonly string[] => plainLinesOf(live, known, now());
    expect(lines()).toEqual([]);
    pass(6);
    expect(lines()).toEqual(['2026-11-23T12:00:06Z jobs: no reply since 2026-11-23T12:00:00Z']);
    pass(6);
    expect(lines()).toEqual([]);
    await reply(['a']);
    expect(lines()).toEqual([
      '2026-11-23T12:00:12Z jobs: name a',
      '2026-11-23T12:00:12Z jobs: no longer: no reply since 2026-11-23T12:00:00Z',
    ]);
  });
});

test('a list with the same index is the same list, and is not made into rows again', async () => {
  const { live, reply, again } = source();
  await reply(['a'], 7n);
  const before = live.reading;
  await again();
  await reply(['a'], 7n);
  expect(live.reading).toBe(before);
  await again();
  await reply(['a', 'b'], 8n);
  expect(live.reading?.items).toHaveLength(2);
  // Another cluster, or a restored one.
  await again();
  await reply(['c'], 3n);
  expect(live.reading?.items).toEqual([{ name: 'c' }]);
});
