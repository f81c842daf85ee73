/** Tests that what is known of a registration comes from the job that is sent, not from the file that `--set` changed. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { serviceFile, useFolder } from '../../support/job-files.ts';
import { useSandbox } from '../../support/sandbox.ts';

const bench = useSandbox({ fresh: true });
const { json } = bench;
const file = useFolder();

let config = '';
beforeEach(() => {
  config = mkdtempSync(join(tmpdir(), 'trivet-set-job-'));
});
afterEach(() => rmSync(config, { recursive: true, force: true }));

const trivet = (line: string) => bench.trivet(line, { env: { TRIVET_CONFIG_DIR: config } });

const succeeds = async (line: string): Promise<string> => {
  const { code, stdout, stderr } = await trivet(line);
  expect(code, stderr).toBe(0);
  return stdout.trim();
};

const latest = async () => {
  const all = JSON.parse(await succeeds('changes -o json')) as readonly { id: string; command: string }[];
  return all[0] ?? { id: '', command: '' };
};

const elsewhere: readonly (readonly [set: string, where: string])[] = [
  [`--set '/Job/ID="sent"'`, 'sent --namespace default'],
  [`--set '/job/id="sent"'`, 'sent --namespace default'],
  [`--set '/Job/Namespace="batch"'`, 'written --namespace batch'],
];

test.each(elsewhere)(
  'register %s is about the job that is sent: name, wait, receipt, undo',
  async (set, where) => {
    const path = file('written.nomad.hcl', serviceFile('written'));
    const [name = ''] = where.split(' ');
    const { code, stderr } = await trivet(`job register ${path} ${set} --wait --wait-timeout 60s`);
    expect([code, stderr]).toEqual([0, expect.stringContaining(`${name}: registered`)]);
    const { id, command } = await latest();
    expect(command).toBe('job register');
    await succeeds(`undo ${id} --yes`);
    expect(await succeeds(`job show ${where} --field Stop`)).toBe('true');
    if (name !== 'written') expect((await trivet('job show written')).code).toBe(5);
  },
);

test('update refuses another ID from --set, and plan asks about the job that would be sent', async () => {
  const path = file('written.nomad.hcl', serviceFile('written'));
  const refused = await trivet(`job update written ${path} --set '/Job/ID="sent"'`);
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('"sent", not "written"')]);
  expect((await trivet(`job plan ${path} --set '/Job/ID="sent"'`)).code).toBe(0);
});

test('an item that --set appends to a list of the job is sent once', async () => {
  const path = file('appended.nomad.hcl', serviceFile('appended'));
  await succeeds(`job register ${path} --set '/Job/TaskGroups/0/Tasks/0/Config/args/-="700"'`);
  expect(await json('job show appended --query "TaskGroups[0].Tasks[0].Config.args"')).toEqual([
    '600',
    '700',
  ]);
});

test('a scale with --set says and records what is sent', async () => {
  const path = file('scaled.nomad.hcl', serviceFile('scaled'));
  await succeeds(`job register ${path} --wait --wait-timeout 60s`);
  const { code, stderr } = await trivet('job scale scaled app 1 --set Count=2 --wait --wait-timeout 60s');
  expect([code, stderr]).toEqual([0, expect.stringContaining('scaled app to 2')]);
});
