/** Two applies at once on a machine. test/transcripts/state/pace.txt holds the rest. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useSandbox } from '../../support/sandbox.ts';

const { trivet, requests, clear } = useSandbox({ fresh: true });
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivet-pace-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const roles = (...names: readonly string[]): string => {
  const path = join(folder, 'a.yaml');
  writeFileSync(
    path,
    names.map((name) => `kind: pki-role\nname: ${name}\nsettings: { ttl: 5h }\n`).join('---\n'),
  );
  return path;
};
const writes = (): number => requests().filter(({ method }) => method === 'POST').length;

test('of two at once one waits for the other, and then finds nothing to do', async () => {
  const file = roles('aa', 'bb');
  const env = { TRIVET_CONFIG_DIR: join(folder, 'config') };
  clear();
  let second: ReturnType<typeof trivet> | undefined;
  // The other one begins while this one is being confirmed.
  const terminal = () => {
    const input = new PassThrough();
    const output = new PassThrough();
    output.resume();
    const onStderr = (text: string): void => {
      if (text.includes('waiting for its end')) input.write('y\n');
    };
    second = trivet(`apply ${file} --yes`, { env, onStderr });
    return { input, output, close: () => input.destroy() };
  };
  const first = await trivet(`apply ${file}`, { env, io: { terminal } });
  expect(first.code, first.stderr).toBe(0);
  const other = await second;
  expect(other?.code).toBe(0);
  expect(other?.stderr).toContain('another apply to this server runs on this machine: waiting for its end');
  expect(other?.stderr).toContain('nothing to change: 2 objects match the files');
  expect(writes()).toBe(2);
});
