/** Which certificate replaces another one: decided by its end, names, uses, and whether clients accept it. */
import { describe, expect, test } from 'vitest';
import type { CachedCertificate } from '../../src/features/certificates/inventory/certificate-cache.ts';
import type { Held } from '../../src/features/certificates/inventory/inventory-rows.ts';
import { inventoryRows } from '../../src/features/certificates/inventory/inventory-rows.ts';

const hour = 3_600_000;
const older: CachedCertificate = {
  serial: '01',
  commonName: 'a.example.com',
  names: ['a.example.com', 'B.example.com'],
  subject: 'CN=a.example.com',
  issuer: 'CN=Root',
  issuerHash: '',
  authorityKeyId: undefined,
  notBefore: 0,
  notAfter: 10 * hour,
  key: 'EC P-256',
  ca: false,
  uses: ['tls-server'],
  revoked: undefined,
  findings: [],
};
const newer = { ...older, serial: '02', notAfter: 20 * hour };

/** Whether the older one is superseded and due, nine hours after the start. */
const ofOlder = (
  other: Held['certificate'],
  revoked: Held['revoked'] = 'no',
  mount = 'pki',
): readonly unknown[] => {
  const rows = inventoryRows(
    [
      { mount: 'pki', certificate: older, revoked: 'no' },
      { mount, certificate: other, revoked },
    ],
    9 * hour,
    2 * hour,
  );
  const row = rows.find(({ serial }) => serial === '01');
  return [row?.['superseded'], row?.due];
};

describe('a certificate is replaced', () => {
  test('by one that ends later, has its names and can be used for as much', () => {
    expect(ofOlder(newer)).toEqual([true, false]);
    expect(ofOlder({ ...newer, uses: ['tls-client', 'tls-server'] })).toEqual([true, false]);
    expect(ofOlder({ ...newer, names: ['b.example.com', 'a.example.com'] })).toEqual([true, false]);
    expect(ofOlder(newer, 'unknown')).toEqual([true, false]);
  });

  test.each<[string, Partial<CachedCertificate>]>([
    ['one that cannot be used for as much', { uses: ['tls-client'] }],
    ['one that ends at its end', { notAfter: older.notAfter }],
    ['one that begins only after its end', { notBefore: older.notAfter + 1 }],
    ['one that clients refuse', { findings: ['its key is too short'] }],
    ['one that lacks a name', { names: ['a.example.com'] }],
    ['one with another common name', { commonName: 'c.example.com' }],
  ])('not by %s', (_, changes) => {
    expect(ofOlder({ ...newer, ...changes })).toEqual([false, true]);
  });

  test('not by a revoked one, or one of another mount', () => {
    expect(ofOlder(newer, 'yes')).toEqual([false, true]);
    expect(ofOlder(newer, 'no', 'pki_int')).toEqual([false, true]);
  });

  test('perhaps by one of which only the list is known: it stays due', () => {
    const { serial, commonName, names, issuer, notBefore, notAfter, key } = newer;
    const listed = { serial, commonName, names, issuer, notBefore, notAfter, key };
    expect(ofOlder(listed)).toEqual([null, true]);
    expect(ofOlder({ ...listed, notAfter: older.notAfter })).toEqual([false, true]);
  });
});
