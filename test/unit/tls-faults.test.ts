/** Tests the words for faults of TLS for which Node has no name. */
import { expect, test } from 'vitest';
import { tlsFault } from '../../src/http/faults.ts';

const fault = (message: string) =>
  tlsFault(Object.assign(new Error(message), { code: 'UNSPECIFIED' }), 'not-sent', 'host:443');

test('a certificate that OpenSSL refuses for its digest is refused in its words', () => {
  const { message, hint } = fault('CA signature digest algorithm too weak');
  expect(message).toBe('host:443 has a certificate that is refused: CA signature digest algorithm too weak');
  expect(hint).toContain('pki inspect');
});

test('words that could come from the server are not repeated', () => {
  expect(fault('\u001b[2J').message).toBe('host:443 failed in TLS: UNSPECIFIED');
});
