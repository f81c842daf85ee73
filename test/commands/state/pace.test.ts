/** How much an apply does at once: limits, expectations, and one at a time on a machine. */
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

test('another number of objects than expected is refused before anything is sent', async () => {
  const file = roles('aa', 'bb', 'cc');
  for (const expected of ['2', '4-9', '0']) {
    const refused = await trivet(`apply ${file} --yes --expect ${expected}`);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain(`3 objects to change, but --expect is ${expected}`);
  }
  expect(writes()).toBe(0);
  expect((await trivet(`apply ${file} --yes --expect 1-3`)).code).toBe(0);
  expect((await trivet(`apply ${file} --yes --expect 0`)).code).toBe(0);
});

test('a limited run changes the first objects, and the next one the others', async () => {
  const file = roles('aa', 'bb', 'cc');
  const first = await trivet(`apply ${file} --yes --limit 2 --expect 3 --rate 1000`);
  expect(first.code, first.stderr).toBe(0);
  expect(first.stderr).toContain('1 object left: --limit was 2');
  expect(writes()).toBe(2);
  const second = await trivet(`apply ${file} --yes --limit 2`);
  expect(second.stdout).toContain('pki-role\tcc\tcreate\tdone');
  expect((await trivet(`diff ${file} --detailed-exitcode`)).code).toBe(0);
});

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
  const first = await trivet(`apply ${file}`, { env, world: { terminal } });
  expect(first.code, first.stderr).toBe(0);
  const other = await second;
  expect(other?.code).toBe(0);
  expect(other?.stderr).toContain('another apply to this server runs on this machine: waiting for its end');
  expect(other?.stderr).toContain('nothing to change: 2 objects match the files');
  expect(writes()).toBe(2);
});
