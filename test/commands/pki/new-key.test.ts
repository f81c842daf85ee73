/** Tests `pki sign --new-key` and `--layout`: the key stays on this machine, and the files suit their readers. */
import { X509Certificate, createPrivateKey } from 'node:crypto';
import * as fs from 'node:fs';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import type { Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import 'reflect-metadata';
import { Pkcs10CertificateRequest, SubjectAlternativeNameExtension } from '@peculiar/x509';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import {
  requestedNames,
  makeKey,
  signingRequest,
  requestSubject,
} from '../../../src/features/certificates/signing-request.ts';
import { OpensslFolder } from '../../sandbox/openssl.ts';
import { whole } from '../../support/part.ts';
import { executable } from '../../support/program.ts';
import { useSandbox } from '../../support/sandbox.ts';

const { trivet, sandbox, requests, clear } = useSandbox();

const base = mkdtempSync(join(tmpdir(), 'trivet-new-key-'));
const openssl = new OpensslFolder();
afterAll(() => {
  rmSync(base, { recursive: true, force: true });
  openssl.remove();
});
let count = 0;
const fresh = (): string => {
  count += 1;
  return join(base, `out-${count}`);
};
const read = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8');

const kinds = ['ec:256', 'ec:384', 'rsa:2048', 'rsa:2056', 'rsa:3072', 'rsa:4096', 'ed25519'] as const;

describe('the certificate request', () => {
  // Making the longest keys takes seconds.
  const made = kinds.filter((kind) => whole || !['rsa:3072', 'rsa:4096'].includes(kind));
  test.each(made)('of %s can be read by openssl and another library', async (kind) => {
    const key = await makeKey(kind);
    const names = requestedNames({
      alt_names: ['www.example.com', '*.example.com', 'bücher.example.com', 'ops@example.com'],
      ip_sans: ['10.0.0.7', '2001:db8::7', '::1', '::ffff:10.1.2.3'],
      uri_sans: ['spiffe://example.com/web'],
      other_sans: ['1.3.6.1.4.1.311.20.2.3;UTF8:ada@example.com'],
    });
    const pem = signingRequest(key, requestSubject('Bücher & Töne'), names);
    const { ok, text } = openssl.run(
      'req',
      '-in',
      openssl.file('r.pem', pem),
      '-verify',
      '-noout',
      '-text',
      '-nameopt',
      'utf8',
    );
    expect(ok, text).toBe(true);
    expect(text).toContain('verify OK');
    expect(text).toMatch(/Subject: CN ?= ?Bücher & Töne/);
    for (const name of [
      'DNS:www.example.com',
      'DNS:*.example.com',
      'DNS:xn--bcher-kva.example.com',
      'email:ops@example.com',
      'IP Address:10.0.0.7',
      'IP Address:2001:DB8:0:0:0:0:0:7',
      'IP Address:0:0:0:0:0:0:0:1',
      'IP Address:0:0:0:0:0:FFFF:A01:203',
      'URI:spiffe://example.com/web',
    ]) {
      expect(text).toContain(name);
    }
    const request = new Pkcs10CertificateRequest(pem);
    expect(await request.verify()).toBe(true);
    const own = request.extensions.find(({ type }) => type === '2.5.29.17');
    const items = new SubjectAlternativeNameExtension(own?.rawData ?? new ArrayBuffer(0)).names.items;
    expect(items).toHaveLength(10);
  });
});

/** Records all traffic between trivet and the sandbox. */
const wiretap = async (): Promise<{ url: string; bytes: () => Buffer; close: () => void }> => {
  const { port, hostname } = new URL(sandbox().urls.secrets);
  const chunks: Buffer[] = [];
  const sockets: Socket[] = [];
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    sockets.push(client, upstream);
    for (const socket of [client, upstream]) {
      socket.on('data', (chunk: Buffer) => chunks.push(chunk));
      socket.on('error', () => undefined);
    }
    // The sandbox only replies to its own address.
    client.on('data', (chunk: Buffer) => {
      const text = chunk.toString('latin1').replace(/^(host: 127\.0\.0\.1:)\d+/im, `$1${port}`);
      upstream.write(Buffer.from(text, 'latin1'));
    });
    upstream.pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const own = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: sandbox().urls.secrets.replace(`:${port}`, `:${own}`),
    bytes: () => Buffer.concat(chunks),
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
};

/** The secret numbers of a key, in every encoding in which they could appear. */
const secretsOf = (pem: string): readonly string[] => {
  const { d = '', p = '', q = '' } = createPrivateKey(pem).export({ format: 'jwk' });
  const numbers = [d, p, q].filter((one) => one !== '').map((one) => Buffer.from(one, 'base64url'));
  const lines = pem.split('\n').filter((line) => line.length === 64);
  return [
    // The first lines name the algorithm, which is not secret.
    ...lines.slice(1),
    ...numbers.flatMap((number) => [
      number.toString('latin1'),
      number.toString('hex'),
      number.toString('base64').slice(0, -4),
      number.toString('base64url').slice(0, -4),
    ]),
  ];
};

describe('the new key', () => {
  test.each(['ec:256', 'rsa:2048'])('%s is never sent or shown', async (kind) => {
    const tap = await wiretap();
    const out = fresh();
    try {
      await trivet('pki role write any --allow-any-name --key-type any --no-enforce-hostnames');
      const { code, stdout, stderr } = await trivet(
        `pki sign any --new-key ${kind} --common-name www.example.com --ip-sans 10.0.0.7 --out ${out} --verbose -o json`,
        { env: { TRIVET_SECRETS_URL: tap.url } },
      );
      expect(code, stderr).toBe(0);
      const wire = tap.bytes().toString('latin1');
      expect(wire).toContain('CERTIFICATE REQUEST');
      const key = read(out, 'key.pem');
      for (const secret of secretsOf(key)) {
        expect(secret.length).toBeGreaterThan(20);
        expect(wire).not.toContain(secret);
        expect(stdout + stderr).not.toContain(secret);
      }
      expect(wire).not.toContain('PRIVATE KEY');
      const certificate = new X509Certificate(read(out, 'cert.pem'));
      expect(certificate.checkPrivateKey(createPrivateKey(key))).toBe(true);
      expect(certificate.subjectAltName).toContain('10.0.0.7');
      expect(statSync(join(out, 'key.pem')).mode & 0o777).toBe(0o600);
      expect(read(out, 'bundle.pem')).toContain(key);
    } finally {
      tap.close();
    }
  });

  const original = fs.promises.open;
  afterEach(() => {
    fs.promises.open = original;
    syncBuiltinESMExports();
  });

  // Seen by the file system of this process; the executable has its own.
  test.skipIf(executable !== undefined)('is readable only by its owner from the first byte', async () => {
    const modes = new Map<string, number>();
    fs.promises.open = async (path, flags, mode) => {
      const file = await original(path, flags, mode);
      const name = String(path).split('/').at(-1) ?? '';
      if (/key|bundle/.test(name) && flags !== 'r') modes.set(name, (await file.stat()).mode & 0o777);
      return file;
    };
    syncBuiltinESMExports();
    for (const layout of ['pem', 'nginx']) {
      await trivet(
        `pki sign web --new-key ec:256 --common-name www.example.com --layout ${layout} --out ${fresh()}`,
      );
    }
    expect([...modes]).toEqual([
      ['key.pem', 0o600],
      ['bundle.pem', 0o600],
      ['privkey.pem', 0o600],
    ]);
  });

  test('is refused with contradictory flags before anything is sent', async () => {
    clear();
    const refused = async (more: string): Promise<string> => {
      const { code, stderr } = await trivet(`pki sign web --common-name www.example.com ${more}`);
      expect(code).toBe(2);
      return stderr;
    };
    expect(await refused('')).toContain('--csr or --new-key is required');
    expect(await refused('--new-key ec:256')).toContain('--new-key needs --out DIR');
    expect(await refused(`--new-key ec:256 --csr x --out ${fresh()}`)).toContain('cannot be given together');
    expect(await refused(`--new-key ec:256 --curl --out ${fresh()}`)).toContain('would be lost');
    for (const kind of [
      'rsa:1024',
      'rsa:2050',
      'rsa:4104',
      'rsa:8192',
      'rsa:',
      'ec:999',
      'ec:521',
      'dsa:2048',
    ]) {
      for (const more of ['', '--no-validate']) {
        const message = await refused(`--new-key ${kind} --out ${fresh()} ${more}`);
        expect(message).toContain(`not "${kind}"`);
        expect(message).toContain('rsa:2048 to rsa:4096');
        expect(message).not.toContain('A newer server');
      }
    }
    expect(await refused('--layout nginx --csr x')).toContain('--layout');
    expect(requests()).toEqual([]);
  });

  test('is not written in a dry run', async () => {
    const out = fresh();
    const { code, stdout } = await trivet(
      `pki sign web --new-key ec:256 --common-name www.example.com --out ${out} --dry-run`,
    );
    expect(code).toBe(0);
    expect(stdout).toContain('CERTIFICATE REQUEST');
    expect(() => readdirSync(out)).toThrow('ENOENT');
  });
});

describe('--layout nginx', () => {
  test.each([
    ['issue', 'pki issue web --common-name www.example.com'],
    ['sign', 'pki sign web --new-key ec:256 --common-name www.example.com'],
  ])('of %s writes the chain without the root, the key, and the CA separately', async (_, line) => {
    const out = fresh();
    const { code, stderr } = await trivet(`${line} --mount pki_int --layout nginx --out ${out}`);
    expect(code, stderr).toBe(0);
    expect(readdirSync(out).sort()).toEqual(['ca.pem', 'fullchain.pem', 'privkey.pem']);
    const full =
      read(out, 'fullchain.pem').match(/-----BEGIN CERTIFICATE[\s\S]*?END CERTIFICATE-----/g) ?? [];
    expect(full.map((pem) => new X509Certificate(pem).subject)).toEqual([
      'CN=www.example.com',
      'CN=demo intermediate',
    ]);
    expect(statSync(join(out, 'privkey.pem')).mode & 0o777).toBe(0o600);
    const leaf = openssl.file('leaf.pem', full[0] ?? '');
    const verdict = openssl.run(
      'verify',
      '-CAfile',
      join(out, 'ca.pem'),
      '-untrusted',
      join(out, 'fullchain.pem'),
      leaf,
    );
    expect(verdict.text).toContain('OK');
    expect((await trivet(`pki verify ${out} --host www.example.com --mount pki_int`)).code).toBe(0);
  });

  test('omits a root, so that the file below it has only the certificate', async () => {
    const out = fresh();
    await trivet(`pki issue web --common-name www.example.com --layout nginx --out ${out}`);
    expect(read(out, 'fullchain.pem').match(/BEGIN/g)).toHaveLength(1);
    expect(read(out, 'ca.pem').match(/BEGIN/g)).toHaveLength(1);
  });
});
