/** Tests Ctrl-C during an apply: each step that has begun has an end, which says what was written. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inFrontOf } from '../../support/front.ts';
import { useSandbox } from '../../support/sandbox.ts';

const { sandbox, trivet } = useSandbox({ fresh: true });

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivet-interrupted-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

interface Shown {
  readonly id: string;
  readonly changes: readonly Readonly<Record<'name' | 'operation' | 'result', string | null>>[];
}

/** Applies, and gets SIGINT when the request arrives at the server, which replies to it. */
const stoppedAt = async (isIt: (text: string, before: readonly string[]) => boolean) => {
  const file = join(folder, 'a.yaml');
  const texts = ['network-dev', 'network-qa'].map(
    (name) => `kind: workspace\nname: ${name}\nsettings: { description: moved }\ntags: [blue]\n`,
  );
  writeFileSync(file, texts.join('---\n'));
  let deliver: (signal: number) => void = () => undefined;
  const sent: string[] = [];
  const front = await inFrontOf(sandbox().urls.workspaces, ({ method, path }) => {
    const text = `${method} ${path.split('/').at(-1)}`;
    if (isIt(text, sent)) deliver(2);
    sent.push(text);
  });
  const env = { TRIVET_CONFIG_DIR: join(folder, 'config'), TRIVET_WORKSPACES_URL: front };
  const options = { env, cwd: folder };
  const { code, stdout, stderr } = await trivet(`apply ${file} --yes --parallel 1 -o jsonl`, {
    ...options,
    onStart: (signal) => {
      deliver = signal;
    },
  });
  expect(code).toBe(130);
  const rows: unknown = JSON.parse(`[${stdout.trim().split('\n').join(',')}]`);
  const [{ id }] = JSON.parse((await trivet('changes -o json', options)).stdout) as [Shown];
  const { changes } = JSON.parse((await trivet(`changes show ${id} -o json`, options)).stdout) as Shown;
  return { rows, stderr, changes, again: () => trivet(`changes continue ${id}`, options) };
};

test('what was written and could not be read again is unknown, and found done when the run continues', async () => {
  const { rows, stderr, changes, again } = await stoppedAt((text) => text === 'POST tags');
  expect(rows).toMatchObject([
    {
      name: 'demo/network-dev',
      result: 'unknown',
      reason: expect.stringMatching(/^written, but it could not be read again: .* was interrupted$/),
    },
  ]);
  expect(stderr).toContain('0 done, 0 failed, 1 unknown, 1 not started');
  expect(changes.map(({ result }) => result)).not.toContain('failed');
  const { code, stderr: end } = await again();
  expect(code, end).toBe(0);
  expect(end).toContain('2 done, 0 failed');
});

test('what was written in part says so', async () => {
  const { rows, changes } = await stoppedAt((text, before) => {
    return text === 'GET tags' && before.some((one) => one.startsWith('PATCH'));
  });
  expect(rows).toMatchObject([
    {
      name: 'demo/network-dev',
      result: 'failed',
      reason: 'written in part: the request to list the tags of a workspace was interrupted',
    },
  ]);
  expect(changes.map(({ name, operation }) => [name, operation])).toEqual([
    ['network-dev', 'workspace.update'],
    ['network-qa', null],
  ]);
});

test('a step of which nothing was sent has a row, and is not of unknown outcome', async () => {
  const { rows, changes } = await stoppedAt(
    (text, before) => text === 'GET network-dev' && before.includes(text),
  );
  expect(rows).toMatchObject([
    { name: 'demo/network-dev', result: 'failed', reason: expect.stringContaining('was interrupted') },
  ]);
  expect(changes).toMatchObject([
    { name: 'network-dev', operation: null, result: 'failed' },
    { name: 'network-qa', operation: null, result: 'not started' },
  ]);
});
