/** Tests that a pair is whole at every moment of `pki renew`, also if the run ends there, and if two renew. */
import { X509Certificate, createPrivateKey } from 'node:crypto';
import * as fs from 'node:fs';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { whole } from '../../support/part.ts';
import type { CliResult } from '../../support/run-cli.ts';
import { useSandbox } from '../../support/sandbox.ts';

const { trivet, requests, clear } = useSandbox();

const base = mkdtempSync(join(tmpdir(), 'trivet-renew-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));
let count = 0;
const fresh = (): string => {
  count += 1;
  return join(base, `folder-${count}`);
};

const names = { pem: ['cert.pem', 'key.pem'], nginx: ['fullchain.pem', 'privkey.pem'] } as const;
type Layout = keyof typeof names;

const read = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8');
const certificateOf = (folder: string, layout: Layout = 'pem'): X509Certificate =>
  new X509Certificate(read(folder, names[layout][0]));
const fits = (folder: string, layout: Layout = 'pem'): boolean =>
  certificateOf(folder, layout).checkPrivateKey(createPrivateKey(read(folder, names[layout][1])));

const hour = 3_600_000;
/** Fifty minutes into the hour of the certificate's life. */
const later = (): number => Date.now() + 0.9 * hour;

const issued = async (more = ''): Promise<string> => {
  const folder = fresh();
  const { code, stderr } = await trivet(
    `pki issue web --common-name www.example.com --alt-names api.example.com --ttl 1h --out ${folder} ${more}`,
  );
  if (code !== 0) throw new Error(stderr);
  return folder;
};
const renew = (folder: string, more = ''): Promise<CliResult> =>
  trivet(`pki renew ${folder} --role web ${more}`, { now: later });

test('new files are written once if two renew: the other has nothing to do', async () => {
  const folder = await issued();
  clear();
  const both = await Promise.all([
    renew(folder, '--ttl 24h --detailed-exitcode'),
    renew(folder, '--ttl 24h --detailed-exitcode'),
  ]);
  expect(both.map(({ code }) => code)).toSatisfy(
    (codes: readonly number[]) => codes.includes(0) && codes.includes(11),
  );
  expect(requests().filter(({ path }) => path.includes('/sign/'))).toHaveLength(1);
});

/** The calls that change a file system, except those of the lock and its owners. */
const changing = [
  'open',
  'mkdir',
  'rename',
  'symlink',
  'unlink',
  'rm',
  'rmdir',
  'chmod',
  'chown',
  'copyFile',
  'writeFile',
] as const;
const ofLock = /\/lock|\.owner-|\.clock-/;

/** Calls `step` before each change; the caller gets what it throws. */
const watchChanges = (step: (name: string, path: string) => void): (() => void) => {
  const originals = new Map<string, unknown>();
  const patch = (target: object, name: string): void => {
    const original: unknown = Reflect.get(target, name);
    if (typeof original !== 'function') return;
    originals.set(name, original);
    Reflect.set(target, name, function patched(this: unknown, ...args: readonly unknown[]) {
      const path = String(args[name === 'symlink' || name === 'rename' || name === 'copyFile' ? 1 : 0]);
      const reading =
        name === 'open' && (args[1] === undefined || args[1] === 'r' || args[1] === 0 || args[1] === 2048);
      if (path.startsWith(base) && !ofLock.test(path) && !reading) step(name, path);
      return Reflect.apply(original, this, args);
    });
  };
  for (const name of changing) patch(fs.promises, name);
  syncBuiltinESMExports();
  return () => {
    for (const [name, original] of originals) Reflect.set(fs.promises, name, original);
    syncBuiltinESMExports();
  };
};

describe('at every moment of a renewal', () => {
  let restore = (): void => undefined;
  afterEach(() => restore());

  test.each([
    ['files', 'pem', false, 1],
    ['files', 'nginx', false, 2],
    ['links of an earlier renewal', 'pem', true, 3],
  ] as const)(
    'of %s with layout %s the old pair or the new pair is whole, even if the run ends there',
    async (_, layout, twice, first) => {
      const wanted = names[layout];
      let steps = Number.POSITIVE_INFINITY;
      // `npm test` cuts each off at a third of its steps only.
      for (let cut = whole ? 1 : first; cut <= steps; cut += whole ? 1 : 3) {
        const folder = await issued(`--layout ${layout}`);
        if (twice) expect((await renew(folder)).code).toBe(0);
        const old = certificateOf(folder, layout).serialNumber;
        const seen = new Set<string>();
        let done = 0;
        restore = watchChanges(() => {
          done += 1;
          if (!wanted.every((name) => existsSync(join(folder, name)))) seen.add('missing');
          // Runs that were cut off earlier cover the steps before.
          if (done === cut && !fits(folder, layout)) seen.add('mismatched');
          if (done >= cut) throw Object.assign(new Error('EIO: the machine stopped'), { code: 'EIO' });
        });
        const ended = await renew(folder, '--before 1/1');
        restore();
        restore = () => undefined;
        expect([...seen]).toEqual([]);
        expect(fits(folder, layout)).toBe(true);
        if (ended.code === 0) {
          steps = cut;
          expect(certificateOf(folder, layout).serialNumber).not.toBe(old);
        }
        // The next run succeeds.
        const { code, stderr } = await renew(folder, '--before 1/1');
        expect(code, stderr).toBe(0);
        expect(fits(folder, layout)).toBe(true);
        expect(readdirSync(join(folder, '.trivet')).filter((name) => name.startsWith('v-'))).toHaveLength(2);
        if (cut > 120) throw new Error('no end');
      }
      expect(steps).toBeGreaterThan(10);
    },
    240_000,
  );
});
