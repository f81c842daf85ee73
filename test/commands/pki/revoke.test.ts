/** Tests a revocation at a mount whose list is rebuilt only periodically. */
import { expect, test } from 'vitest';
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
