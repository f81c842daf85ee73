/** Tests `pki inventory`: what it lists and reads, what it knows of revocation, and what is due. */
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { cachedCertificates } from '../../../src/features/certificates/inventory/certificate-cache.ts';
import type { World } from '../../../src/system/world.ts';
import { useSandbox } from '../../support/sandbox.ts';

const { trivet, sandbox, requests, clear } = useSandbox({ fresh: true });

let config = mkdtempSync(join(tmpdir(), 'trivet-inventory-'));
const made = [config];
beforeEach(() => {
  config = mkdtempSync(join(tmpdir(), 'trivet-inventory-'));
  made.push(config);
});
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

interface Row {
  readonly serial: string;
  readonly common_name: string;
  readonly names: readonly string[];
  readonly revoked: string;
  readonly superseded: boolean;
  readonly due: boolean;
  readonly days_left: number;
  readonly mount: string;
  readonly ca: boolean;
}

const run = (more = '', now: () => number = Date.now) =>
  trivet(`pki inventory ${more}`, { now, env: { TRIVET_CONFIG_DIR: config } });
/** A fixed time, since a certificate of whole days has one day less after a second. */
// Later than all of these tests: the mount makes its list when it is asked for it.
const moment = Date.now() + 600_000;
const rows = async (more = '', now: () => number = () => moment): Promise<readonly Row[]> => {
  const { code, stdout, stderr } = await run(`${more} -o json`, now);
  if (code !== 0 && code !== 11) throw new Error(stderr);
  return JSON.parse(stdout) as readonly Row[];
};
const issue = async (name: string, more = ''): Promise<string> => {
  const { stdout, stderr } = await trivet(`pki issue web --common-name ${name} ${more} -o json`);
  if (stdout === '') throw new Error(stderr);
  return (JSON.parse(stdout) as { readonly data: { readonly serial_number: string } }).data.serial_number;
};
const reads = (): number => requests().filter(({ path }) => path.includes('/cert/')).length;
const day = 86_400_000;

describe('an inventory', () => {
  test('lists every stored certificate with its names, the earliest expiry first', async () => {
    await issue('a.example.com', '--alt-names b.example.com --ip-sans 10.0.0.1 --ttl 10h');
    const found = await rows();
    expect(found.map(({ common_name }) => common_name)).toEqual([
      'a.example.com',
      'www.example.com',
      'demo root',
    ]);
    expect(found[0]).toMatchObject({
      names: ['a.example.com', 'b.example.com', '10.0.0.1'],
      revoked: 'no',
      superseded: false,
      due: true,
      days_left: 0,
      mount: 'pki',
      ca: false,
      key: 'EC P-256',
    });
  });

  test('reads only new certificates the second time, from a cache that only its owner can read', async () => {
    for (const name of ['a', 'b', 'c']) await issue(`${name}.example.com`);
    clear();
    const first = await rows();
    expect(reads()).toBe(first.length);
    clear();
    expect(await rows()).toEqual(first);
    expect(reads()).toBe(0);
    expect(requests().map(({ method, path }) => `${method} ${path}`)).toEqual([
      'LIST /v1/pki/certs',
      'LIST /v1/pki/issuers',
      expect.stringContaining('GET /v1/pki/issuer/'),
      'GET /v1/pki/crl',
      'GET /v1/pki/config/crl',
      'GET /v1/pki/ca',
    ]);
    await issue('d.example.com');
    clear();
    expect(await rows()).toHaveLength(first.length + 1);
    expect(reads()).toBe(1);
    const folder = join(config, 'cache', 'certificates');
    const [file = ''] = readdirSync(folder);
    expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(folder, file), 'utf8')).not.toContain(sandbox().token);
  });

  test('replaces a damaged cache', async () => {
    const first = await rows();
    const folder = join(config, 'cache', 'certificates');
    for (const damage of ['', '{', '{"version":1,"certificates":[{"serial":1}]}', '[]']) {
      for (const name of readdirSync(folder)) writeFileSync(join(folder, name), damage);
      expect(await rows()).toEqual(first);
    }
  });

  test('covers several mounts, and fails if one does not exist', async () => {
    await trivet('pki issue web --mount pki_int --common-name x.example.com --reveal');
    const found = await rows('--mount pki --mount pki_int --mount pki');
    expect(new Set(found.map(({ mount }) => mount))).toEqual(new Set(['pki', 'pki_int']));
    expect(found.filter(({ common_name }) => common_name === 'x.example.com')).toHaveLength(1);
    expect((await run('--mount nowhere')).code).toBe(5);
  });

  test.each([
    [40, ['COMMON NAME', 'DAYS LEFT', 'REVOKED']],
    [80, ['COMMON NAME', 'EXPIRES', 'DAYS LEFT', 'REVOKED', 'SUPERSEDED']],
    [240, ['SERIAL', 'COMMON NAME', 'NAMES', 'ISSUER', 'EXPIRES', 'DAYS LEFT', 'KEY', 'REVOKED']],
  ])(
    'on a terminal of %d columns shows days left and revocation before the serial number',
    async (tty, shown) => {
      await issue('a-name-of-some-length.example.com', '--ttl 70h');
      const { stdout } = await trivet('pki inventory --where common_name~a-name*', {
        tty,
        now: () => moment,
        env: { TRIVET_CONFIG_DIR: config, NO_COLOR: '1' },
      });
      const [head = '', row = ''] = stdout.split('\n');
      expect(head.trim().split(/ {2,}/)).toEqual(expect.arrayContaining(shown));
      expect(head.includes('SERIAL')).toBe(tty > 80);
      expect(row).toMatch(/a-name-of-some-leng.* 2 .* no\b/);
      for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(tty);
    },
  );

  test('takes cached certificates without a request', async () => {
    const found = await rows();
    clear();
    const world = { env: { TRIVET_CONFIG_DIR: config }, home: undefined, platform: process.platform };
    const [mount] = await cachedCertificates(sandbox().urls.secrets, world as Partial<World> as World);
    expect(mount?.mount).toBe('pki');
    expect(mount?.certificates.map(({ serial }) => serial).sort()).toEqual(
      found.map(({ serial }) => serial).sort(),
    );
    expect(requests()).toEqual([]);
  });
});

describe('revocation', () => {
  test("of a cached certificate comes from the mount's list and stays", async () => {
    const serial = await issue('a.example.com');
    const of = async (more = ''): Promise<string | undefined> =>
      (await rows(more)).find((row) => row.serial === serial)?.revoked;
    expect(await of()).toBe('no');
    await trivet(`pki revoke ${serial} --yes`);
    clear();
    expect(await of()).toBe('yes');
    expect(reads()).toBe(0);
    await trivet('pki crl config set --disable --yes');
    expect(await of()).toBe('yes');
  });

  test('is unknown if the list is disabled, until the certificate is read', async () => {
    const serial = await issue('a.example.com');
    await rows();
    await trivet('pki crl config set --disable --yes');
    await trivet(`pki revoke ${serial} --yes`);
    const { stderr } = await run();
    expect(stderr).toContain('--check-revocation');
    const unknown = await rows();
    expect(new Set(unknown.map(({ revoked }) => revoked))).toEqual(new Set(['unknown']));
    const known = await rows('--check-revocation');
    expect(known.find((row) => row.serial === serial)?.revoked).toBe('yes');
    expect(known.filter(({ revoked }) => revoked === 'no')).toHaveLength(known.length - 1);
  });

  test('is unknown if the list is of another CA', async () => {
    const serial = await issue('a.example.com');
    await rows();
    await trivet('pki root delete --confirm pki');
    await trivet('pki root generate internal --common-name "demo root" --yes');
    await trivet('pki crl rotate');
    const found = (await rows()).find((row) => row.serial === serial);
    expect(['unknown', undefined]).toContain(found?.revoked);
  });
});

describe('a certificate is due', () => {
  test('if it has expired or is about to, and is neither revoked nor replaced', async () => {
    const old = await issue('a.example.com', '--ttl 1h');
    await issue('a.example.com', '--ttl 50h');
    const gone = await issue('b.example.com', '--ttl 1h');
    const alone = await issue('c.example.com', '--ttl 1h');
    await trivet(`pki revoke ${gone} --yes`);
    const found = new Map((await rows()).map((row) => [row.serial, row]));
    expect(found.get(old)).toMatchObject({ superseded: true, due: false });
    expect(found.get(gone)).toMatchObject({ superseded: false, due: false, revoked: 'yes' });
    expect(found.get(alone)).toMatchObject({ superseded: false, due: true });
    expect((await rows('--expires-within 2h')).map(({ serial }) => serial)).toEqual([alone]);
    expect((await rows('--expires-within 2h', () => Date.now() + day)).map(({ serial }) => serial)).toEqual([
      alone,
    ]);
  });

  test('if its replacement is revoked', async () => {
    const old = await issue('a.example.com', '--ttl 1h');
    const next = await issue('a.example.com', '--ttl 50h');
    await trivet(`pki revoke ${next} --yes`);
    expect((await rows('--expires-within 2h')).map(({ serial }) => serial)).toEqual([old]);
  });

  test('with an exit code for cron', async () => {
    const none = await run('--expires-within 1h --detailed-exitcode');
    expect(none.code).toBe(0);
    await issue('a.example.com', '--ttl 30m');
    expect((await run('--expires-within 1h --detailed-exitcode')).code).toBe(11);
    expect((await run('--expires-within 1h')).code).toBe(0);
    const elsewhere = `--expires-within 1h --detailed-exitcode --where 'common_name~b.*'`;
    expect((await run(elsewhere)).code).toBe(0);
  });

  test('--where accepts every field', async () => {
    await issue('a.example.com', '--alt-names deep.example.com');
    const named = async (where: string): Promise<readonly string[]> =>
      (await rows(`--where '${where}'`)).map(({ common_name }) => common_name);
    expect(await named('names=deep.example.com')).toEqual(['a.example.com']);
    expect(await named('ca=true')).toEqual(['demo root']);
    expect(await named('days_left>365')).toEqual(['demo root']);
    expect(await named('not_after<+30d')).toHaveLength(2);
    expect(await named('key!=EC P-256')).toEqual([]);
    clear();
    const wrong = await run("--where 'comon_name=x'");
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain('Did you mean common_name');
    expect(requests()).toEqual([]);
  });
});
