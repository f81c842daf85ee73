/** Key stores: openssl and keytool read what trivet writes, and trivet reads what they write. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { pemOf } from '../../../src/documents/pem.ts';
import { isStore, openStore, StoreError, writeStore } from '../../../src/documents/pkcs12.ts';
import { basic, cn, ecKey, makeDer, now } from '../../support/made-certificates.ts';

const folder = mkdtempSync(join(tmpdir(), 'stores-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string, bytes: Uint8Array | string): string => {
  writeFileSync(join(folder, name), bytes);
  return join(folder, name);
};

const password = 'pässword';
const keys: Readonly<Record<string, KeyObject>> = {
  ec: ecKey,
  rsa: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey,
  ed25519: generateKeyPairSync('ed25519').privateKey,
};
const ca = makeDer({ subject: cn('CA'), extensions: [basic(true)], notBefore: now - 1000 });
const leaves = new Map(
  Object.entries(keys).map(([type, key]) => [type, makeDer({ subject: cn('leaf'), issuer: cn('CA'), key })]),
);
const leafOf = (type: string): Uint8Array => leaves.get(type) ?? ca;
const der = (key: KeyObject): Buffer => key.export({ type: 'pkcs8', format: 'der' });
const storeOf = (type: string, secret = password): Uint8Array =>
  writeStore({ key: der(keys[type] ?? ecKey), certificates: [leafOf(type), ca], name: 'www' }, secret);

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
const hasKeytool = spawnSync('keytool', ['-help']).status === 0;

describe('a store', () => {
  test.each(Object.keys(keys))('with a key of type %s can be read again', (type) => {
    const key = keys[type] ?? ecKey;
    const store = storeOf(type);
    expect(isStore(store)).toBe(true);
    const opened = openStore(store, password);
    expect(opened.certificates.map((one) => Buffer.from(one))).toEqual(
      [leafOf(type), ca].map((one) => Buffer.from(one)),
    );
    expect(
      createPrivateKey({ key: Buffer.from(opened.keys[0] ?? []), format: 'der', type: 'pkcs8' }).equals(key),
    ).toBe(true);
  });

  test('opens only with its password', () => {
    expect(() => openStore(storeOf('ec'), 'wrong')).toThrow(StoreError);
    expect(() => openStore(storeOf('ec'), 'wrong')).toThrow('the password is wrong');
  });

  test('is not taken for anything else', () => {
    expect(isStore(ca)).toBe(false);
    expect(isStore(Buffer.from('text'))).toBe(false);
  });
});

describe.skipIf(!hasOpenssl)('openssl', () => {
  test.each(Object.keys(keys))('reads a store with a key of type %s', (type) => {
    const key = keys[type] ?? ecKey;
    const path = file(`${type}.p12`, storeOf(type));
    const read = execFileSync('openssl', ['pkcs12', '-in', path, '-passin', `pass:${password}`, '-nodes'], {
      encoding: 'utf8',
    });
    expect(read.match(/BEGIN CERTIFICATE/g)).toHaveLength(2);
    expect(read).toContain('friendlyName: www');
    const pem = /-----BEGIN PRIVATE KEY-----[\s\S]+-----END PRIVATE KEY-----/.exec(read)?.[0] ?? '';
    expect(createPrivateKey(pem).equals(key)).toBe(true);
    const info = spawnSync(
      'openssl',
      ['pkcs12', '-in', path, '-passin', `pass:${password}`, '-info', '-noout'],
      {
        encoding: 'utf8',
      },
    ).stderr;
    expect(info).toContain('MAC: sha256');
    expect(info).toContain('PBES2, PBKDF2, AES-256-CBC');
    expect(info).toContain('hmacWithSHA256');
  });

  test.each([
    ['its own form', []],
    ['SHA-1 and 3DES', ['-keypbe', 'PBE-SHA1-3DES', '-certpbe', 'PBE-SHA1-3DES', '-macalg', 'sha1']],
    ['no encryption of certificates', ['-certpbe', 'NONE', '-keypbe', 'AES-128-CBC', '-macalg', 'sha512']],
  ])('writes a store in %s that can be read', (_, words) => {
    const key = file('key.pem', String(ecKey.export({ type: 'pkcs8', format: 'pem' })));
    const certificate = file('leaf.pem', pemOf('CERTIFICATE', leafOf('ec')));
    const path = join(folder, 'openssl.p12');
    execFileSync('openssl', [
      'pkcs12',
      '-export',
      '-inkey',
      key,
      '-in',
      certificate,
      '-out',
      path,
      '-passout',
      `pass:${password}`,
      ...words,
    ]);
    const opened = openStore(readFileSync(path), password);
    expect(opened.certificates).toHaveLength(1);
    expect(
      createPrivateKey({ key: Buffer.from(opened.keys[0] ?? []), format: 'der', type: 'pkcs8' }).equals(
        ecKey,
      ),
    ).toBe(true);
    expect(() => openStore(readFileSync(path), 'wrong')).toThrow(StoreError);
  });
});

describe.skipIf(!hasKeytool)('keytool', () => {
  test.each(Object.keys(keys))('lists a store with a key of type %s', (type) => {
    const path = file(`java-${type}.p12`, storeOf(type, 'changeit'));
    const listed = execFileSync('keytool', ['-list', '-v', '-keystore', path, '-storepass', 'changeit'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    expect(listed).toContain('PrivateKeyEntry');
    expect(listed).toContain('Alias name: www');
    expect(listed).toContain('Certificate chain length: 2');
  });

  test('writes a store that can be read', () => {
    const path = join(folder, 'keytool.p12');
    execFileSync(
      'keytool',
      [
        '-genkeypair',
        '-alias',
        'a',
        '-keyalg',
        'EC',
        '-dname',
        'CN=a',
        '-storetype',
        'PKCS12',
        '-keystore',
        path,
        '-storepass',
        'changeit',
      ],
      { stdio: 'ignore' },
    );
    const opened = openStore(readFileSync(path), 'changeit');
    expect(opened.certificates).toHaveLength(1);
    expect(opened.keys).toHaveLength(1);
  });
});
