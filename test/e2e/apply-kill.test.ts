/** Tests an apply that is killed: when resumed, it creates each object once. */
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { partOf } from '../support/part.ts';
import { launcher } from '../support/program.ts';
import { runProgram } from '../support/run-bin.ts';
import { environmentOf, useSandbox } from '../support/sandbox.ts';

const { sandbox, trivet, requests, clear } = useSandbox({ fresh: true });

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivet-apply-kill-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const count = 20;
const names = Array.from({ length: count }, (_, index) => `killed-${index}`);

const created = (): readonly string[] =>
  requests()
    .filter(({ method, path }) => method === 'POST' && path.endsWith('/organizations/demo/workspaces'))
    .map(({ body }) => JSON.stringify(body).match(/"name":"([^"]*)"/)?.[1] ?? '');

test.each(partOf([1, 7, 15], 2))(
  'an apply that is killed (-9) after %i objects creates each object once when resumed',
  async (at) => {
    const file = join(folder, 'all.yaml');
    const texts = names.map(
      (name) => `kind: workspace\nname: ${name}\nsettings: {auto-apply: true}\ntags: [x]\n`,
    );
    writeFileSync(file, texts.join('---\n'));
    const env = { ...environmentOf(sandbox()), TRIVET_CONFIG_DIR: join(folder, 'config') };
    clear();
    let victim: ChildProcess | undefined;
    let watch: NodeJS.Timeout | undefined;
    await runProgram(launcher, ['apply', file, '--yes', '--parallel', '2'], {
      env,
      onStart: (child) => {
        victim = child;
        watch = setInterval(() => {
          if (created().length >= at) victim?.kill('SIGKILL');
        }, 2);
      },
    });
    clearInterval(watch);
    const [name = ''] = readdirSync(join(folder, 'config', 'receipts')).filter((one) =>
      one.endsWith('.journal'),
    );
    // A run that ended before the signal has nothing to resume.
    if (name !== '') {
      const journal = join(folder, 'config', 'receipts', name);
      const resumed = await trivet(`apply --resume ${journal} --yes`, { env });
      expect(resumed.code, resumed.stderr).toBe(0);
      const [id = ''] = /[0-9a-f]{8}(?=\.journal)/.exec(name) ?? [];
      const listed = await trivet(`changes show ${id} --fields name,operation`, { env });
      const made = names.map((one) => `${one}\tworkspace.create`);
      expect(listed.stdout.split('\n')).toEqual(expect.arrayContaining(made));
    }
    const all = created();
    expect([...all].sort((a, b) => (a < b ? -1 : 1))).toEqual([...names].sort((a, b) => (a < b ? -1 : 1)));
    expect((await trivet(`diff ${file} --detailed-exitcode`)).code).toBe(0);
  },
);

const isWrite = ({ method, path }: { readonly method: string; readonly path: string }): boolean =>
  !['GET', 'LIST'].includes(method) && !/\/(?:plan|jobs\/parse)$/.test(path);

const signals = [
  // Several are written, so that the summary reads them again.
  { signal: 'SIGINT', at: 9 },
  { signal: 'SIGINT', at: 1 },
  { signal: 'SIGKILL', at: 4 },
  { signal: 'SIGKILL', at: 14 },
] as const;

test.each(partOf(signals, 2))(
  'an apply that gets $signal after $at writes completes updates of several requests when resumed',
  async ({ signal, at }) => {
    const file = join(folder, 'all.yaml');
    const some = names.slice(0, 10);
    for (const name of some) await trivet(`workspace create ${name} --organization demo`);
    const texts = some.map(
      (name) => `kind: workspace\nname: ${name}\nsettings: {auto-apply: true}\ntags: [x, y]\n`,
    );
    writeFileSync(file, `${texts.join('---\n')}---\nkind: pki-role\nname: last\nsettings: {ttl: 1h}\n`);
    const env = { ...environmentOf(sandbox()), TRIVET_CONFIG_DIR: join(folder, 'config') };
    clear();
    let watch: NodeJS.Timeout | undefined;
    const stopped = await runProgram(launcher, ['apply', file, '--yes', '--parallel', '2'], {
      env,
      onStart: (child) => {
        watch = setInterval(() => {
          // A second Ctrl-C would not wait for pending requests.
          if (requests().filter(isWrite).length < at) return;
          child.kill(signal);
          clearInterval(watch);
        }, 2);
      },
    });
    clearInterval(watch);
    const [name = ''] = readdirSync(join(folder, 'config', 'receipts')).filter((one) =>
      one.endsWith('.journal'),
    );
    if (name !== '') {
      const journal = join(folder, 'config', 'receipts', name);
      if (signal === 'SIGINT') {
        expect(stopped.code, stopped.stderr).toBe(130);
        expect(stopped.stderr).toMatch(/trivet changes continue [0-9a-f]{8}/);
      }
      const resumed = await trivet(`apply --resume ${journal} --yes`, { env });
      expect(resumed.code, resumed.stderr).toBe(0);
    }
    const sent = requests()
      .filter(isWrite)
      .map(({ method, path, body }) => `${method} ${path} ${JSON.stringify(body)}`);
    expect(sent.length).toBe(new Set(sent).size);
    expect(sent.length).toBe(2 * some.length + 1);
    expect((await trivet(`diff ${file} --detailed-exitcode`)).code).toBe(0);
  },
);

test('the journal of other files is refused', async () => {
  const file = join(folder, 'a.yaml');
  const env = { TRIVET_CONFIG_DIR: join(folder, 'config') };
  // The second file has a ttl longer than the maximum.
  writeFileSync(
    file,
    'kind: pki-role\nname: ok\nsettings: {ttl: 1h}\n---\nkind: pki-role\nname: bad\nsettings: {ttl: 3h, max_ttl: 1h}\n',
  );
  const failed = await trivet(`apply ${file} --yes`, { env });
  expect(failed.code).toBe(10);
  const [name = ''] = readdirSync(join(folder, 'config', 'receipts')).filter((one) =>
    one.endsWith('.journal'),
  );
  const journal = join(folder, 'config', 'receipts', name);
  expect(failed.stderr).toMatch(/trivet changes continue [0-9a-f]{8}/);
  writeFileSync(
    file,
    'kind: pki-role\nname: ok\nsettings: {ttl: 1h}\n---\nkind: pki-role\nname: bad\nsettings: {ttl: 1h, max_ttl: 3h}\n',
  );
  const other = await trivet(`apply --resume ${journal} --yes`, { env });
  expect(other.code).toBe(3);
  expect(other.stderr).toContain('has changed since');
});
