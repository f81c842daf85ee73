/** Tests `pki inspect`: files, stored certificates, TLS servers. */
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:tls';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OpensslFolder } from '../../sandbox/openssl.ts';
import { runCli, words } from '../../support/run-cli.ts';
import { useSandbox } from '../../support/sandbox.ts';
import type { Made } from './authority-maker.ts';
import { listOf, make } from './authority-maker.ts';

const { trivet, sandbox, requests, clear } = useSandbox();

const base = mkdtempSync(join(tmpdir(), 'trivet-inspect-'));
const openssl = new OpensslFolder();
afterAll(() => {
  rmSync(base, { recursive: true, force: true });
  openssl.remove();
});
const file = (name: string, content: string | Uint8Array): string => {
  writeFileSync(join(base, name), content);
  return join(base, name);
};

let root: Made;
let leaf: Made;
beforeAll(async () => {
  root = await make({ name: 'Test Root', ca: true, until: 900 });
  leaf = await make({
    name: 'www.example.com',
    issuer: root,
    names: ['www.example.com', 'api.example.com', '10.0.0.7'],
    from: -30,
    until: -2,
  });
});

const inspect = async (what: string): Promise<readonly Record<string, unknown>[]> => {
  const { code, stdout, stderr } = await trivet(`pki inspect ${what} -o json`);
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as readonly Record<string, unknown>[];
};

describe('inspecting a file', () => {
  test('shows every certificate of a bundle as openssl reads it, sends nothing, and shows no key', async () => {
    const bundle = file('bundle.pem', leaf.key + leaf.pem + root.pem);
    clear();
    const [first, second] = await inspect(bundle);
    expect(requests()).toEqual([]);
    const own = new X509Certificate(leaf.pem);
    expect(first).toMatchObject({
      common_name: 'www.example.com',
      names: ['www.example.com', 'api.example.com', '10.0.0.7'],
      issuer: 'CN=Test Root',
      key: 'EC P-256',
      ca: false,
      days_left: -3,
      sha256: own.fingerprint256.replaceAll(':', '').toLowerCase(),
      revoked: null,
    });
    expect(second).toMatchObject({ ca: true, subject: 'CN=Test Root' });
    const spoken = openssl.run(
      'x509',
      '-in',
      openssl.file('c.pem', leaf.pem),
      '-noout',
      '-serial',
      '-enddate',
    ).text;
    expect(spoken).toContain(`serial=${String(first?.['serial']).replaceAll(':', '').toUpperCase()}`);
    expect(Date.parse(/notAfter=(.*)/.exec(spoken)?.[1] ?? '')).toBe(
      Date.parse(String(first?.['not_after'])),
    );
    expect((await trivet(`pki inspect ${bundle}`)).stdout).not.toContain('PRIVATE');
  });

  test.each([
    ['rsa:2048', 'RSA 2048'],
    // A larger key takes seconds to make.
    ['rsa:1536', 'RSA 1536'],
  ])('shows a key %s', async (key, shown) => {
    const path = join(base, 'rsa.pem');
    openssl.run(
      'req',
      '-x509',
      '-newkey',
      key,
      '-nodes',
      '-subj',
      '/O=A, B/CN=r/emailAddress=a@b',
      '-out',
      path,
    );
    expect((await inspect(path))[0]).toMatchObject({
      key: shown,
      common_name: 'r',
      signature: 'SHA256 with RSA',
    });
  });

  test('accepts DER and standard input, and prints words on a terminal', async () => {
    const der = file('leaf.der', new Uint8Array(leaf.certificate.rawData));
    expect((await inspect(der))[0]).toMatchObject({ common_name: 'www.example.com' });
    const piped = await trivet('pki inspect - --field common_name', { stdin: leaf.pem });
    expect(piped.stdout).toBe('www.example.com\n');
    const words = await trivet(`pki inspect ${der}`, { tty: true });
    expect(words.stdout).toMatch(/Subject.*\s+CN=www\.example\.com[\s\S]*expired 2 days ago/);
  });

  test('refuses what is not a certificate', async () => {
    expect((await trivet(`pki inspect ${file('text.pem', 'hello')}`)).stderr).toContain(
      'contains no certificate',
    );
    expect((await trivet(`pki inspect ${join(base, 'missing.pem')}`)).code).toBe(3);
    const folder = await trivet(`pki inspect ${base}`);
    expect(folder.code).toBe(2);
    expect(folder.stderr).toContain('trivet pki verify');
  });
});

describe('inspecting other kinds', () => {
  test('shows every extension by name, and what is not known in hex', async () => {
    const path = openssl.file(
      'config',
      '[req]\ndistinguished_name=n\n[n]\n[e]\nbasicConstraints=critical,CA:TRUE,pathlen:1\nkeyUsage=critical,keyCertSign\nextendedKeyUsage=serverAuth,1.2.3\nsubjectAltName=DNS:a.example.com,IP:10.0.0.1,email:a@b.example,URI:https://a.example,dirName:d\nnameConstraints=critical,permitted;DNS:example.com,excluded;IP:10.0.0.0/255.0.0.0\ncrlDistributionPoints=URI:http://a.example/crl\nauthorityInfoAccess=OCSP;URI:http://ocsp.example\ncertificatePolicies=1.2.3.4\ntlsfeature=status_request\n1.2.3.4=ASN1:UTF8String:x\n[d]\nCN=D\n',
    );
    openssl.run(
      'req',
      '-x509',
      '-new',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      'k',
      '-subj',
      '/O=Bank, AG+CN=#a',
      '-multivalue-rdn',
      '-config',
      path,
      '-extensions',
      'e',
      '-out',
      join(base, 'all.pem'),
    );
    const [item] = await inspect(join(base, 'all.pem'));
    expect(item).toMatchObject({
      kind: 'certificate',
      version: 3,
      faults: [],
      subject: String.raw`CN=\#a+O=Bank\, AG`,
    });
    const extensions = item?.['extensions'] as readonly {
      readonly name: string;
      readonly critical: boolean;
      readonly value: unknown;
    }[];
    expect(Object.fromEntries(extensions.map(({ name, value }) => [name, value]))).toEqual({
      basicConstraints: { ca: true, pathLength: 1 },
      keyUsage: ['keyCertSign'],
      extKeyUsage: ['serverAuth', '1.2.3'],
      subjectAltName: [
        'DNS:a.example.com',
        'IP:10.0.0.1',
        'email:a@b.example',
        'URI:https://a.example',
        'directory:CN=D',
      ],
      nameConstraints: { permitted: ['DNS:example.com'], excluded: ['IP:10.0.0.0/255.0.0.0'] },
      crlDistributionPoints: [{ names: ['URI:http://a.example/crl'] }],
      authorityInfoAccess: [{ method: 'OCSP', location: 'URI:http://ocsp.example' }],
      certificatePolicies: [{ policy: '1.2.3.4' }],
      tlsFeature: ['status_request'],
      '1.2.3.4': '0c:01:78',
      subjectKeyIdentifier: expect.stringMatching(/^(?:[0-9a-f]{2}:){19}[0-9a-f]{2}$/),
    });
    expect(extensions.filter(({ critical }) => critical).map(({ name }) => name)).toEqual([
      'basicConstraints',
      'keyUsage',
      'nameConstraints',
    ]);
    const { stdout } = await trivet(`pki inspect ${join(base, 'all.pem')}`, { tty: true });
    const plain = stripVTControlCharacters(stdout);
    expect(plain).toMatch(/keyUsage\s+keyCertSign \(critical\)/);
    expect(plain).toMatch(/1\.2\.3\.4\s+0c:01:78/);
  });

  test('shows requests, revocation lists, PKCS #7 and key stores, in PEM and DER', async () => {
    const key = file('p.key', leaf.key);
    const certificate = file('p.pem', leaf.pem + root.pem);
    const at = (name: string): string => join(base, name);
    openssl.run(
      'req',
      '-new',
      '-key',
      key,
      '-subj',
      '/CN=asked',
      '-addext',
      'subjectAltName=DNS:asked.example.com',
      '-outform',
      'DER',
      '-out',
      at('r.der'),
    );
    expect((await inspect(at('r.der')))[0]).toMatchObject({
      kind: 'certificate request',
      common_name: 'asked',
      names: ['asked.example.com'],
      key: 'EC P-256',
    });
    const list = file('l.pem', await listOf(root, [leaf]));
    expect((await inspect(list))[0]).toMatchObject({
      kind: 'revocation list',
      issuer: 'CN=Test Root',
      entries: [{ serial: expect.stringMatching(/^[0-9a-f:]+$/), status: 'revoked' }],
    });
    openssl.run('crl', '-in', list, '-outform', 'DER', '-out', at('l.der'));
    expect((await inspect(at('l.der')))[0]).toMatchObject({ kind: 'revocation list' });
    for (const form of ['PEM', 'DER']) {
      openssl.run('crl2pkcs7', '-in', list, '-certfile', certificate, '-outform', form, '-out', at('c.p7b'));
      expect((await inspect(at('c.p7b'))).map(({ kind, common_name: name }) => name ?? kind)).toEqual([
        'www.example.com',
        'Test Root',
        'revocation list',
      ]);
    }
    openssl.run(
      'pkcs12',
      '-export',
      '-inkey',
      key,
      '-in',
      certificate,
      '-passout',
      'pass:secret',
      '-out',
      at('s.p12'),
    );
    const opened = await trivet(`pki inspect ${at('s.p12')} --password env:STORE -o json`, {
      env: { STORE: 'secret' },
    });
    expect(
      (JSON.parse(opened.stdout) as readonly Record<string, unknown>[]).map(({ common_name: name }) => name),
    ).toEqual(['www.example.com', 'Test Root']);
    expect(opened.stdout).not.toContain('PRIVATE');
    const shut = await trivet(`pki inspect ${at('s.p12')}`);
    expect(shut.code).toBe(3);
    expect(shut.stderr).toContain('--password');
  });

  test('every kind has the same keys', async () => {
    const keys = await Promise.all(
      ['r.der', 'l.pem', 'p.pem'].map(async (name) =>
        Object.keys((await inspect(join(base, name)))[0] ?? {}).sort(),
      ),
    );
    expect(keys[1]).toEqual(keys[0]);
    expect(keys[2]).toEqual(keys[0]);
  });
});

describe('inspecting a stored certificate', () => {
  test('accepts any spelling of the serial number, and shows the time of a revocation', async () => {
    expect((await inspect('39DD2E90B7231F8D'))[0]).toMatchObject({
      serial: '39:dd:2e:90:b7:23:1f:8d',
      common_name: 'www.example.com',
      revoked: null,
    });
    await trivet('pki revoke 39:dd:2e:90:b7:23:1f:8d --yes');
    const [revoked] = await inspect('39:dd:2e:90:b7:23:1f:8d');
    expect(Date.parse(String(revoked?.['revoked']))).toBeGreaterThan(0);
    expect((await trivet('pki inspect 39:dd:2e:90:b7:23:1f:8d', { tty: true })).stdout).toContain(
      'Revoked 2',
    );
    expect((await trivet('pki inspect 00:11')).code).toBe(5);
  });
});

describe('inspecting a TLS server', () => {
  test('shows an expired, untrusted certificate with its chain', async () => {
    const server = createServer({ cert: leaf.pem + root.pem, key: leaf.key });
    const sent: Buffer[] = [];
    server.on('secureConnection', (socket) => socket.on('data', (chunk) => sent.push(chunk)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    try {
      const { code, stdout } = await runCli(words(`pki inspect https://localhost:${port} -o json`));
      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject([
        { common_name: 'www.example.com' },
        { subject: 'CN=Test Root' },
      ]);
      expect(sent).toEqual([]);
    } finally {
      server.close();
    }
    const gone = await runCli(words(`pki inspect https://127.0.0.1:${port}`));
    expect(gone.code).toBe(8);
    expect(gone.stderr).toContain('refused the connection');
  });

  test('exits 8 for a port that does not speak TLS, with a hint about the port', async () => {
    const plain = new URL(sandbox().urls.secrets);
    const { code, stderr } = await runCli(words(`pki inspect https://127.0.0.1:${plain.port}`));
    expect(code).toBe(8);
    expect(stderr).toContain('does not speak TLS');
    expect(stderr).toContain('Check the port');
    expect(stderr).not.toContain('base URL');
  });
});
