/** Tests TLS that cannot be trusted: each fault has its own message, exit 8, and nothing is sent. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import type { TlsOptions } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { runBin } from '../support/run-bin.ts';
import { runCli, words } from '../support/run-cli.ts';

const missing = spawnSync('openssl', ['version']).status !== 0;
const why = missing ? ' (skipped: openssl is not installed)' : '';

let folder = '';
const path = (name: string): string => join(folder, name);
const read = (name: string): string => readFileSync(path(name), 'utf8');
const openssl = (...argv: readonly string[]): void => {
  execFileSync('openssl', argv, { cwd: folder, stdio: 'pipe' });
};

const weakKey = (name: string): void => openssl('genrsa', '-out', `${name}.key`, '1024');
const newKey = (name: string): void =>
  openssl('ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', `${name}.key`);

/** Makes a self-signed certificate authority, or a certificate that signs itself. */
const selfSigned = (name: string, ca: boolean): void => {
  newKey(name);
  const extensions = ca
    ? ['-addext', 'basicConstraints=critical,CA:TRUE', '-addext', 'keyUsage=critical,keyCertSign']
    : ['-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost'];
  openssl(
    'req',
    '-x509',
    '-new',
    '-key',
    `${name}.key`,
    '-subj',
    `/CN=${name}`,
    '-days',
    '2',
    '-out',
    `${name}.pem`,
    ...extensions,
  );
};

/** Makes a certificate signed by `by`; with `ended` one that has expired. */
const issued = (name: string, by: string, names: string, ended = false, makeKey = newKey): void => {
  makeKey(name);
  openssl('req', '-new', '-key', `${name}.key`, '-subj', `/CN=${name}`, '-out', `${name}.csr`);
  writeFileSync(path(`${name}.ext`), `subjectAltName=${names}\n`);
  const index = path(`${by}.txt`);
  writeFileSync(index, '');
  writeFileSync(path(`${by}.serial`), '1000\n');
  writeFileSync(
    path(`${by}.cnf`),
    `[ca]\ndefault_ca=d\n[d]\ndatabase=${index}\nserial=${path(`${by}.serial`)}\nnew_certs_dir=${folder}\ndefault_md=sha256\npolicy=p\nunique_subject=no\n[p]\ncommonName=supplied\n`,
  );
  const time = ended
    ? ['-startdate', '20200101000000Z', '-enddate', '20200102000000Z']
    : ['-startdate', '20200101000000Z', '-enddate', '20491231235959Z'];
  openssl(
    'ca',
    '-batch',
    '-notext',
    '-config',
    `${by}.cnf`,
    '-cert',
    `${by}.pem`,
    '-keyfile',
    `${by}.key`,
    '-in',
    `${name}.csr`,
    '-extfile',
    `${name}.ext`,
    '-out',
    `${name}.pem`,
    ...time,
  );
};

beforeAll(() => {
  if (missing) return;
  folder = mkdtempSync(join(tmpdir(), 'trivet-tls-'));
  selfSigned('ca', true);
  selfSigned('other-ca', true);
  selfSigned('self', false);
  issued('good', 'ca', 'IP:127.0.0.1,DNS:localhost');
  issued('elsewhere', 'ca', 'DNS:elsewhere.example');
  issued('ended', 'ca', 'IP:127.0.0.1', true);
  issued('client', 'ca', 'DNS:client');
  issued('weak', 'ca', 'IP:127.0.0.1', false, weakKey);
  writeFileSync(
    path('garbage.pem'),
    '-----BEGIN CERTIFICATE-----\nnot base64 at all\n-----END CERTIFICATE-----\n',
  );
  writeFileSync(path('empty.pem'), '');
});
afterAll(() => {
  if (folder !== '') rmSync(folder, { recursive: true, force: true });
});

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

interface Heard {
  readonly url: string;
  /** The bytes that arrived inside TLS: the request with the token. */
  readonly bytes: () => number;
}

const serve = async (certificate: string, more: TlsOptions = {}): Promise<Heard> => {
  let bytes = 0;
  const options = { cert: read(`${certificate}.pem`), key: read(`${certificate}.key`), ...more };
  const server = createServer(options, (socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      socket.end(
        'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n{"data":{"keys":[]}}',
      );
    });
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  open.push(() => server.close());
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `https://127.0.0.1:${port}/v1`, bytes: () => bytes };
};

const environment = (url: string, ca?: string): Readonly<Record<string, string>> => ({
  TRIVET_SECRETS_URL: url,
  TRIVET_SECRETS_TOKEN: 'a-token',
  ...(ca === undefined ? {} : { TRIVET_SECRETS_CA_FILE: path(ca) }),
});

interface Case {
  readonly name: string;
  readonly certificate: string;
  readonly server?: () => TlsOptions;
  readonly ca?: string;
  readonly exit?: number;
  readonly says: RegExp;
}

const cases: readonly Case[] = [
  {
    name: 'another name',
    certificate: 'elsewhere',
    ca: 'ca.pem',
    says: /certificate for another name .*elsewhere\.example/,
  },
  { name: 'expired', certificate: 'ended', ca: 'ca.pem', says: /an expired certificate/ },
  { name: 'self-signed', certificate: 'self', says: /self-signed certificate/ },
  {
    name: 'a CA that is not the configured one',
    certificate: 'good',
    ca: 'other-ca.pem',
    says: /unknown CA/,
  },
  { name: 'a CA that is not configured', certificate: 'good', says: /unknown CA/ },
  {
    name: 'an RSA key of 1,024 bits',
    certificate: 'weak',
    ca: 'ca.pem',
    server: () => ({ ciphers: 'DEFAULT@SECLEVEL=0' }),
    says: /a certificate that is refused: (?:its RSA key has only 1024 bits|ee key too small)/i,
  },
  {
    name: 'TLS 1.1',
    certificate: 'good',
    ca: 'ca.pem',
    server: () => ({ minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }),
    says: /no safe TLS version/,
  },
  {
    name: 'a client certificate is wanted (TLS 1.2)',
    certificate: 'good',
    ca: 'ca.pem',
    server: () => ({
      requestCert: true,
      rejectUnauthorized: true,
      ca: read('ca.pem'),
      maxVersion: 'TLSv1.2',
    }),
    says: /client certificate/,
  },
  {
    name: 'a client certificate is wanted (TLS 1.3)',
    certificate: 'good',
    ca: 'ca.pem',
    server: () => ({
      requestCert: true,
      rejectUnauthorized: true,
      ca: read('ca.pem'),
      minVersion: 'TLSv1.3',
    }),
    says: /requires a client certificate/,
  },
  // Local files: reported before a connection is made.
  { name: 'a CA file of garbage', certificate: 'good', ca: 'garbage.pem', exit: 3, says: /certificate/ },
  {
    name: 'an empty CA file',
    certificate: 'good',
    ca: 'empty.pem',
    exit: 3,
    says: /contains no certificate/,
  },
];

describe.skipIf(missing)(`a server with TLS${why}`, () => {
  const commands = ['pki role list', 'pki issue web --common-name a.example.com --reveal'];
  const all = cases.flatMap((one) => commands.map((line) => [one.name, line, one] as const));

  test.each(all)(
    'fails with its own message for %s: %s',
    async (_, line, { certificate, server, ca, exit = 8, says }) => {
      const { url, bytes } = await serve(certificate, server?.());
      const { code, stderr, stdout } = await runCli(words(line), { env: environment(url, ca) });
      expect(stderr).toMatch(says);
      // In TLS 1.3 the refusal comes after the request was written, and a reset right after it may leave nothing to read.
      if (code === 9) expect(stderr).toContain('requires a client certificate');
      else expect(code).toBe(exit);
      expect({ stdout, bytes: bytes() }).toEqual({ stdout: '', bytes: 0 });
      expect(stderr).not.toMatch(/SSL routines|ERR_|^\s+at /m);
    },
  );

  test('has its own message for every fault', () => {
    const messages = cases.map(({ says }) => says.source);
    expect(new Set(messages).size).toBeGreaterThanOrEqual(messages.length - 1);
  });

  test('gets the request if it can be trusted, also with a client certificate', async () => {
    const plain = await serve('good');
    const trusted = await runCli(words('pki role list -o json'), { env: environment(plain.url, 'ca.pem') });
    expect({ code: trusted.code, heard: plain.bytes() > 0 }).toEqual({ code: 0, heard: true });
    const mutual = await serve('good', { requestCert: true, rejectUnauthorized: true, ca: read('ca.pem') });
    const env = {
      ...environment(mutual.url, 'ca.pem'),
      TRIVET_SECRETS_CLIENT_CERT: path('client.pem'),
      TRIVET_SECRETS_CLIENT_KEY: path('client.key'),
    };
    expect((await runCli(words('pki role list -o json'), { env })).code).toBe(0);
  });

  test.each(['NODE_TLS_REJECT_UNAUTHORIZED', 'VAULT_SKIP_VERIFY'])(
    'is verified in spite of %s',
    async (name) => {
      const { url, bytes } = await serve('self');
      const value = name.startsWith('NODE') ? '0' : 'true';
      const { code, stderr } = await runBin(words('pki role list'), {
        env: { ...environment(url), [name]: value },
      });
      expect([3, 8], stderr).toContain(code);
      expect(bytes()).toBe(0);
    },
  );

  test('causes no warnings of Node between the JSON lines of stderr', async () => {
    const { url } = await serve('self');
    const { stderr } = await runBin(words('pki role list -o json -v'), {
      env: { ...environment(url), NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_OPTIONS: '--pending-deprecation' },
    });
    const lines = stderr.trim().split('\n');
    expect(lines.map((line) => typeof JSON.parse(line))).toEqual(lines.map(() => 'object'));
    expect(lines.length).toBeGreaterThan(0);
  });

  test('cannot use an old TLS version by NODE_OPTIONS', async () => {
    const { url, bytes } = await serve('good', {
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    });
    const env = {
      ...environment(url, 'ca.pem'),
      NODE_OPTIONS: '--tls-min-v1.0 --tls-cipher-list=DEFAULT@SECLEVEL=0',
    };
    const { code } = await runBin(words('pki role list'), { env });
    expect({ code, bytes: bytes() }).toEqual({ code: 8, bytes: 0 });
  });
});
