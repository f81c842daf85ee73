/** Tests how objects are split into waves, and after which wave the next one begins. */
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { program } from '../../src/main.ts';
import { Collected } from '../../src/run/collected.ts';
import { collectingRun } from '../../src/run/create-run.ts';
import { readGlobals } from '../../src/run/given-globals.ts';
import { Waves, wavesOf } from '../../src/run/plan/waves.ts';
import { version } from '../../src/version.ts';
import { allCommands } from '../support/catalogue.ts';
import { quietIo } from '../support/quiet-io.ts';

const sizesOf = (count: number, sizes: readonly string[]): readonly number[] =>
  wavesOf(
    Array.from({ length: count }, (_, index) => index),
    sizes,
  ).map(({ length }) => length);

test.each([
  [40, [], [40]],
  [40, ['1', '5', '25%'], [1, 5, 10, 10, 10, 4]],
  [3, ['1', '5'], [1, 2]],
  [3, ['5'], [3]],
  [0, ['1'], []],
  [3, ['1%'], [1, 1, 1]],
  [4, ['100%'], [4]],
  [7, ['50%'], [4, 3]],
])('%i objects in waves of %j are %j', (count, sizes, expected) => {
  expect(sizesOf(count, sizes)).toEqual(expected);
});

test('every object is in one wave, in order', () => {
  const items = Array.from({ length: 17 }, (_, index) => index);
  expect(wavesOf(items, ['2', '30%']).flat()).toEqual(items);
});

test.each(['0', '-1', '0%', '101%', 'x', '', '1.5', '5%%'])('a size of "%s" is refused', (size) => {
  expect(() => wavesOf([1, 2], [size])).toThrow(/is not a size/);
});

const nothing = { done: 0, failed: 0, unknown: 0, skipped: 0 };
const two = { names: ['a', 'b'], parts: [{ items: [], count: 2 }] };

test.each([
  ['was done', { done: 2 }, {}, true],
  ['was done by an earlier run', { skipped: 2 }, {}, true],
  ['failed in part', { done: 1, failed: 1 }, {}, true],
  ['changed nothing', { failed: 2 }, {}, false],
  ['changed nothing, with --keep-going', { failed: 2 }, { keepsGoing: true }, true],
  ['has only unknown outcomes', { unknown: 2 }, {}, false],
  ['has an unknown outcome', { done: 1, unknown: 1 }, {}, false],
  ['has an unknown outcome beside what an earlier run did', { skipped: 1, unknown: 1 }, {}, false],
  [
    'has an unknown outcome, which --max-failures counts',
    { done: 1, unknown: 1 },
    { limits: { parallel: 1, maxFailures: 5 } },
    true,
  ],
  ['has an unknown outcome, with --keep-going', { done: 1, unknown: 1 }, { keepsGoing: true }, true],
])('the next wave begins only after a proven one: one that %s', async (_, counts, plan, mayBegin) => {
  const command = allCommands.find(({ path }) => path === 'workspace lock');
  if (command === undefined) throw new Error('the command has another name');
  const globals = readGlobals(new Map(), { env: {}, command });
  const io = quietIo({}, tmpdir());
  const parts = collectingRun(program, io, globals, new Collected(version));
  const waves = new Waves(parts.session, { limits: { parallel: 1 }, ...plan, waves: [two, two] });
  expect(await waves.ended(undefined, 0, { ...nothing, ...counts })).toBe(mayBegin);
  expect(waves.refusal === undefined).toBe(mayBegin);
  await parts.close();
});
