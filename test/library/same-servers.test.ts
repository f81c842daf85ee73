/** The calls of a connection stay at the servers of the first one, whatever profiles say later. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openLibrary } from '../../src/library.ts';
import { runCli, words } from '../support/run-cli.ts';
import { environmentOf, useSandbox } from '../support/sandbox.ts';

const { sandbox, requests, clear } = useSandbox();
const folder = mkdtempSync(join(tmpdir(), 'trivet-same-'));
afterAll(() => rmSync(folder, { recursive: true }));

type Commands = Readonly<Record<'job', { readonly list: (options?: object) => Promise<unknown> }>>;

test('another current profile, or another address of it, is refused; a call can choose a profile itself', async () => {
  const env = { TRIVET_CONFIG_DIR: folder, PASS: environmentOf(sandbox())['TRIVET_JOBS_TOKEN'] ?? '' };
  const { jobs } = sandbox().urls;
  const elsewhere = jobs.replace('127.0.0.1', 'localhost');
  const set = async (line: string): Promise<void> =>
    expect((await runCli(words(line), { env })).code).toBe(0);
  await set(`profile set a --jobs-url ${jobs} --jobs-token-from env:PASS --jobs-product nomad`);
  await set(`profile set b --jobs-url ${elsewhere} --jobs-token-from env:PASS --jobs-product nomad`);
  await set('profile use a');
  const { job } = (await openLibrary({ env })) as Commands;
  expect(await job.list({ limit: 1 })).toHaveLength(1);
  await set('profile use b');
  clear();
  await expect(job.list({ limit: 1 })).rejects.toMatchObject({ code: 'confined', effect: 'not-sent' });
  expect(requests()).toEqual([]);
  expect(await job.list({ limit: 1, profile: 'b' })).toHaveLength(1);
  const again = (await openLibrary({ env })) as Commands;
  expect(await again.job.list({ limit: 1 })).toHaveLength(1);
  await set('profile use a');
  expect(await job.list({ limit: 1 })).toHaveLength(1);
  await set(`profile set a --jobs-url ${elsewhere} --jobs-token-from env:PASS`);
  await expect(job.list({ limit: 1 })).rejects.toMatchObject({ code: 'confined' });
});
