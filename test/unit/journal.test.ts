/** Tests which runs a journal lets continue: what a person gave up, or took back, is not done again. */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../src/documents/json/json.ts';
import { writeJson } from '../../src/documents/json/lossless.ts';
import { withJournal } from '../../src/run/log/journal.ts';
import { errorOf, temporaryFolder } from './profiles-surroundings.ts';

const head = { list: 'a', items: 2, servers: ['x'] };

/** The journal of a run that did its first item, with further lines. */
const journalWith = async (...lines: readonly JsonObject[]): Promise<string> => {
  const path = join(temporaryFolder(), 'journal');
  await withJournal(path, head, false, async (journal) => {
    await journal.started(1);
    appendFileSync(path, `${writeJson({ change: 'c', of: 1, operation: 'workspace.lock' })}\n`);
    appendFileSync(path, `${writeJson({ change: 'c', exit: 0 })}\n`);
    await journal.ended(1, 0, undefined);
  });
  for (const line of lines) appendFileSync(path, `${writeJson(line)}\n`);
  return path;
};

test('a run goes on with what its journal says', async () => {
  const path = await journalWith();
  await withJournal(path, head, true, ({ known }) => {
    expect([...known].map(([item, { is }]) => [item, is])).toEqual([[1, 'done']]);
    return Promise.resolve();
  });
});

test.each<readonly [string, JsonObject, Partial<typeof head>, number, string]>([
  [
    'of which a change was taken back',
    { change: 'c', undone: 'now' },
    {},
    2,
    '1 change of it was taken back',
  ],
  ['that was closed', { closed: { at: 'now', by: 'ada' } }, {}, 2, 'it was closed at now (ada)'],
  ['of another list', {}, { list: 'b' }, 3, 'belongs to another list of commands'],
  ['of other servers', {}, { servers: ['y'] }, 3, 'belongs to other servers'],
])('a run %s is not continued', async (_, line, other, exit, why) => {
  const path = await journalWith(line);
  const begun: string[] = [];
  const error = await errorOf(() =>
    withJournal(path, { ...head, ...other }, true, () => {
      begun.push('it');
      return Promise.resolve();
    }),
  );
  expect([error.exit, begun]).toEqual([exit, []]);
  expect(error.message).toContain(why);
});
