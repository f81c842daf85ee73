/** Tests what a revocation says: of a list that is rebuilt only periodically, and of CAs among many certificates. */
import { expect, test } from 'vitest';
import { answering, secretsAt } from '../../support/answering.ts';
import type { Io } from '../../../src/system/io.ts';
import { useSandbox } from '../../support/sandbox.ts';

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

const { trivet } = useSandbox();

test('the question about many certificates names the CAs among them, and what cannot be read', async () => {
  const { stdout } = await trivet('pki inventory --mount pki -o name --quiet');
  const asked = async (stdin: string): Promise<string> => {
    let said = '';
    const ask: NonNullable<Io['ask']> = ({ text }) => {
      said = text;
      return Promise.resolve('no');
    };
    const { code, stderr } = await trivet('pki revoke -', { stdin, io: { ask } });
    expect(code, stderr).toBe(2);
    expect(stderr).not.toContain('→ -');
    return said;
  };
  expect(await asked(stdout)).toContain(
    '1 of them is a CA (CN=demo root): clients refuse every certificate below it, too.',
  );
  const [leaf = ''] = stdout.split('\n');
  expect(await asked(`${leaf}\n`)).not.toContain('CA');
  expect(await asked(`${leaf}\n01:02\n`)).toContain(
    '1 certificate could not be read: CAs may be among them.',
  );
});
