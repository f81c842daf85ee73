/** Tests how serial numbers are spelled, and a revocation at a mount whose list is rebuilt only periodically. */
import { expect, test } from 'vitest';
import { serialOf } from '../../../src/features/certificates/serial.ts';
import { answering, secretsAt } from '../../support/answering.ts';

test.each([
  [{ status: 200, body: { data: { auto_rebuild: true, disable: false, expiry: '72h' } } }, true],
  [{ status: 200, body: { data: { auto_rebuild: false, disable: false, expiry: '72h' } } }, false],
  [{ status: 403, body: { errors: ['permission denied'] } }, false],
])('a revocation that waits for the list to be rebuilt is a warning: %j', async (config, isSaid) => {
  const { code, stderr } = await answering(
    'pki revoke 01:02 --mount corp --yes',
    secretsAt,
    ({ path, method }) =>
      path.endsWith('/config/crl')
        ? config
        : method === 'GET'
          ? { status: 404, body: { errors: [] } }
          : { body: { data: { revocation_time: 1, state: 'revoked' } } },
  );
  expect(code, stderr).toBe(0);
  expect(stderr.includes('rebuilt only periodically')).toBe(isSaid);
  expect(stderr.includes('trivet pki crl rotate --mount corp')).toBe(isSaid);
});

test('serial numbers are accepted in every spelling', async () => {
  const wanted = '0a:1b:2c:3d';
  for (const spelling of [
    '0a:1b:2c:3d',
    '0A-1B-2C-3D',
    '0a 1b 2c 3d',
    '0a1b2c3d',
    'A1B2C3D',
    '0x0A1B2C3D',
    'serial=0A1B2C3D',
    ' 0a:1b:2c:3d\n',
    'a:1b:2c:3d',
  ]) {
    expect(serialOf(spelling)).toBe(wanted);
  }
  for (const word of ['ca', 'ca_chain', 'crl']) expect(serialOf(word)).toBe(word);
  for (const bad of ['', 'xyz', '0a:1b:', '0a::1b', '12:345', '../roles', 'ca-chain']) {
    expect(() => serialOf(bad)).toThrow(expect.objectContaining({ exit: 2 }));
  }
  expect(serialOf('as it is', false)).toBe('as it is');
});
