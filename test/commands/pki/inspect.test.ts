/** Tests `pki inspect`: files, stored certificates, TLS servers. */
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:tls';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OpensslFolder } from '../../sandbox/openssl.ts';
import { runCli, words } from '../../support/run-cli.ts';
import { useSandbox } from '../../support/sandbox.ts';
import type { Made } from './authority-maker.ts';
import { make } from './authority-maker.ts';

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
