/** Tests `pki inventory` where the server lists certificates with their names and ends, and the calendar. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { calendarRows } from '../../../src/features/certificates/inventory/calendar.ts';
import { answering, secretsAt } from '../../support/answering.ts';
import type { Json } from '../../../src/documents/json/json.ts';
import { useSandbox } from '../../support/sandbox.ts';
import type { Made } from './authority-maker.ts';
import { make } from './authority-maker.ts';

const { trivet, requests, clear } = useSandbox({ fresh: true, products: ['openbao'] });

const made: string[] = [];
let config = '';
beforeEach(() => {
  config = mkdtempSync(join(tmpdir(), 'trivet-listed-'));
  made.push(config);
});
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

interface Row {
  readonly serial: string;
  readonly common_name: string;
  readonly names: readonly string[];
  readonly subject: string | null;
  readonly issuer: string;
  readonly revoked: string;
  readonly revoked_at: string | null;
  readonly superseded: boolean | null;
  readonly due: boolean;
  readonly key: string;
  readonly findings: readonly string[];
}

const options = () => ({ env: { TRIVET_CONFIG_DIR: config, TRIVET_SECRETS_PRODUCT: 'openbao' } });
const run = (more = '') => trivet(`pki inventory ${more}`, options());
const rows = async (more = ''): Promise<readonly Row[]> => {
  const { code, stdout, stderr } = await run(`${more} -o json`);
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout) as readonly Row[];
};
const issue = async (name: string, more = ''): Promise<string> => {
  const { stdout, stderr } = await trivet(`pki issue web --common-name ${name} ${more} -o json`, options());
  if (stdout === '') throw new Error(stderr);
  return (JSON.parse(stdout) as { readonly data: { readonly serial_number: string } }).data.serial_number;
};
const sent = (): readonly string[] =>
  requests().map(({ path }) => path.replace('/v1/pki/', '').replace(/^cert\/.*/, 'cert'));

beforeEach(async () => {
  await trivet('pki role update web --max-ttl 2000h', options());
});

describe('a server that lists names and ends', () => {
  test('is asked for three lists where no certificate is due, whatever their number', async () => {
    for (const name of ['a', 'b', 'c']) await issue(`${name}.example.com`, '--ttl 1000h');
    clear();
    const found = await rows("--where 'common_name~?.example.com'");
    expect(sent()).toEqual(['certs/detailed', 'certs/revoked', 'issuers']);
    expect(found).toHaveLength(3);
    expect(found.find(({ common_name }) => common_name === 'a.example.com')).toMatchObject({
      names: ['a.example.com'],
      subject: null,
      issuer: 'CN=demo root',
      key: 'EC P-256',
      revoked: 'no',
      superseded: false,
      due: false,
    });
    expect((await run()).stderr).toMatch(/at most five host names of each.*--whole/);
  });

  test('has what is due and what may replace it read, and only that', async () => {
    const old = await issue('a.example.com', '--ttl 10h');
    const next = await issue('a.example.com', '--ttl 1000h');
    await issue('b.example.com', '--ttl 900h');
    const alone = await issue('c.example.com', '--ttl 10h');
    clear();
    const found = new Map((await rows()).map((row) => [row.serial, row]));
    expect(sent().filter((one) => one === 'cert')).toHaveLength(2);
    expect(found.get(old)).toMatchObject({ superseded: true, due: false, subject: 'CN=a.example.com' });
    expect(found.get(next)).toMatchObject({ superseded: false, due: false });
    expect(found.get(alone)).toMatchObject({ superseded: false, due: true, subject: null });
    clear();
    await rows();
    expect(sent()).toEqual(['certs/detailed', 'certs/revoked', 'issuers']);
  });

  test('does not show names that differ only in what it leaves out: a due certificate stays due', async () => {
    const old = await issue('a.example.com', '--ip-sans 10.0.0.1 --ttl 10h');
    const same = await issue('a.example.com', '--ip-sans 10.0.0.1 --ttl 800h');
    await issue('a.example.com', '--ip-sans 10.0.0.2 --ttl 1000h');
    const other = await issue('a.example.com', '--ip-sans 10.0.0.3 --ttl 9h');
    const found = new Map((await rows()).map((row) => [row.serial, row]));
    expect(found.get(old)).toMatchObject({ superseded: true, due: false });
    expect(found.get(same)).toMatchObject({ superseded: false });
    expect(found.get(other)).toMatchObject({ superseded: false, due: true });
  });

  test('does not take a certificate of another use as the replacement; openssl refuses it for a server', async () => {
    const ca = join(config, 'ca.pem');
    writeFileSync(ca, (await trivet('pki ca show', options())).stdout);
    const role = '--allowed-domains example.com --allow-subdomains --key-type ec --max-ttl 2000h';
    await trivet(`pki role write clients ${role} --no-server-flag`, options());
    await trivet(`pki role write servers ${role} --no-client-flag`, options());
    /** Issues a certificate; openssl says for what it can be used. */
    const of = async (name: string, ttl: string) => {
      const folder = join(config, `${name}-${ttl}`);
      const common = `--common-name a.example.com --ttl ${ttl} --out ${folder} -o json`;
      const { stdout, stderr } = await trivet(`pki issue ${name} ${common}`, options());
      if (stdout === '') throw new Error(stderr);
      const accepts = (purpose: string): boolean =>
        spawnSync('openssl', ['verify', '-purpose', purpose, '-CAfile', ca, join(folder, 'cert.pem')])
          .status === 0;
      const { data } = JSON.parse(stdout) as { readonly data: { readonly serial_number: string } };
      return { serial: data.serial_number, uses: ['sslserver', 'sslclient'].map(accepts) };
    };
    const both = await of('web', '10h');
    const server = await of('servers', '20h');
    const client = await of('clients', '1000h');
    expect([both.uses, server.uses, client.uses]).toEqual([
      [true, true],
      [true, false],
      [false, true],
    ]);
    const due = async () =>
      (await rows('--expires-within 30h'))
        .map(({ serial }) => serial)
        .filter((serial) => serial !== client.serial);
    expect(await due()).toEqual([both.serial, server.serial]);
    expect((await run('--expires-within 30h --detailed-exitcode')).code).toBe(11);
    const next = await of('servers', '900h');
    expect([next.uses, await due()]).toEqual([[true, false], [both.serial]]);
    await of('web', '800h');
    expect(await due()).toEqual([]);
    expect(await rows('--whole --expires-within 30h')).toEqual([]);
    // What is due is still read for a replacement that is not the last one.
    await trivet(`pki revoke ${next.serial} --yes`, options());
    expect(await due()).toEqual([]);
  });

  test('has certificates with five names and more read', async () => {
    const names = ['b', 'c', 'd', 'e', 'f'].map((one) => `${one}.example.com`);
    const serial = await issue('a.example.com', `--alt-names ${names.join(',')} --ttl 1000h`);
    const found = (await rows()).find((row) => row.serial === serial);
    expect(found?.names).toEqual(['a.example.com', ...names]);
  });

  test('is asked what is revoked, and each of those once when it was', async () => {
    const serial = await issue('a.example.com', '--ttl 1000h');
    await issue('b.example.com', '--ttl 1000h');
    await trivet(`pki revoke ${serial} --yes`, options());
    clear();
    const [found] = await rows('--where revoked=yes');
    expect(found).toMatchObject({ serial, due: false, revoked_at: expect.stringMatching(/^\d{4}-/) });
    expect(sent().filter((one) => one === 'cert')).toHaveLength(1);
    clear();
    await rows();
    expect(sent()).not.toContain('cert');
  });

  test.each(['--whole', "--where 'names=x.example.com'", '--where ca=yes', "--where 'subject~CN=*'"])(
    'has everything read with %s',
    async (more) => {
      await issue('a.example.com', '--alt-names x.example.com --ttl 1000h');
      const found = await rows(more);
      expect(found.length).toBeGreaterThan(0);
      for (const { subject } of found) expect(subject).not.toBeNull();
    },
  );

  test('shows the list itself with pki cert list --detailed', async () => {
    await issue('a.example.com', '--ttl 1000h');
    clear();
    const { stdout, code, stderr } = await trivet('pki cert list --detailed --output tsv', options());
    expect(code, stderr).toBe(0);
    expect(stdout).toContain('a.example.com');
    expect(sent()).toEqual(['certs/detailed']);
  });

  test('is remembered for status', async () => {
    await issue('a.example.com', '--ttl 1000h');
    await rows();
    const { stdout } = await trivet('status --expires-within 2000h -o json', options());
    expect(stdout).toContain('a.example.com');
  });
});

describe('a server with more certificates than a page has', () => {
  const serialOf = (number: number): string =>
    (0x4a_00_00_00 + number).toString(16).replaceAll(/(..)(?=.)/g, '$1:');
  const info = (serial: string) => ({
    common_name: `${serial.replaceAll(':', '')}.example.com`,
    dns_names: [`${serial.replaceAll(':', '')}.example.com`],
    issuer: 'CN=demo root',
    not_before: '2026-01-01T00:00:00Z',
    not_after: '2099-01-01T00:00:00Z',
    key_type: 'ec',
    key_bits: 256,
  });
  const nothing = { status: 404, body: { errors: [] } };
  const listing = (count: number, pages: 'has pages' | 'repeats one page' = 'has pages') =>
    answering(
      'pki inventory --mount pki -o json',
      (origin) => ({ ...secretsAt(origin), TRIVET_CONFIG_DIR: config, TRIVET_SECRETS_PRODUCT: 'openbao' }),
      ({ path, query }) => {
        if (!path.endsWith('/certs/detailed')) return nothing;
        const all = Array.from({ length: count }, (_, number) => serialOf(number));
        const after = pages === 'has pages' ? (query['after'] ?? '') : '';
        const keys = all.filter((serial) => serial > after).slice(0, Number(query['limit']));
        if (keys.length === 0) return nothing;
        const key_info = Object.fromEntries(keys.map((serial) => [serial, info(serial)]));
        return { body: { request_id: String(Math.random()), data: { keys, key_info } } };
      },
    );
  const asked = (requests: readonly { readonly path: string }[]): number =>
    requests.filter(({ path }) => path.endsWith('/certs/detailed')).length;

  test.each([
    [9999, 1],
    [10_000, 2],
    [10_001, 2],
  ])('has %i of them listed in %i requests', async (count, requests) => {
    const { code, stdout, stderr, asked: sentOnes } = await listing(count);
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout)).toHaveLength(count);
    expect(asked(sentOnes)).toBe(requests);
  });

  test('is asked for the plain list where it sends one page again and again', async () => {
    const { asked: sentOnes } = await listing(10_001, 'repeats one page');
    expect(asked(sentOnes)).toBe(2);
    expect(sentOnes.map(({ path }) => path)).toContain('/v1/pki/certs');
  });

  test('and one without its details has it read', async () => {
    const { asked: sentOnes } = await answering(
      'pki inventory --mount pki -o json',
      (origin) => ({ ...secretsAt(origin), TRIVET_CONFIG_DIR: config, TRIVET_SECRETS_PRODUCT: 'openbao' }),
      ({ path }) =>
        path.endsWith('/certs/detailed')
          ? { body: { data: { keys: ['01:02', '01:03'], key_info: { '01:02': info('01:02') } } } }
          : nothing,
    );
    expect(sentOnes.map(({ path }) => path)).toContain('/v1/pki/cert/01%3A03');
  });
});

test('a certificate of a root is not due where only another certificate of the root was revoked', async () => {
  const other = await make({ name: 'Other', ca: true });
  const root = await make({ name: 'Root', ca: true });
  const cross = await make({ name: 'Root', ca: true, keys: root.keys, issuer: other });
  const leaf = await make({ name: 'www.example.com', names: ['www.example.com'], issuer: root });
  const serialOf = ({ certificate }: Made): string => certificate.serialNumber.padStart(2, '0');
  const info = (one: Made, issuer: string) => ({
    common_name: one.certificate.subject.replace('CN=', ''),
    dns_names: [],
    issuer: `CN=${issuer}`,
    not_before: one.certificate.notBefore.toISOString(),
    not_after: one.certificate.notAfter.toISOString(),
    key_type: 'ec',
    key_bits: 256,
  });
  const entries = (isCrossRevoked: boolean, isRootRevoked: boolean) => ({
    root: { issuer_id: 'root', certificate: root.pem, revoked: isRootRevoked, revocation_time: 1 },
    cross: { issuer_id: 'cross', certificate: cross.pem, revoked: isCrossRevoked, revocation_time: 1 },
  });
  const due = async (isRootRevoked: boolean): Promise<readonly string[]> => {
    const issuers = entries(true, isRootRevoked);
    const { stdout, stderr } = await answering(
      'pki inventory --mount pki --expires-within 1d -o json',
      (origin) => ({ ...secretsAt(origin), TRIVET_CONFIG_DIR: config, TRIVET_SECRETS_PRODUCT: 'openbao' }),
      ({ path }) => {
        const [, name = ''] = /\/v1\/pki\/(.*)$/.exec(path) ?? [];
        const replies: Readonly<Record<string, Json>> = {
          'certs/detailed': {
            keys: [serialOf(root), serialOf(leaf)],
            key_info: { [serialOf(root)]: info(root, 'Root'), [serialOf(leaf)]: info(leaf, 'Root') },
          },
          'certs/revoked': { keys: isRootRevoked ? [serialOf(root)] : [] },
          issuers: {
            keys: ['root', 'cross'],
            key_info: {
              root: { serial_number: serialOf(root) },
              cross: { serial_number: serialOf(cross) },
            },
          },
          'issuer/root': issuers.root,
          'issuer/cross': issuers.cross,
          [`cert/${serialOf(root)}`]: { certificate: root.pem, revocation_time: isRootRevoked ? 1 : 0 },
          [`cert/${serialOf(leaf)}`]: { certificate: leaf.pem, revocation_time: 0 },
        };
        const data = replies[name];
        return data === undefined ? { status: 404, body: { errors: [] } } : { body: { data } };
      },
    );
    if (stdout === '') throw new Error(stderr);
    return (JSON.parse(stdout) as readonly Row[]).map(({ common_name }) => common_name);
  };
  expect(await due(false)).toEqual([]);
  expect(await due(true)).toEqual(['www.example.com']);
});

test('a revoked certificate that another one replaced is superseded', async () => {
  const old = await issue('a.example.com', '--ttl 10h');
  await issue('a.example.com', '--ttl 20h');
  await trivet(`pki revoke ${old} --yes`, options());
  const found = (await rows()).find(({ serial }) => serial === old);
  expect(found).toMatchObject({ revoked: 'yes', superseded: true, due: false });
});

describe('the calendar', () => {
  const now = Date.parse('2026-11-23T12:00:00Z');
  const row = (common_name: string, not_after: string, more = {}) => ({
    common_name,
    not_after,
    revoked: 'no',
    superseded: false,
    due: false,
    ...more,
  });

  test('has a row for each week, from its Monday', () => {
    const found = calendarRows(
      [
        row('a', '2026-11-22T23:59:59Z', { due: true }),
        row('b', '2026-11-23T00:00:00Z', { due: true }),
        row('b', '2026-11-29T23:59:59Z'),
        row('c', '2026-12-01T00:00:00Z', { superseded: null }),
        row('gone', '2026-12-01T00:00:00Z', { revoked: 'yes' }),
        row('old', '2026-12-01T00:00:00Z', { superseded: true }),
      ],
      now,
    );
    expect(found).toEqual([
      {
        from: '2026-11-16T00:00:00Z',
        period: 'week',
        ends: 1,
        due_count: 1,
        bar: '#'.repeat(20),
        certificates: ['a'],
      },
      {
        from: '2026-11-23T00:00:00Z',
        period: 'week',
        ends: 2,
        due_count: 1,
        bar: '#'.repeat(40),
        certificates: ['b'],
      },
      {
        from: '2026-11-30T00:00:00Z',
        period: 'week',
        ends: 1,
        due_count: 0,
        bar: '#'.repeat(20),
        certificates: ['c'],
      },
    ]);
  });

  test('has a row for each month when something ends later than in half a year', () => {
    const found = calendarRows([row('a', '2026-11-30T00:00:00Z'), row('b', '2027-07-01T00:00:00Z')], now);
    expect(found).toMatchObject([
      { from: '2026-11-01T00:00:00Z', period: 'month' },
      { from: '2027-07-01T00:00:00Z', period: 'month' },
    ]);
    const near = calendarRows([row('b', '2027-05-24T12:00:00Z')], now);
    expect(near).toMatchObject([{ from: '2027-05-24T00:00:00Z', period: 'week' }]);
  });

  test('is data too, and empty without certificates', async () => {
    await issue('a.example.com', '--ttl 10h');
    const { stdout } = await run('--calendar -o json');
    expect(JSON.parse(stdout)).toContainEqual(
      expect.objectContaining({ ends: 2, certificates: ['a.example.com', 'www.example.com'] }),
    );
    expect((await run('--calendar')).stdout).toMatch(/#{40}/);
    expect(calendarRows([], now)).toEqual([]);
  });
});

describe('the CAs of a mount', () => {
  const done = async (line: string): Promise<string> => {
    const { code, stdout, stderr } = await trivet(line, options());
    expect(code, `${line}: ${stderr}`).toBe(0);
    return stdout;
  };
  const folder = (): string => {
    const own = mkdtempSync(join(tmpdir(), 'trivet-authority-'));
    made.push(own);
    return own;
  };
  /** A new CA of `pki_int`, signed by `pki_new`; returns its serial number. */
  const newAuthority = async (name: string, ttl = '43800h'): Promise<string> => {
    const at = folder();
    await done(
      `pki intermediate generate internal --mount pki_int --common-name ${name} --key-type ec --yes --out ${at}/a`,
    );
    await done(
      `pki root sign-intermediate --mount pki_new --csr @${at}/a/csr.pem --common-name ${name} --ttl ${ttl} --out ${at}/b`,
    );
    await done(`pki intermediate set-signed --mount pki_int --certificate @${at}/b/cert.pem`);
    const listed = JSON.parse(await done('pki inventory --mount pki_new -o json')) as readonly (Row & {
      readonly common_name: string;
      readonly serial: string;
    })[];
    return listed.find(({ common_name }) => common_name === name)?.serial ?? '';
  };
  beforeEach(async () => {
    await done('pki root generate internal --mount pki_new --common-name Root --key-type ec --ttl 87600h');
  });

  test('are listed where another mount signed them, once', async () => {
    await newAuthority('Soon', '40h');
    const alone = await rows('--mount pki_int --expires-within 48h');
    expect(alone.map(({ common_name, revoked, due }) => [common_name, revoked, due])).toEqual([
      ['Soon', 'unknown', true],
    ]);
    expect((await run('--mount pki_int/ --expires-within 48h --detailed-exitcode')).code).toBe(11);
    const both = await rows('--mount pki_int --mount pki_new --expires-within 48h');
    expect(both.map(({ common_name, revoked }) => [common_name, revoked])).toEqual([['Soon', 'no']]);
  });

  test('a certificate of a revoked CA replaces none, and is due itself', async () => {
    await newAuthority('First');
    await done('pki role update web --mount pki_int --max-ttl 900h');
    const issued = async (ttl: string): Promise<unknown> =>
      done(
        `pki issue web --mount pki_int --common-name www.example.com --ttl ${ttl} --out ${join(folder(), 'x')}`,
      );
    await issued('2h');
    const second = await newAuthority('Second');
    await issued('800h');
    const mounts = '--mount pki_int --mount pki_new --expires-within 3h';
    expect(await rows(mounts)).toEqual([]);
    await done(`pki revoke ${second} --mount pki_new --yes`);
    const due = await rows(mounts);
    expect(due.map(({ superseded, findings }) => [superseded, findings])).toEqual([
      [false, []],
      [false, ['the CA that signed it was revoked']],
    ]);
  });

  test('a certificate of a CA that another mount revoked is due, however long it is valid', async () => {
    const serial = await newAuthority('First');
    await done('pki role update web --mount pki_int --max-ttl 900h');
    await done(
      `pki issue web --mount pki_int --common-name www.example.com --ttl 800h --out ${join(folder(), 'x')}`,
    );
    const mounts = '--mount pki_int --mount pki_new';
    expect(await rows(`${mounts} --expires-within 3h`)).toEqual([]);
    await done(`pki revoke ${serial} --mount pki_new --yes`);
    for (const first of [mounts, '--mount pki_new --mount pki_int']) {
      expect(await rows(`${first} --expires-within 3h`)).toMatchObject([
        { common_name: 'www.example.com', due: true, findings: ['the CA that signed it was revoked'] },
      ]);
    }
  });

  test('a certificate of a cross-signed CA is due only where each certificate of the CA was revoked', async () => {
    const at = folder();
    const request = 'pki intermediate generate exported --mount pki_int --common-name Twin --key-type ec';
    await done(`${request} --yes --out ${at}/request`);
    const twin = async (name: string): Promise<string> => {
      const sign = `pki root sign-intermediate --mount pki_new --csr @${at}/request/csr.pem --common-name Twin`;
      await done(`${sign} --ttl 43800h --out ${at}/${name}`);
      return `${at}/${name}/cert.pem`;
    };
    const [first, second] = [await twin('first'), await twin('second')];
    await done(`pki intermediate set-signed --mount pki_int --certificate @${second}`);
    writeFileSync(
      `${at}/bundle.pem`,
      [`${at}/request/key.pem`, first].map((path) => readFileSync(path, 'utf8')).join(''),
    );
    await done(`pki ca import --mount pki_old --pem-bundle @${at}/bundle.pem --yes`);
    await done('pki role update web --mount pki_int --max-ttl 900h');
    await done(`pki issue web --mount pki_int --common-name www.example.com --ttl 800h --out ${at}/leaf`);
    const due = async () =>
      (await rows('--mount pki_int --mount pki_old --mount pki_new --expires-within 3h')).map(
        ({ common_name }) => common_name,
      );
    await done(`pki revoke @${first} --mount pki_new --yes`);
    expect(await due()).toEqual([]);
    await done(`pki revoke @${second} --mount pki_new --yes`);
    expect(await due()).toEqual(['www.example.com']);
  });
});
