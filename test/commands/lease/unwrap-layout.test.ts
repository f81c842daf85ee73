/** `lease unwrap --layout`: a wrapped certificate becomes the files of a server, and is never lost. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../../src/documents/pkcs12.ts';
import { runCli, words } from '../../support/run-cli.ts';
import { useSandbox } from '../../support/sandbox.ts';
import { secretsServer } from '../../support/small-server.ts';

const { trivet } = useSandbox({ fresh: true });

const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'unwrap-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
};

const wrapped = async (line: string): Promise<string> => {
  const result = await trivet(`${line} --wrap-ttl 60s --field token`);
  expect(result.code).toBe(0);
  return result.stdout;
};
const issued = () => wrapped('pki issue web --common-name www.example.com --ttl 24h');

const unwrap = (token: string, more: string) =>
  trivet(`lease unwrap env:WRAPPED ${more}`, {
    env: { WRAPPED: token, PASSWORD: 'changeit', TRIVET_STATE_DIR: temporaryFolder() },
  });

const belongTogether = (certificate: string, key: string): boolean =>
  new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key));

test.each([
  ['pem', ['bundle.pem', 'cert.pem', 'chain.pem', 'key.pem'], 'cert.pem', 'key.pem'],
  ['nginx', ['ca.pem', 'fullchain.pem', 'privkey.pem'], 'fullchain.pem', 'privkey.pem'],
  ['haproxy', ['haproxy.pem'], 'haproxy.pem', 'haproxy.pem'],
] as const)('writes the files of the layout %s', async (layout, files, certificate, key) => {
  const folder = join(temporaryFolder(), 'www');
  const { code, stdout, stderr } = await unwrap(await issued(), `--layout ${layout} --out ${folder}`);
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('wrote ') });
  expect(stdout).toContain('serial_number');
  expect(stdout).not.toContain('PRIVATE KEY');
  expect(readdirSync(folder).sort()).toEqual(files);
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  expect(belongTogether(read(certificate), read(key))).toBe(true);
  expect(statSync(join(folder, key)).mode & 0o777).toBe(0o600);
});

test('writes a key store', async () => {
  const folder = join(temporaryFolder(), 'java');
  const line = `--layout pkcs12 --store-password-from env:PASSWORD --out ${folder}`;
  expect((await unwrap(await issued(), line)).code).toBe(0);
  const store = openStore(readFileSync(join(folder, 'keystore.p12')), 'changeit');
  expect(store.certificates.length).toBeGreaterThan(0);
});

test('refuses what cannot be written before the token is used up', async () => {
  const folder = temporaryFolder();
  const token = await issued();
  writeFileSync(join(folder, 'file'), '');
  for (const [line, code] of [
    ['--layout nginx -o json', 2],
    ['--layout pkcs12 --out x', 2],
    ['--store-password-from env:PASSWORD --out x', 2],
    [`--layout nginx --out ${folder}/x --wrap-ttl 60s`, 2],
    [`--layout nginx --out ${folder}/file`, 3],
    [`--layout nginx --out ${folder}/none/x`, 3],
  ] as const) {
    const refused = await unwrap(token, line);
    expect({ line, code: refused.code }).toEqual({ line, code });
    expect(refused.stderr).toMatch(/Nothing was sent\.|"not-sent"/);
  }
  expect((await unwrap(token, `--layout nginx --out ${folder}/www`)).code).toBe(0);
});

const savedTo = (text: string): string => /saved to (\S+)/.exec(text)?.[1] ?? '';

test('keeps a reply that cannot become files', async () => {
  const folder = join(temporaryFolder(), 'www');
  const role = await unwrap(await wrapped('pki role show web'), `--layout nginx --out ${folder}`);
  expect(role.code).toBe(74);
  expect(role.stderr).toContain('what was wrapped contains no certificate; nothing was written');
  expect(readFileSync(savedTo(role.stderr), 'utf8')).toContain('allowed_domains');
});

/** What the sandbox issued, as the reply of another server that opens a token. */
const opening = async (change: (data: Record<string, unknown>) => void) => {
  const read = async () => JSON.parse((await unwrap(await issued(), '-o json')).stdout).data;
  const [data, other] = [await read(), await read()];
  change(data);
  const { env } = await secretsServer(() => ({ status: 200, body: { data } }));
  const folder = join(temporaryFolder(), 'www');
  mkdirSync(folder);
  const run = (layout: string) =>
    runCli(words(`lease unwrap env:WRAPPED --layout ${layout} --out ${folder}`), {
      env: { ...env, WRAPPED: 'the-token', TRIVET_STATE_DIR: temporaryFolder() },
    });
  return { run, folder, key: String(data['private_key'] ?? ''), other: String(other['private_key']), data };
};

test('keeps a certificate and a key that do not belong together', async () => {
  const { run, folder, data } = await opening((one) => {
    one['private_key'] = '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----';
  });
  const result = await run('nginx');
  expect(result.code).toBe(74);
  expect(result.stderr).toContain('do not belong together; nothing was written');
  expect(readFileSync(savedTo(result.stderr), 'utf8')).toContain(JSON.stringify(data['certificate']));
  expect(readdirSync(folder)).toEqual([]);
});

test('places a certificate without a key beside the key that it is for, and nowhere else', async () => {
  let own = '';
  const { run, folder, other } = await opening((one) => {
    own = String(one['private_key']);
    delete one['private_key'];
  });
  const haproxy = await run('haproxy');
  expect([haproxy.code, haproxy.stderr]).toEqual([74, expect.stringContaining('no key was wrapped')]);
  writeFileSync(join(folder, 'privkey.pem'), other);
  const wrong = await run('nginx');
  expect([wrong.code, wrong.stderr]).toEqual([
    74,
    expect.stringContaining('is not the key of the certificate'),
  ]);
  expect(readdirSync(folder)).toEqual(['privkey.pem']);
  writeFileSync(join(folder, 'privkey.pem'), own);
  expect((await run('nginx')).code).toBe(0);
  expect(readFileSync(join(folder, 'privkey.pem'), 'utf8')).toBe(own);
  expect(readdirSync(folder)).toContain('fullchain.pem');
});
