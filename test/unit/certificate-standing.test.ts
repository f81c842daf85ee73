/** What inventories know of CAs that have several certificates. */
import { expect, test } from 'vitest';
import type { AuthorityStanding } from '../../src/features/certificates/inventory/standing.ts';
import { judgedAuthorities } from '../../src/features/certificates/inventory/standing.ts';

const now = 1_000_000;
const ca = (
  serial: string,
  is: AuthorityStanding['is'],
  at = 5,
  issuerHash = 'root',
  mount = 'low',
): AuthorityStanding => ({
  serial,
  issuerHash,
  authorityKeyId: 'k0',
  hash: 'low',
  keyId: 'k1',
  subject: 'CN=Low',
  notAfter: now + 1000,
  is,
  at,
  mount,
});
const leaf = { commonName: 'a', issuer: 'CN=Low', issuerHash: 'low', authorityKeyId: 'k1' };
const verdict = (...all: readonly AuthorityStanding[]) =>
  judgedAuthorities(all, new Map(), now).verdictOn(leaf, 5);
const unknown = {
  unknown: 'unknown whether its CA was revoked: its certificate 1 was revoked, and servers may send it',
};

test('one certificate decides', () => {
  expect(verdict(ca('1', 'accepted'))).toEqual({});
  expect(verdict(ca('1', 'revoked')).refusal).toMatch(/^the CA that signed it was revoked/);
});

test('a CA that was signed again is unknown while its mount also has the revoked certificate', () => {
  expect(verdict(ca('1', 'revoked'), ca('2', 'accepted'))).toEqual(unknown);
  expect(verdict(ca('1', 'refused'), ca('2', 'accepted'))).toEqual(unknown);
  // The last inventory no longer found it.
  expect(verdict(ca('1', 'revoked', 4), ca('2', 'accepted'))).toEqual({});
});

test('a certificate of another CA is for the clients of that one', () => {
  expect(verdict(ca('1', 'revoked', 5, 'second'), ca('2', 'accepted'))).toEqual({});
});

test('a certificate in another mount is not what this one sends', () => {
  expect(verdict(ca('1', 'revoked', 5, 'root', 'old'), ca('2', 'accepted'))).toEqual({});
});
