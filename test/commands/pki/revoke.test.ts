/** Tests certificates being read, revoked, listed in the CRL and tidied (document 2 §2.2, §3, §4.2). */
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { serialOf } from '../../../src/features/certificates/serial.ts';
import { hasOpenssl, OpensslFolder } from '../../sandbox/openssl.ts';
import { answering, secretsAt } from '../../support/answering.ts';
import { useSandbox } from '../../support/sandbox.ts';

const { trivet, json, requests, clear, sandbox } = useSandbox({ fresh: true });

const folder = mkdtempSync(join(tmpdir(), 'trivet-revoke-'));
const openssl = new OpensslFolder();
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  openssl.remove();
});

interface Certificate {
  readonly serial: string;
  readonly pem: string;
}
const issued = async (flags = '--ttl 1h'): Promise<Certificate> => {
  const reply = await json(`pki issue web --common-name a.example.com ${flags}`);
  const { data } = reply as { data: { serial_number: string; certificate: string } };
  return { serial: data.serial_number, pem: data.certificate };
};

const crlText = (pem: string): string =>
  openssl.run('crl', '-in', openssl.file('crl.pem', pem), '-noout', '-text').text;

test.each([
  [
    '--disable',
    'Serve an empty revocation list of pki?',
    'disable: true',
    'serve an empty revocation list of pki?',
  ],
  [
    '--ocsp-disable',
    'Switch the OCSP responder of pki off?',
    'ocsp_disable: true',
    'switch the OCSP responder of pki off?',
  ],
])('pki crl config set %s asks, and so does an apply', async (flag, question, setting, words) => {
  const asked = await trivet(`pki crl config set ${flag}`);
  expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining(question)]);
  expect((await trivet(`pki crl config set ${flag.replace('--', '--no-')}`)).code).toBe(0);
  const stdin = `kind: pki-crl-config\nmount: pki\nsettings: { ${setting} }\n`;
  const applied = await trivet('apply -', { stdin });
  expect([applied.code, applied.stderr]).toEqual([2, expect.stringContaining(words)]);
});

test('a revocation that a disabled list does not show is a warning, once for each mount', async () => {
  const [one, two, three] = [await issued(), await issued(), await issued()];
  expect((await trivet(`pki revoke ${one.serial} --yes`)).stderr).not.toContain('revocation list');
  expect((await trivet('pki crl config set --disable --yes')).code).toBe(0);
  const many = await trivet('pki revoke - --yes -o json', { stdin: `${two.serial}\n${three.serial}\n` });
  expect([many.code, many.stdout.split('the revocation list of pki is disabled').length]).toEqual([0, 2]);
  const again = await trivet(`pki revoke ${two.serial} --yes`);
  expect(again.stderr).toContain(
    'the revocation list of pki is disabled, so clients do not see the revocation yet: trivet pki crl config set --no-disable',
  );
});

test.each([
  [{ status: 200, body: { data: { auto_rebuild: true, disable: false, expiry: '72h' } } }, true],
  [{ status: 200, body: { data: { auto_rebuild: false, disable: false, expiry: '72h' } } }, false],
  [{ status: 403, body: { errors: ['permission denied'] } }, false],
])('a revocation that waits for the list to be rebuilt is a warning: %j', async (config, isSaid) => {
  const { code, stderr } = await answering(
    'pki revoke 01:02 --mount corp --yes',
    secretsAt,
    ({ path, method }) =>
      path.endsWith('/config/crl')
        ? config
        : method === 'GET'
          ? { status: 404, body: { errors: [] } }
          : { body: { data: { revocation_time: 1, state: 'revoked' } } },
  );
  expect(code, stderr).toBe(0);
  expect(stderr.includes('rebuilt only periodically')).toBe(isSaid);
  expect(stderr.includes('trivet pki crl rotate --mount corp')).toBe(isSaid);
});

describe('serial numbers', () => {
  test('are accepted in every spelling', async () => {
    const wanted = '0a:1b:2c:3d';
    for (const spelling of [
      '0a:1b:2c:3d',
      '0A-1B-2C-3D',
      '0a 1b 2c 3d',
      '0a1b2c3d',
      'A1B2C3D',
      '0x0A1B2C3D',
      'serial=0A1B2C3D',
      ' 0a:1b:2c:3d\n',
      'a:1b:2c:3d',
    ]) {
      expect(serialOf(spelling)).toBe(wanted);
    }
    for (const word of ['ca', 'ca_chain', 'crl']) expect(serialOf(word)).toBe(word);
    for (const bad of ['', 'xyz', '0a:1b:', '0a::1b', '12:345', '../roles', 'ca-chain']) {
      expect(() => serialOf(bad)).toThrow(expect.objectContaining({ exit: 2 }));
    }
    expect(serialOf('as it is', false)).toBe('as it is');
  });

  test('can be given by a file with the certificate; anything else is refused', async () => {
    const { serial, pem } = await issued();
    const path = join(folder, 'cert.pem');
    writeFileSync(path, pem);
    expect(serialOf(pem)).toBe(serial);
    expect((await trivet(`pki cert show @${path} --field certificate`)).stdout.trim()).toBe(pem.trim());
    expect((await trivet('pki cert show - --field certificate', { stdin: pem })).stdout.trim()).toBe(
      pem.trim(),
    );
    expect(() => serialOf('-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----')).toThrow(
      expect.objectContaining({ exit: 2 }),
    );
    expect(() => serialOf('-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----')).toThrow(
      expect.objectContaining({ exit: 2 }),
    );
  });
});

describe('pki cert', () => {
  test('show needs no token, accepts any spelling, ca_chain and crl, and exits 5 for an unknown one', async () => {
    const { serial, pem } = await issued();
    const upper = serial.replaceAll(':', '').toUpperCase();
    const shown = await json(`pki cert show ${upper}`, { env: { TRIVET_SECRETS_TOKEN: 'nobody' } });
    expect(shown).toMatchObject({ data: { certificate: expect.stringContaining(pem.trim()) } });
    expect(await json('pki cert show crl')).toMatchObject({
      data: { certificate: expect.stringContaining('BEGIN X509 CRL') },
    });
    expect((await trivet('pki cert show ca_chain')).code).toBe(0);
    expect((await trivet('pki cert show 00:11:22')).code).toBe(5);
    expect((await trivet('pki cert show not-hex')).code).toBe(2);
    expect((await trivet(`pki cert show ${serial} -o name`)).stdout.trim()).toBe(serial);
  });

  test('show prints words on a terminal, with the time of the revocation', async () => {
    const { serial } = await issued();
    const before = await trivet(`pki cert show ${serial} --color never`, { tty: true });
    expect(before.stdout).toMatch(/Subject\s+CN=a\.example\.com/);
    expect(before.stdout).not.toMatch(/Revoked|BEGIN/);
    await trivet(`pki revoke ${serial} --yes`);
    const after = await trivet(`pki cert show ${serial} --color never`, { tty: true });
    expect(after.stdout).toMatch(/Revoked \d{4}-\d\d-\d\dT/);
  });

  test('download prints the exact bytes, and exits 5 for an unknown one', async () => {
    const { serial, pem } = await issued();
    const { raw } = new X509Certificate(pem);
    expect((await trivet(`pki cert download ${serial} --der`)).bytes.equals(raw)).toBe(true);
    expect(new X509Certificate((await trivet(`pki cert download ${serial}`)).stdout).raw.equals(raw)).toBe(
      true,
    );
    const path = join(folder, 'web.der');
    expect((await trivet(`pki cert download ${serial} --der --out ${path}`)).code).toBe(0);
    expect(readFileSync(path).equals(raw)).toBe(true);
    expect((await trivet('pki cert download 00:11:22')).code).toBe(5);
  });

  test('list prints every serial number', async () => {
    const { serial } = await issued();
    expect((await trivet('pki cert list')).stdout.split('\n')).toContain(serial);
    expect((await trivet('pki cert list -o name')).stdout.split('\n')).toContain(serial);
  });
});

describe('pki revoke', () => {
  test('asks with details of the certificate, and sends the serial number with colons', async () => {
    const { serial } = await issued();
    clear();
    const asked = await trivet(`pki revoke ${serial.replaceAll(':', '-')}`);
    expect(asked.code).toBe(2);
    expect(asked.stderr).toContain(`${serial} (CN=a.example.com, expires`);
    expect(requests().every(({ method }) => method === 'GET')).toBe(true);
    clear();
    const done = await trivet(`pki revoke ${serial.replaceAll(':', '').toUpperCase()} --yes`);
    expect(done).toMatchObject({ code: 0, stdout: expect.stringContaining('state\trevoked') });
    expect(requests().flatMap(({ body }) => body ?? [])).toEqual([{ serial_number: serial }]);
    expect((await trivet(`pki revoke ${serial}`, { typed: 'y', tty: true })).code).toBe(0);
  });

  test('takes the certificate in DER', async () => {
    const { serial } = await issued();
    const pem = (await trivet(`pki cert show ${serial} --field certificate`)).stdout;
    const path = join(folder, 'revoke-me.der');
    writeFileSync(path, new X509Certificate(pem).raw);
    const { code, stderr } = await trivet(`pki revoke @${path} --yes`);
    expect([code, stderr]).toEqual([0, expect.any(String)]);
    expect(await json(`pki cert show ${serial}`)).toMatchObject({
      data: { revocation_time: expect.any(Number) },
    });
  });

  test('leaves the certificate readable as revoked, and rotates the CRL', async () => {
    const { serial } = await issued();
    const path = join(folder, 'revoke-me.pem');
    writeFileSync(path, (await trivet(`pki cert show ${serial} --field certificate`)).stdout);
    expect((await trivet(`pki revoke @${path} --yes`)).code).toBe(0);
    const { data } = (await json(`pki cert show ${serial}`)) as { data: { revocation_time: number } };
    expect(data.revocation_time).toBeGreaterThan(0);
    if (hasOpenssl) {
      expect(crlText((await trivet('pki crl show')).stdout)).toContain(
        serial.replaceAll(':', '').toUpperCase(),
      );
    }
    expect((await trivet('pki crl show --color never', { tty: true })).stdout).toContain(serial);
  });

  test('refuses an unknown serial number, and never the root because of a spelling', async () => {
    expect((await trivet('pki revoke 00:11:22 --yes')).code).toBe(5);
    expect((await trivet('pki revoke web --yes')).code).toBe(2);
  });
});

describe('the CRL', () => {
  test.skipIf(!hasOpenssl)(
    'is empty and signed while disabled, and has the revocations once enabled again',
    async () => {
      const { serial } = await issued();
      await trivet(`pki revoke ${serial} --yes`);
      expect((await trivet('pki crl config set --disable --yes')).code).toBe(0);
      const empty = crlText((await trivet('pki crl show')).stdout);
      expect(empty).toContain('No Revoked Certificates');
      expect(empty).toContain('Signature Algorithm');
      expect((await trivet('pki crl config set --no-disable')).code).toBe(0);
      expect(crlText((await trivet('pki crl show')).stdout)).toContain(
        serial.replaceAll(':', '').toUpperCase(),
      );
    },
  );

  test('expires after 72h unless set, and has no expiry in replies until set', async () => {
    const life = async (): Promise<number> => {
      const { bytes } = await trivet('pki crl show --der');
      const path = openssl.file('life.crl', bytes);
      const { text } = openssl.run(
        'crl',
        '-inform',
        'DER',
        '-in',
        path,
        '-noout',
        '-lastupdate',
        '-nextupdate',
      );
      const [from = 0, until = 0] = [...text.matchAll(/Update=(.+)/g)].map(([, date = '']) =>
        Date.parse(date),
      );
      return (until - from) / 3_600_000;
    };
    const unset = await trivet('pki crl config show -o json');
    expect(unset).toMatchObject({ code: 0, stdout: 'null\n' });
    expect(unset.stderr).toContain('the CRL is enabled, with an expiry of 72h');
    if (hasOpenssl) expect(await life()).toBe(72);
    expect((await trivet('pki crl config set --expiry 96h')).code).toBe(0);
    expect((await trivet('pki crl config show --field expiry')).stdout).toBe('96h');
    expect((await trivet('pki crl rotate')).stderr).toBe('rotated the CRL of pki\n');
    if (hasOpenssl) expect(await life()).toBe(96);
  });
});

test('URLs that were never set are empty, unlike those of a missing mount', async () => {
  const { code, stdout, stderr } = await trivet('pki urls show');
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  expect(stderr).toContain('no URLs are set in pki');
  expect((await trivet('pki urls show --mount nowhere')).code).toBe(5);
});

describe('pki tidy', () => {
  test('waits for the end and prints the status; certificates that expired long enough ago are gone', async () => {
    const short = await issued('--ttl 1h');
    const long = await issued('--ttl 70h');
    sandbox().clock.advance(60 * 3_600_000);
    const line = 'pki tidy --tidy-cert-store --tidy-revoked-certs --wait';
    expect((await trivet(`${line} --safety-buffer 72h`)).code).toBe(0);
    expect((await trivet(`pki cert show ${short.serial}`)).code).toBe(0);
    const { code, stdout, stderr } = await trivet(`${line} --safety-buffer 24h`);
    expect(code).toBe(0);
    expect(stdout).toMatch(/state\tFinished/);
    expect(stdout).toMatch(/cert_store_deleted_count\t[1-9]/);
    expect(stdout).toMatch(/tidy_revoked_certs\ttrue[\s\S]*safety_buffer\t86400/);
    expect(stderr).toContain('successfully started');
    expect((await trivet(`pki cert show ${short.serial}`)).code).toBe(5);
    expect((await trivet(`pki cert show ${long.serial}`)).code).toBe(0);
  });

  test('starts without --wait and says so; the status has its state', async () => {
    expect((await trivet('pki tidy-status --field state')).stdout).toBe('Inactive');
    const { code, stdout } = await trivet('pki tidy --tidy-cert-store');
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(['Running', 'Finished']).toContain((await trivet('pki tidy-status --field state')).stdout);
  });

  test('warns that nothing is selected', async () => {
    clear();
    const { code, stderr } = await trivet('pki tidy --wait');
    expect(code).toBe(0);
    expect(stderr).toMatch(/warning: .*(?:selected|no tidy operations)/);
    expect(
      requests()
        .filter(({ method }) => method === 'POST')
        .map(({ body }) => body),
    ).toEqual([{}]);
  });

  test('exits 124 if the wait times out, and says that the tidy continues', async () => {
    await issued();
    const { code, stderr } = await trivet('pki tidy --tidy-cert-store --wait --wait-timeout 1ms');
    expect(code).toBe(124);
    expect(stderr).toContain('trivet pki tidy-status --mount pki');
  });
});
