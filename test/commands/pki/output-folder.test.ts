/**
 * Tests `--out DIRECTORY` into a folder that has files: what fits is replaced, anything else is refused before sending.
 */
import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { hasOpenssl } from '../../sandbox/openssl.ts';
import { useSandbox } from '../../support/sandbox.ts';

const { trivet, requests, clear } = useSandbox();
const folder = mkdtempSync(join(tmpdir(), 'trivet-folder-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;
let out = '';
beforeEach(() => {
  count += 1;
  out = join(folder, `out-${count}`);
  mkdirSync(out);
  clear();
});

const issue = 'pki issue web --common-name www.example.com --ttl 1h';
const text = (name: string): string => readFileSync(join(out, name), 'utf8');
const sent = (): readonly string[] =>
  requests()
    .filter(({ method }) => method !== 'GET')
    .map(({ path }) => path);

const ownKeys = (): void => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  writeFileSync(join(out, 'key.pem'), privateKey.export({ type: 'sec1', format: 'pem' }), { mode: 0o600 });
};
const request = (): string => {
  const path = join(folder, `request-${count}.csr`);
  const args = ['req', '-new', '-key', join(out, 'key.pem'), '-subj', '/CN=own.example.com', '-out', path];
  execFileSync('openssl', args, { stdio: 'ignore' });
  return path;
};
const sign = (csr: string): string => `pki sign web --csr @${csr} --common-name own.example.com --out ${out}`;

test.each([
  ['a named pipe', (path: string) => execFileSync('mkfifo', [path])],
  ['a symbolic link', (path: string) => symlinkSync('/etc/hostname', path)],
  ['a directory', (path: string) => mkdirSync(path)],
])('key.pem that is %s is refused before anything is sent', async (what, make) => {
  make(join(out, 'key.pem'));
  const { code, stderr } = await trivet(`${issue} --out ${out}`);
  expect([code, sent()]).toEqual([3, []]);
  expect(stderr).toContain(`key.pem: it is ${what}`);
  expect(readdirSync(out)).toEqual(['key.pem']);
});

test('a folder that cannot hold files is refused before anything is sent', async () => {
  for (const place of ['/proc', '/proc/out']) {
    expect((await trivet(`${issue} --out ${place}`)).code).toBe(3);
  }
  expect(sent()).toEqual([]);
});

test('a request that is only shown creates no files', async () => {
  expect((await trivet(`${issue} --out ${join(out, 'new')} --dry-run`)).code).toBe(0);
  expect((await trivet(`${issue} --out ${out} --curl`)).code).toBe(0);
  expect(readdirSync(out)).toEqual([]);
});

test('writing again keeps the mode and group of the files', async () => {
  expect((await trivet(`${issue} --out ${out}`)).code).toBe(0);
  const key = join(out, 'key.pem');
  chmodSync(key, 0o640);
  const root = process.getuid?.() === 0;
  if (root) chownSync(key, 0, 33);
  const before = text('key.pem');
  expect((await trivet(`${issue} --out ${out}`)).code).toBe(0);
  expect(text('key.pem')).not.toBe(before);
  expect(statSync(key).mode & 0o777).toBe(0o640);
  if (root) expect(statSync(key).gid).toBe(33);
  expect(statSync(join(out, 'bundle.pem')).mode & 0o777).toBe(0o600);
});

test.each([
  ['pem', 'key.pem'],
  ['nginx', 'privkey.pem'],
  ['haproxy', 'haproxy.pem'],
])('a key that is replaced is kept, with the files of its certificate: %s', async (layout, name) => {
  const line = `${issue} --layout ${layout} --out ${out}`;
  expect((await trivet(line)).stderr).not.toContain('.trivet');
  const before = new Map(readdirSync(out).map((one) => [one, text(one)]));
  chmodSync(join(out, name), 0o640);
  const { code, stderr } = await trivet(line);
  const kept = join(out, '.trivet', 'previous');
  expect([code, stderr]).toEqual([0, expect.stringContaining(`with another key, are in ${kept}`)]);
  expect(new Map(readdirSync(kept).map((one) => [one, readFileSync(join(kept, one), 'utf8')]))).toEqual(
    before,
  );
  expect(statSync(join(kept, name)).mode & 0o777).toBe(0o640);
  expect(text(name)).not.toBe(before.get(name));
});

test('a file that has the name of a key is kept, and a certificate without a key is not', async () => {
  writeFileSync(join(out, 'key.pem'), 'encrypted in some way', { mode: 0o600 });
  expect((await trivet(`${issue} --out ${out}`)).code).toBe(0);
  expect(text('.trivet/previous/key.pem')).toBe('encrypted in some way');
  const other = join(out, 'other');
  mkdirSync(other);
  writeFileSync(join(other, 'cert.pem'), text('cert.pem'));
  expect((await trivet(`${issue} --out ${other}`)).code).toBe(0);
  expect(readdirSync(other)).not.toContain('.trivet');
});

test('earlier DER files are written again; an earlier request with another key is removed', async () => {
  expect((await trivet(`${issue} --format der --out ${out}`)).code).toBe(0);
  writeFileSync(join(out, 'csr.pem'), 'of before');
  const { code, stderr } = await trivet(`${issue} --out ${out}`);
  expect(code).toBe(0);
  const certificate = new X509Certificate(text('cert.pem'));
  expect(readFileSync(join(out, 'cert.der')).equals(certificate.raw)).toBe(true);
  const der = createPrivateKey({ key: readFileSync(join(out, 'key.der')), format: 'der', type: 'sec1' });
  expect(certificate.checkPrivateKey(der)).toBe(true);
  expect(stderr).toContain(`removed files of the earlier certificate: ${join(out, 'csr.pem')}`);
  expect(readdirSync(out)).not.toContain('csr.pem');
});

test.runIf(hasOpenssl)('a certificate is not written beside another key', async () => {
  ownKeys();
  const csr = request();
  ownKeys();
  const { code, stderr } = await trivet(sign(csr));
  expect([code, sent()]).toEqual([3, []]);
  expect(stderr).toContain(`${join(out, 'key.pem')} is not the key of this request`);
  expect(readdirSync(out)).toEqual(['key.pem']);
});

test.runIf(hasOpenssl)(
  'a certificate is written beside its own key, and into the bundle that has the key',
  async () => {
    ownKeys();
    const csr = request();
    expect((await trivet(sign(csr))).code).toBe(0);
    expect(text('bundle.pem')).not.toContain('PRIVATE KEY');
    writeFileSync(join(out, 'bundle.pem'), text('key.pem') + text('bundle.pem'), { mode: 0o600 });
    chmodSync(join(out, 'bundle.pem'), 0o600);
    expect((await trivet(sign(csr))).code).toBe(0);
    expect(text('bundle.pem')).toBe(text('key.pem') + text('cert.pem') + text('chain.pem'));
  },
);

test('if the key stays on the server, or its request is not signed yet, no old key or certificate is left', async () => {
  expect((await trivet(`${issue} --out ${out}`)).code).toBe(0);
  clear();
  const before = text('cert.pem');
  for (const line of [
    'pki root generate internal --common-name R --yes',
    'pki intermediate generate exported --common-name M --yes',
    'pki intermediate generate internal --common-name M --yes',
  ]) {
    const { code, stderr } = await trivet(`${line} --out ${out}`);
    expect([line, code, stderr.includes('would not match')]).toEqual([line, 3, true]);
  }
  expect([sent(), text('cert.pem')]).toEqual([[], before]);
});
