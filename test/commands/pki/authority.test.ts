/** Tests CA, chain, CRL and URLs, root and intermediate (document 2 §2.2, §3, §4.2). */
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { hasOpenssl, OpensslFolder } from '../../sandbox/openssl.ts';
import { useSandbox } from '../../support/sandbox.ts';

const { trivet, json, requests, clear } = useSandbox({ fresh: true });

const folder = mkdtempSync(join(tmpdir(), 'trivet-authority-'));
const openssl = new OpensslFolder();
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  openssl.remove();
});

const newRoot = async (flags = ''): Promise<void> => {
  await trivet('pki root delete --confirm pki');
  const { code, stderr } = await trivet(
    `pki root generate internal --common-name Root --key-type ec --yes ${flags} --field serial_number`,
  );
  if (code !== 0) throw new Error(stderr);
};

describe('pki ca show', () => {
  test('prints the exact certificate as PEM or DER, without a token', async () => {
    clear();
    const pem = await trivet('pki ca show');
    const der = await trivet('pki ca show --der');
    expect(new X509Certificate(pem.stdout).raw.equals(der.bytes)).toBe(true);
    expect(requests().map(({ path }) => path)).toEqual(['/v1/pki/ca/pem', '/v1/pki/ca']);
    expect((await trivet('pki ca show', { env: { TRIVET_SECRETS_TOKEN: 'unknown' } })).code).toBe(0);
  });

  test('refuses to print DER on a terminal, unless it goes to a file', async () => {
    clear();
    const { code, stderr } = await trivet('pki ca show --der', { tty: true });
    expect(code).toBe(2);
    expect(stderr).toContain('--out FILE');
    expect(requests()).toEqual([]);
    const path = join(folder, 'ca.der');
    expect((await trivet(`pki ca show --der --out ${path}`, { tty: true })).code).toBe(0);
    expect(new X509Certificate(readFileSync(path)).ca).toBe(true);
    expect((await trivet('pki ca show --der --pem')).code).toBe(2);
  });

  test('prints words on a terminal', async () => {
    const { stdout } = await trivet('pki ca show --color never', { tty: true });
    expect(stdout).toMatch(/Subject\s+CN=/);
    expect(stdout).toMatch(/CA\s+yes/);
    expect(stdout).not.toContain('BEGIN CERTIFICATE');
  });

  test('does not print a wrapped reply as the certificate', async () => {
    clear();
    for (const line of ['pki ca show', 'pki ca chain', 'pki crl show --der', 'pki cert download 00:11']) {
      const { code, stdout, stderr } = await trivet(`${line} --wrap-ttl 60`);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain('--wrap-ttl cannot wrap this reply');
    }
    expect(requests()).toEqual([]);
  });

  test('as csv has a column for the bytes', async () => {
    expect((await trivet('pki ca show -o csv')).stdout).toMatch(
      /^pem\n"-----BEGIN CERTIFICATE-----\n[\s\S]+-----END CERTIFICATE-----\n?"\n$/,
    );
    expect((await trivet('pki ca show --der -o csv')).stdout).toMatch(/^base64\n[A-Za-z0-9+/=]+\n$/);
  });

  test('as json holds pem or base64', async () => {
    expect(await json('pki ca show')).toEqual({ pem: expect.stringContaining('BEGIN CERTIFICATE') });
    expect(await json('pki ca show --der')).toEqual({ base64: expect.stringMatching(/^MII/) });
  });

  test('exits 5 for a mount that does not exist', async () => {
    expect((await trivet('pki ca show --mount nowhere')).code).toBe(5);
    expect((await trivet('pki ca show --mount pki/')).code).toBe(0);
    const slash = await trivet('pki ca show --mount /pki');
    expect(slash).toMatchObject({ code: 2, stderr: expect.stringContaining('must not start') });
    const list = await trivet('pki role list --mount nowhere');
    expect(list.code).toBe(5);
    expect(list.stderr).toContain('mount nowhere not found at http://');
  });
});

test('the chain of a root omits the root and may be empty', async () => {
  const { code, stdout, stderr } = await trivet('pki ca chain');
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  expect(stderr).toContain('the chain of pki is empty');
  const terminal = await trivet('pki cert show ca_chain', { tty: true });
  expect(terminal).toMatchObject({ code: 0, stdout: '' });
  expect(terminal.stderr).toContain('the chain of pki is empty');
});

test('a certificate that the server refuses is not repeated in the error', async () => {
  const leaf = await json('pki issue web --common-name www.example.com');
  const { data } = leaf as { data: { certificate: string } };
  const { code, stderr } = await trivet('pki intermediate set-signed --certificate -', {
    stdin: data.certificate,
  });
  expect(code).toBe(1);
  expect(stderr).toContain('Refusing to import non-CA certificate (PEM omitted)');
  expect(stderr).not.toContain('BEGIN');
});

test('an invalid name and a missing certificate are reported as such', async () => {
  const odd = await trivet("pki role show 'two&words'");
  expect(odd.code).toBe(7);
  expect(odd.stderr).toContain('might not take "two&words"');
  const unknown = await trivet('pki cert show 00:11');
  expect(unknown.code).toBe(5);
  expect(unknown.stderr).not.toContain('the token is not allowed to see it');
});

describe('pki root', () => {
  test('generate asks if there is a CA, and the server refuses a second one', async () => {
    clear();
    const asked = await trivet('pki root generate internal --common-name Second');
    expect(asked.code).toBe(2);
    expect(asked.stderr).toMatch(/The mount pki has a CA \(CN=demo root/);
    expect(requests().some(({ method }) => method === 'POST')).toBe(false);
    const declined = await trivet('pki root generate internal --common-name Second', {
      typed: 'n',
      tty: true,
    });
    expect(declined.code).toBe(2);
    const second = await trivet('pki root generate internal --common-name Second --yes');
    expect(second.code).toBe(1);
    expect((await trivet('pki ca show', { tty: true })).stdout).toContain('demo root');
  });

  test('delete says what it destroys and asks for the mount; the old certificate stays readable', async () => {
    clear();
    const yes = await trivet('pki root delete --yes');
    expect(yes.code).toBe(2);
    expect(yes.stderr).toMatch(/the CA of pki: CN=demo root, expires /);
    expect(yes.stderr).toMatch(/\d+ stored certificates? could no longer be revoked/);
    expect(yes.stderr).toContain('--confirm pki');
    expect((await trivet('pki root delete --confirm other')).code).toBe(2);
    expect(requests().some(({ method }) => method === 'DELETE')).toBe(false);
    expect((await trivet('pki root delete --confirm pki')).code).toBe(0);
    expect((await trivet('pki ca show', { tty: true })).stdout).toContain('demo root');
    expect((await trivet('pki issue web --common-name a.example.com --reveal')).code).toBe(1);
    expect((await trivet('pki root generate internal --common-name Next --yes')).code).toBe(0);
    expect((await trivet('pki ca show', { tty: true })).stdout).toContain('Next');
  });

  test('delete does not speak of the CA key of a mount without a CA', async () => {
    const { code, stderr } = await trivet('pki root delete --mount pki_new');
    expect([code, stderr]).toEqual([2, expect.stringContaining('pki_new has no CA')]);
    expect(stderr).toContain('This deletes every key of pki_new');
  });

  test('delete needs sudo', async () => {
    const { code, stderr } = await trivet('pki root delete --confirm pki', { as: 'operator' });
    expect(code).toBe(4);
    expect(stderr).toContain('sudo');
  });

  test('generate sends what was given, and the certificate contains it', async () => {
    await newRoot(
      '--ttl 100h --max-path-length 0 --organization Example --country SE --permitted-dns-domains example.com',
    );
    const text = (await trivet('pki ca show')).stdout;
    const certificate = new X509Certificate(text);
    expect(certificate.subject).toMatch(/C=SE[\s\S]*O=Example[\s\S]*CN=Root/);
    expect(requests().find(({ path }) => path.endsWith('/root/generate/internal'))?.body).toMatchObject({
      max_path_length: 0,
      permitted_dns_domains: ['example.com'],
      ttl: '100h',
    });
    expect((await trivet('pki root generate internal --common-name "" --yes')).code).toBe(2);
    expect((await trivet('pki root generate external --common-name x --yes')).code).toBe(2);
    if (hasOpenssl) expect(openssl.describe(text)).toMatch(/pathlen:0[\s\S]*example\.com/);
  });

  test('an exported key is returned once and never lost; an internal key is never returned', async () => {
    await trivet('pki root delete --confirm pki');
    const exported = 'pki root generate exported --common-name R --key-type ec --yes';
    expect((await trivet(exported)).code).toBe(2);
    expect((await trivet(`${exported} --reveal`)).stdout).toContain('PRIVATE KEY');
    await trivet('pki root delete --confirm pki');
    const internal = await json('pki root generate internal --common-name R --key-type ec --yes');
    expect(JSON.stringify(internal)).not.toContain('PRIVATE KEY');
  });
});

describe('pki ca import', () => {
  test('takes the bundle from a file, never from the command line, and asks before it replaces a CA', async () => {
    await trivet('pki root delete --confirm pki');
    const out = join(folder, 'exported');
    await trivet(`pki root generate exported --common-name Imported --key-type ec --yes --out ${out}`);
    const bundle = join(out, 'bundle.pem');
    await newRoot();
    clear();
    expect((await trivet('pki ca import --pem-bundle "-----BEGIN CERTIFICATE-----"')).code).toBe(2);
    const asked = await trivet(`pki ca import --pem-bundle @${bundle}`);
    expect(asked.stderr).toContain('The mount pki has a CA (CN=Root');
    expect(requests().some(({ method }) => method === 'POST')).toBe(false);
    expect((await trivet(`pki ca import --pem-bundle @${bundle} --yes`)).code).toBe(0);
    expect(new X509Certificate((await trivet('pki ca show')).stdout).subject).toContain('Imported');
    const shown = await trivet(`pki ca import --pem-bundle @${bundle} --yes --dry-run`);
    expect(shown.stdout).not.toContain('PRIVATE KEY');
    expect(shown.stdout).toContain('TRIVET_SECRET_PEM_BUNDLE');
  });

  test('reports that the server refuses a text that is not a bundle', async () => {
    const { code } = await trivet('pki ca import --pem-bundle - --yes', { stdin: 'x'.repeat(100) });
    expect(code).toBe(1);
  });
});

describe('an intermediate', () => {
  test.skipIf(!hasOpenssl)('is signed by the root with the subject and names of the flags', async () => {
    await newRoot();
    const csr = openssl.file(
      'in.csr',
      openssl.request(['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'], '/CN=Asked'),
    );
    const out = join(folder, 'signed');
    const line = `pki root sign-intermediate --csr @${csr} --ttl 50h`;
    expect((await trivet(line)).code).toBe(2);
    expect((await trivet(`${line} --common-name Given --max-path-length 0 --out ${out}`)).code).toBe(0);
    const pem = readFileSync(join(out, 'cert.pem'), 'utf8');
    expect(new X509Certificate(pem).subject).toBe('CN=Given');
    expect(openssl.verify((await trivet('pki ca show')).stdout, pem).ok).toBe(true);
    const kept = await json(`${line} --common-name Given --use-csr-values`);
    const { data } = kept as { data: { certificate: string } };
    expect(new X509Certificate(data.certificate).subject).toBe('CN=Asked');
  });

  test.skipIf(!hasOpenssl)('takes back the certificate that another CA signed for its request', async () => {
    await newRoot();
    const root = (await trivet('pki ca show')).stdout;
    const rootOut = join(folder, 'old-root');
    await trivet('pki root delete --confirm pki');
    await trivet(`pki root generate exported --common-name Signer --key-type ec --yes --out ${rootOut}`);
    const request = join(folder, 'request');
    expect(
      (
        await trivet(
          `pki intermediate generate internal --common-name Middle --key-type ec --yes --out ${request}`,
        )
      ).code,
    ).toBe(0);
    const csr = openssl.run('req', '-in', join(request, 'csr.pem'), '-noout', '-subject', '-verify');
    expect(csr.text).toContain('Middle');
    const ext = openssl.file(
      'ext',
      'basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign,cRLSign\n',
    );
    const [ca, key] = [join(rootOut, 'cert.pem'), join(rootOut, 'key.pem')];
    const words = `x509 -req -CA ${ca} -CAkey ${key} -days 30 -extfile ${ext}`.split(' ');
    const signed = openssl.run(...words, '-in', join(request, 'csr.pem'), '-out', join(folder, 'middle.pem'));
    expect(signed.ok).toBe(true);
    expect(root).toContain('BEGIN CERTIFICATE');
    expect(
      (await trivet(`pki intermediate set-signed --certificate @${join(folder, 'middle.pem')}`)).code,
    ).toBe(0);
    expect(new X509Certificate((await trivet('pki ca show')).stdout).subject).toContain('Middle');
    expect((await trivet('pki ca chain')).stdout).toContain('BEGIN CERTIFICATE');
  });

  test('is written to separate files if an exported key and its request are in one bundle', async () => {
    for (const [format, extra] of [
      ['pem', []],
      ['pem_bundle', []],
      ['der', ['csr.der', 'key.der']],
    ] as const) {
      const out = join(folder, `request-${format}`);
      const line = `pki intermediate generate exported --common-name M --key-type ec --format ${format} --yes --out ${out}`;
      const { code, stdout, stderr } = await trivet(line);
      expect(code).toBe(0);
      expect(stdout).not.toContain('PRIVATE KEY');
      for (const name of ['csr.pem', 'key.pem', ...extra]) expect(stderr).toContain(join(out, name));
      expect(readFileSync(join(out, 'csr.pem'), 'utf8')).toMatch(
        /^-----BEGIN CERTIFICATE REQUEST-----[^-]+-----END CERTIFICATE REQUEST-----\n$/,
      );
      expect(readFileSync(join(out, 'key.pem'), 'utf8')).toMatch(/^-----BEGIN [A-Z ]*PRIVATE KEY-----/);
      expect(statSync(join(out, 'key.pem')).mode & 0o777).toBe(0o600);
    }
  });
});

describe('sign-self-issued', () => {
  test('signs a CA certificate unchanged, needs sudo, and refuses a leaf', async () => {
    const out = join(folder, 'bridge');
    await trivet('pki root delete --confirm pki');
    await trivet(`pki root generate exported --common-name Bridge --key-type ec --yes --out ${out}`);
    await newRoot();
    const line = `pki root sign-self-issued --certificate @${join(out, 'cert.pem')}`;
    const { data } = (await json(line)) as { data: { certificate: string } };
    const signed = new X509Certificate(data.certificate);
    expect([signed.subject, signed.issuer]).toEqual(['CN=Bridge', 'CN=Root']);
    const denied = await trivet(line, { as: 'operator' });
    expect(denied.code).toBe(4);
    expect(denied.stderr).toContain('sudo');
    const leaf = join(folder, 'bridge-leaf');
    await trivet(`pki issue web --common-name a.example.com --out ${leaf}`);
    expect((await trivet(`pki root sign-self-issued --certificate @${join(leaf, 'cert.pem')}`)).code).toBe(1);
    expect((await trivet(`${line} --require-matching-certificate-algorithms`)).code).toBe(0);
  });
});

describe('URLs', () => {
  test('are set independently, removed by a blank string, and contained in certificates', async () => {
    await trivet(
      'pki urls set --issuing-certificates http://ca.example.com/ca --crl-distribution-points http://ca.example.com/crl',
    );
    clear();
    expect(
      (await trivet('pki urls set --ocsp-servers http://ocsp.example.com,http://ocsp2.example.com')).code,
    ).toBe(0);
    expect((await trivet("pki urls set --ocsp-servers ''")).code).toBe(0);
    expect(
      requests()
        .filter(({ method }) => method === 'POST')
        .map(({ body }) => body),
    ).toEqual([
      { ocsp_servers: ['http://ocsp.example.com', 'http://ocsp2.example.com'] },
      { ocsp_servers: '' },
    ]);
    const { data } = (await json('pki urls show')) as { data: Record<string, unknown> };
    expect(data['issuing_certificates']).toEqual(['http://ca.example.com/ca']);
    const issued = (await json('pki issue web --common-name a.example.com')) as {
      data: { certificate: string };
    };
    expect(new X509Certificate(issued.data.certificate).infoAccess).toContain('http://ca.example.com/ca');
    if (hasOpenssl)
      expect(openssl.describe(issued.data.certificate)).toContain('URI:http://ca.example.com/crl');
    expect((await trivet('pki urls set')).code).toBe(2);
  });
});
