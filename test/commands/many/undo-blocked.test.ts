/** Tests an undo that the deployment of its own change is in the way of: it is no conflict, and a run waits for it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inFrontOf } from '../../support/front.ts';
import { useSandbox } from '../../support/sandbox.ts';

const { trivet, done, sandbox } = useSandbox({
  fresh: true,
  begin: { at: Date.parse('2026-05-01T10:00:00Z'), frozen: true },
});

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivet-undo-blocked-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = join(import.meta.dirname, '../../transcripts/job/shop.nomad.hcl');

/** Registers the job, and lets its deployment end. */
const registered = async (more = ''): Promise<void> => {
  await done(`job register ${file} --var healthy=20s ${more}`);
  sandbox().clock.advance(60_000);
};

const count = async (): Promise<string> => (await done('job show shop --query TaskGroups[0].Count')).trim();

const scaling = 'job scale --where ID=shop 3 --yes --check false --on-failure undo';

test('a run that takes a scale back waits until the deployment of the scale has ended', async () => {
  await registered();
  let sent = 0;
  let isPlaced = false;
  const url = await inFrontOf(sandbox().urls.jobs, ({ method, url: path }) => {
    if (method === 'POST' && path.includes('/scale')) sent += 1;
    // The scheduler makes the deployment between two requests, and the wait lets it go on.
    else if (sent > 0 && !isPlaced) {
      isPlaced = true;
      sandbox().clock.advance(1000);
    } else if (path.includes('index=')) sandbox().clock.advance(60_000);
  });
  const env = { TRIVET_CONFIG_DIR: folder, TRIVET_JOBS_URL: url };
  const scaled = await trivet(scaling, { env });
  expect(scaled.stderr).toContain('shop is changed back once the deployment of the job has ended');
  expect(scaled.stderr).toContain('taken back: 1 undone');
  expect(scaled.code).toBe(10);
  expect(sent).toBe(3);
  expect(await count()).toBe('1');
});

test('an undo right after a scale says what to wait for', async () => {
  await registered();
  const env = { TRIVET_CONFIG_DIR: folder };
  await trivet('job scale shop app 3', { env });
  sandbox().clock.advance(1000);
  const listed = await trivet('changes --fields id -o tsv', { env });
  const id = listed.stdout.trim();
  const undone = await trivet(`undo ${id} --yes`, { env });
  expect(undone.stdout).toMatch(/^shop\tjob\.scale\tfailed\t/);
  expect(undone.stdout).toContain('job scaling blocked due to active deployment');
  expect(undone.stdout).toContain('Wait until the deployment has ended: trivet job wait shop');
  expect(undone.code).toBe(10);
  sandbox().clock.advance(60_000);
  expect((await trivet('job wait shop', { env })).code).toBe(0);
  expect((await trivet(`undo ${id} --yes`, { env })).stdout).toContain('undone');
  expect(await count()).toBe('1');
});
