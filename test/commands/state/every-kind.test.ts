/** `export --all` and `--unmanaged all`: what every kind means on a product. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useSandbox } from '../../support/sandbox.ts';

const { trivet } = useSandbox({ fresh: true, products: ['openbao'] });
const env = { TRIVET_SECRETS_PRODUCT: 'openbao' };
let top = '';
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'trivet-every-kind-'));
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

test('dynamic roles of the directory are listed', async () => {
  const { code, stdout, stderr } = await trivet('export ldap-role', { env });
  expect(code, stderr).toBe(0);
  expect(stdout).toContain('name: temp');
});

test('a kind that the product lacks is not a failure', async () => {
  const exported = await trivet(`export pki-role ldap-role --dir ${top}`, { env });
  expect(exported.code, exported.stderr).toBe(0);
  expect(readdirSync(top)).toContain('ldap-role.temp.yaml');
  const shown = await trivet(`diff ${top} --unmanaged all --detailed-exitcode`, { env });
  expect(shown.stdout).not.toContain('could not be listed');
  expect(shown.stdout).toContain('ldap-set');
  expect(shown.code, shown.stderr).toBe(11);
  const all = await trivet(`export --all --dir ${join(top, 'all')}`, { env });
  expect(all.stderr).not.toMatch(/^message: /m);
});
