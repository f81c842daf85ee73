/** A change that somebody else makes while an apply is being confirmed. test/transcripts/state holds the rest. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { useSandbox } from '../../support/sandbox.ts';

const { trivet, requests, clear } = useSandbox();
const folder = mkdtempSync(join(tmpdir(), 'trivet-apply-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a concurrent change between read and write is not overwritten, and its row says conflict', async () => {
  await trivet('pki role write race --ttl 1h --yes');
  const file = join(folder, 'a.yaml');
  writeFileSync(file, 'kind: pki-role\nname: race\nsettings: {ttl: 2h}\n');
  clear();
  // The other change is made while this one is being confirmed.
  const terminal = () => {
    const input = new PassThrough();
    const output = new PassThrough();
    output.resume();
    void trivet('pki role update race --ou x').then(() => {
      clear();
      input.write('y\n');
    });
    return { input, output, close: () => input.destroy() };
  };
  const conflict = await trivet(`apply ${file} -o jsonl`, { io: { terminal } });
  expect(conflict.code).toBe(6);
  expect(JSON.parse(conflict.stdout)).toMatchObject({ name: 'race', result: 'conflict', fields: ['ttl'] });
  expect(requests().filter(({ method }) => !['GET', 'LIST'].includes(method))).toEqual([]);
  expect((await trivet('pki role show race --field ou')).stdout).toBe('x');
});
