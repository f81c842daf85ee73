/** Layouts of a folder in one file: for haproxy, and as a key store for Java. */
import { spawnSync } from 'node:child_process';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blocksOf } from '../../../src/documents/pem.ts';
import { openStore } from '../../../src/documents/pkcs12.ts';
import { useSandbox } from '../../support/sandbox.ts';

const { trivet, requests, clear } = useSandbox();

const base = mkdtempSync(join(tmpdir(), 'trivet-layouts-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

const env = { STORE: 'changeit' };
const trust = join(base, 'root.pem');
beforeAll(async () => {
  await trivet(`pki ca show --out ${trust}`);
});
const has = (program: string, word: string): boolean =>
  spawnSync(program, [word], { stdio: 'ignore' }).status === 0;
const names = (folder: string): readonly string[] => readdirSync(folder).filter((name) => name !== '.trivet');
const mode = (path: string): number => statSync(path).mode & 0o777;

describe('haproxy', () => {
  const folder = join(base, 'haproxy');
  const path = join(folder, 'haproxy.pem');

  test('gets one file with certificate, intermediates and key', async () => {
    const { code, stderr } = await trivet(
      `pki sign web --new-key ec:256 --common-name www.example.com --layout haproxy --out ${folder}`,
    );
    expect(stderr).not.toContain('error');
    expect(code).toBe(0);
    expect(names(folder)).toEqual(['haproxy.pem']);
    expect(mode(path)).toBe(0o600);
    const labels = blocksOf(readFileSync(path, 'latin1')).map(({ label }) => label);
    expect(labels[0]).toBe('CERTIFICATE');
    expect(labels.at(-1)).toBe('PRIVATE KEY');
  });

  test('keeps the layout in renewals, and is verified', async () => {
    const before = readFileSync(path, 'latin1');
    const renewed = await trivet(`pki renew ${folder} --role web --before 1/1`);
    expect(renewed.code).toBe(0);
    expect(names(folder)).toEqual(['haproxy.pem']);
    const after = readFileSync(path, 'latin1');
    expect(after).not.toBe(before);
    expect(new X509Certificate(after).checkPrivateKey(createPrivateKey(after))).toBe(true);
    const { code, stdout } = await trivet(
      `pki verify ${folder} --host www.example.com --trust ${trust} -o json`,
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toContainEqual(expect.objectContaining({ check: 'key', status: 'ok' }));
  });

  test.skipIf(!has('haproxy', '-v'))(
    'is accepted by haproxy, as a folder and with what trivet keeps in it',
    () => {
      const config = join(base, 'haproxy.cfg');
      writeFileSync(
        config,
        `defaults\n mode http\n timeout connect 1s\n timeout client 1s\n timeout server 1s\nfrontend f\n bind 127.0.0.1:9 ssl crt ${folder}/\n http-request return status 200\n`,
      );
      expect(spawnSync('haproxy', ['-c', '-f', config], { encoding: 'utf8' }).stderr).not.toContain('ALERT');
      expect(spawnSync('haproxy', ['-c', '-f', config]).status).toBe(0);
    },
  );
});

describe('pkcs12', () => {
  const folder = join(base, 'java');
  const path = join(folder, 'keystore.p12');
  const password = '--store-password-from env:STORE';

  test('gets one key store that opens with the password', async () => {
    const { code } = await trivet(
      `pki issue web --common-name www.example.com --layout pkcs12 ${password} --out ${folder}`,
      { env },
    );
    expect(code).toBe(0);
    expect(names(folder)).toEqual(['keystore.p12']);
    expect(mode(path)).toBe(0o600);
    const { keys, certificates } = openStore(readFileSync(path), 'changeit');
    expect(keys).toHaveLength(1);
    const leaf = new X509Certificate(Buffer.from(certificates[0] ?? []));
    expect(
      leaf.checkPrivateKey(
        createPrivateKey({ key: Buffer.from(keys[0] ?? []), format: 'der', type: 'pkcs8' }),
      ),
    ).toBe(true);
  });

  test('is renewed and verified with the password only', async () => {
    const before = readFileSync(path);
    expect((await trivet(`pki renew ${folder} --role web --before 1/1 ${password}`, { env })).code).toBe(0);
    expect(names(folder)).toEqual(['keystore.p12']);
    expect(readFileSync(path).equals(before)).toBe(false);
    expect(
      (
        await trivet(`pki verify ${folder} --host www.example.com --trust ${trust} --password env:STORE`, {
          env,
        })
      ).code,
    ).toBe(0);
    const shut = await trivet(`pki verify ${folder}`);
    expect(shut.code).toBe(3);
    expect(shut.stderr).toContain('password');
    const wrong = await trivet(
      `pki renew ${folder} --role web --before 1/1 --store-password-from env:WRONG`,
      { env: { WRONG: 'another' } },
    );
    expect(wrong.code).toBe(3);
    expect(wrong.stderr).toContain('the password is wrong');
  });

  test.skipIf(!has('keytool', '-help'))('is listed by keytool', () => {
    const { stdout } = spawnSync('keytool', ['-list', '-keystore', path, '-storepass', 'changeit'], {
      encoding: 'utf8',
    });
    expect(stdout).toContain('tls');
    expect(stdout).toContain('PrivateKeyEntry');
  });

  test('needs a password, and a key that comes with the certificate, before anything is sent', async () => {
    clear();
    const without = await trivet(
      `pki issue web --common-name www.example.com --layout pkcs12 --out ${join(base, 'none')}`,
    );
    expect(without.code).toBe(2);
    expect(without.stderr).toContain('--store-password-from');
    const short = await trivet(
      `pki issue web --common-name www.example.com --layout pkcs12 ${password} --out ${join(base, 'none')}`,
      { env: { STORE: 'short' } },
    );
    expect(short.code).toBe(2);
    writeFileSync(
      join(base, 'r.pem'),
      '-----BEGIN CERTIFICATE REQUEST-----\nAAAA\n-----END CERTIFICATE REQUEST-----\n',
    );
    const signed = await trivet(
      `pki sign web --csr @${join(base, 'r.pem')} --common-name www.example.com --layout haproxy --out ${join(base, 'none')}`,
    );
    expect(signed.code).toBe(2);
    expect(signed.stderr).toContain('no key comes');
    expect(requests()).toEqual([]);
  });
});
