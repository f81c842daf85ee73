import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../src/documents/json/json.ts';
import { at, textAt } from '../../src/documents/json/json.ts';
import { parseJson } from '../../src/documents/json/lossless.ts';
import { painter } from '../../src/output/color.ts';
import { describeDer, describePem } from '../../src/output/certificate.ts';
import { derTime, readDer } from '../../src/documents/der.ts';

const body = (name: string): Json | undefined => {
  const file = new URL(`../recordings/secrets/${name}.json`, import.meta.url);
  return at(parseJson(readFileSync(file, 'utf8')), 'response', 'body');
};
const issued = (name: string, key = 'certificate'): string =>
  textAt(at(body(name), 'json', 'data'), key) ?? '';
const options = { now: Date.parse('2026-11-21T12:00:00Z') };

describe('describePem', () => {
  test('shows a certificate', async () => {
    expect(await describePem(issued('pki.issue.ok'), options)).toBe(`Certificate
  Subject                 CN=www.example.com
  Issuer                  C=SE, O=Example Ltd, CN=Example Root CA
  Serial                  1a:e0:a1:63:ca:93:59:dd:27:5b:1b:f8:35:52:90:96:f3:5c:f5:19
  Valid from              2026-11-21T03:17:28Z
  Expires                 2026-11-22T03:17:58Z (in 15 hours)
  Names                   www.example.com, api.example.com
  Key                     RSA 2048
  CA                      no
  Version                 3
  Signature               SHA256 with RSA
  keyUsage                digitalSignature, keyEncipherment, keyAgreement (critical)
  extKeyUsage             serverAuth, clientAuth
  subjectKeyIdentifier    f5:1a:62:0a:c9:a5:bd:73:d0:bf:a5:8d:9b:b5:9e:67:c1:b1:b7:0c
  authorityKeyIdentifier  71:15:35:6e:ad:31:d6:7f:dc:49:0e:81:f4:4f:68:37:34:33:fb:2a
  authorityInfoAccess     method caIssuers; location URI:http://ca.example.com/v1/pki/ca
  crlDistributionPoints   URI:http://ca.example.com/v1/pki/crl, URI:http://crl2.example.com/pki/crl
  SHA-256                 E1:BE:CD:5A:31:D5:72:0D:37:58:3C:9C:DD:23:E3:33:BF:D5:CC:6E:E1:49:0E:46:60:55:28:2B:B3:C0:CF:85
`);
  });

  test('shows the serial number as the service gave it', async () => {
    for (const name of ['pki.issue.ok', 'pki.issue.ec', 'pki.issue.ed25519', 'pki.issue.sans']) {
      expect(await describePem(issued(name), options)).toContain(issued(name, 'serial_number'));
    }
  });

  test('names the types of keys', async () => {
    expect(await describePem(issued('pki.issue.ec'), options)).toContain('EC P-256');
    expect(await describePem(issued('pki.issue.ed25519'), options)).toContain('Ed25519');
  });

  test('highlights a certificate that has expired, or nearly', async () => {
    const paint = await painter(1);
    const pem = issued('pki.issue.ok');
    const at = (time: string): Promise<string> => describePem(pem, { now: Date.parse(time), paint });
    expect(await at('2026-11-25T12:00:00Z')).toContain('\u001b[31m2026-11-22T03:17:58Z (expired 3 days ago)');
    expect(await at('2026-11-22T02:00:00Z')).toContain('\u001b[33m2026-11-22T03:17:58Z (in 1 hour)');
    expect(await at('2026-11-21T12:00:00Z')).not.toContain('\u001b[33m');
  });

  test('wraps long values at the width of the terminal, as a record does', async () => {
    const text = await describePem(issued('pki.issue.ok'), { ...options, width: 60 });
    expect(text).toMatch(/keyUsage +digitalSignature,.*\n {26}\S/);
    expect((await describePem(issued('pki.issue.ok'), { ...options, width: 40 })).split('\n')).toContain(
      '  keyUsage',
    );
  });

  test('shows a revocation list', async () => {
    const text = await describePem(textAt(body('pki.crl.show.with-revoked-pem'), 'text') ?? '', options);
    expect(text).toContain(
      'Revocation list\n  Issuer                  C=SE, O=Example Ltd, CN=Example Root CA\n',
    );
    expect(text).toContain('Next update             2026-11-24T03:17:58Z (in 2 days)\n');
    expect(text).toContain('Revoked                 4\n                          07:5a:9b:34:bc:5a');
    const der = Buffer.from(textAt(body('pki.crl.show.ok-der'), 'base64') ?? '', 'base64');
    expect(await describeDer(der, 'crl', options)).toMatch(/Revoked +0\n/);
  });

  test('shows a certificate request', async () => {
    expect(await describePem(issued('pki.intermediate.generate.ok', 'csr'), options)).toBe(
      'Certificate request\n  Subject    O=Example Ltd, CN=Example Intermediate CA\n  Key        EC P-256\n  Signature  SHA256 with ECDSA\n',
    );
  });

  test('shows several blocks, and hides a private key among them', async () => {
    const key = '-----BEGIN PRIVATE KEY-----\nYWJj\n-----END PRIVATE KEY-----';
    const text = await describePem(`${key}\n${issued('pki.issue.ok')}\n${issued('pki.issue.ec')}`, options);
    expect(text.match(/^Certificate$/gm)).toHaveLength(2);
    expect(text).toContain('(hidden, use --reveal)');
    expect(text).not.toContain('YWJj');
    expect(await describePem(key, { ...options, reveal: true })).toBe(`${key}\n`);
  });

  test('prints a block unchanged if it cannot be read', async () => {
    const good = issued('pki.issue.ok');
    const broken = [
      'no PEM at all',
      '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----',
      good.slice(0, 200),
      '-----BEGIN X509 CRL-----\nMIICVzCCAT8CAQEw\n-----END X509 CRL-----',
      '-----BEGIN CERTIFICATE REQUEST-----\nMAAwAA==\n-----END CERTIFICATE REQUEST-----',
      '-----BEGIN DH PARAMETERS-----\nMAAwAA==\n-----END DH PARAMETERS-----',
    ];
    for (const text of broken) expect(await describePem(text, options)).toBe(`${text.trimEnd()}\n`);
    expect(await describePem('\u001b[2J', options)).toBe('\\u{1b}[2J\n');
  });

  test('reads or refuses a list or request with any byte cut or flipped', async () => {
    const crl = Buffer.from(textAt(body('pki.crl.show.ok-der'), 'base64') ?? '', 'base64');
    expect(crl.length).toBeGreaterThan(100);
    for (let index = 0; index < crl.length; index += 1) {
      const flipped = Buffer.from(crl);
      flipped[index] = (flipped[index] ?? 0) ^ 0xff;
      for (const der of [crl.subarray(0, index), flipped]) {
        expect(await describeDer(der, 'crl', options)).toMatch(/^(Revocation list|-----BEGIN)/);
      }
    }
  });
});

describe('reading DER', () => {
  test('refuses lengths beyond the bytes', () => {
    for (const bytes of [[], [0x30], [0x30, 5, 1], [0x30, 0x80], [0x30, 0x85, 1, 1, 1, 1, 1], [0x1f, 1, 1]]) {
      expect(() => readDer(Uint8Array.from(bytes))).toThrow(RangeError);
    }
  });

  test('supports both kinds of time', () => {
    const time = (tag: number, text: string): number =>
      derTime(readDer(Uint8Array.from([tag, text.length, ...Buffer.from(text)])));
    expect(time(0x17, '491231235959Z')).toBe(Date.parse('2049-12-31T23:59:59Z'));
    expect(time(0x17, '500101000000Z')).toBe(Date.parse('1950-01-01T00:00:00Z'));
    expect(time(0x18, '20500101000000Z')).toBe(Date.parse('2050-01-01T00:00:00Z'));
    expect(() => time(0x18, '500101000000Z')).toThrow(RangeError);
    for (const wrong of [
      '501301000000Z',
      '500132000000Z',
      '500101240000Z',
      '500100000000Z',
      '5001010000Z',
      '',
    ]) {
      expect(() => time(0x17, wrong)).toThrow(RangeError);
    }
  });
});
