/** Tests that a signed certificate without some of the names that were asked for is not taken for a complete one. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestFor } from '../../../src/features/certificates/new-key.ts';
import { makeKey } from '../../../src/features/certificates/signing-request.ts';
import { useSandbox } from '../../support/sandbox.ts';

const { trivet } = useSandbox();
const folder = mkdtempSync(join(tmpdir(), 'trivet-missing-names-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const csr = join(folder, 'csr.pem');

beforeAll(async () => {
  const names = {
    common_name: 'a.example.com',
    alt_names: ['B.example.com', 'x@example.com'],
    ip_sans: ['10.0.0.1'],
    uri_sans: ['spiffe://x/y'],
  };
  writeFileSync(csr, requestFor(await makeKey('ec:256'), names));
});

const sign = `--csr @${csr} --common-name`;

const open = '--allow-any-name --enforce-hostnames=false --allowed-uri-sans * --max-ttl 24h';

const role = async (name: string, more = ''): Promise<void> => {
  const { code, stderr } = await trivet(`pki role write ${name} ${open} ${more} --yes`);
  expect(code, stderr).toBe(0);
};

const lacks = (names: string): string => `the certificate lacks names that were asked for: ${names}`;

test.each([
  [
    'of the request, where the role takes none from it',
    '--use-csr-sans=false',
    'a.example.com',
    'dns b.example.com, email x@example.com, ip 10.0.0.1, uri spiffe://x/y. The role decides',
  ],
  [
    'of the flags, where the role takes those of the request',
    '',
    'c.example.com --ip-sans 10.9.9.9',
    'common name c.example.com, ip 10.9.9.9. The role decides',
  ],
  [
    'of the body',
    '',
    `a.example.com --set /uri_sans='"spiffe://z,spiffe://x/y"'`,
    'uri spiffe://z. The role',
  ],
])('a signed certificate that lacks names %s has a warning with them', async (_, settings, flags, names) => {
  await role('some', `--key-type any ${settings}`);
  const signed = await trivet(`pki sign some ${sign} ${flags} -o json`);
  expect(signed.code, signed.stderr).toBe(0);
  expect(signed.stderr).toContain(lacks(names));
  expect(signed.stderr).toContain('trivet pki role show some');
  expect((await trivet(`pki sign some ${sign} ${flags} --fail-on-warning`)).code).toBe(1);
});

test.each([
  ['', 'a.example.com', ''],
  ['', 'a.example.com --format der', ''],
  [
    'the flag takes the place of the common name of the request',
    'c.example.com',
    '--use-csr-common-name=false',
  ],
])('a signed certificate with all of its names has no warning of them: %s', async (_, flags, settings) => {
  await role('all', `--key-type any ${settings}`);
  const signed = await trivet(`pki sign all ${sign} ${flags} -o json`);
  expect(signed.code, signed.stderr).toBe(0);
  expect(signed.stderr).not.toContain('lacks');
  expect(signed.stderr).not.toContain('compared');
});

test('an issued certificate is compared with the flags, in whatever form they are written', async () => {
  await role('issued', '--key-type ec');
  const flags =
    '--common-name a.example --alt-names bücher.example,X.example,x@example.com --ip-sans 2001:DB8::0:1';
  const issued = await trivet(`pki issue issued ${flags} --uri-sans spiffe://a/b -o json`);
  expect([issued.code, issued.stderr]).toEqual([0, '']);
});

test('the signing of an intermediate CA ignores the names of the request unless they are asked for', async () => {
  const intermediate = `pki root sign-intermediate --csr @${csr} --common-name ca -o json`;
  expect((await trivet(intermediate)).stderr).not.toContain('lacks names');
  expect((await trivet(`${intermediate} --use-csr-values`)).stderr).toContain(lacks('common name ca'));
});

test('a renewal takes names of flags for those of the certificate, in whatever form they are written', async () => {
  await role('renewed', '--key-type any');
  const names = '--common-name a.example --alt-names bücher.example --ip-sans 2001:DB8::0:1';
  const out = join(folder, 'renewed');
  const line = `pki renew ${out} --role renewed ${names} --new-key ec:256`;
  expect((await trivet(line)).code).toBe(0);
  const again = await trivet(line);
  expect(again.code, again.stderr).toBe(0);
});
