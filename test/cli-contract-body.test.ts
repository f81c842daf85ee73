/** Tests `--body` and `--set`: for fields that have no flag, and in place of flags. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { useSandbox } from './support/sandbox.ts';

const { trivet, requests, clear } = useSandbox();

const folder = mkdtempSync(join(tmpdir(), 'trivet-body-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

beforeEach(() => clear());

describe('--body and --set', () => {
  test('may give required values; an error for a missing value names its flag', async () => {
    const line = 'ldap static-role write app';
    const body = file('role.json', '{"username":"from-body"}');
    await trivet(`${line} --body @${body} --rotation-period 1h --yes`);
    await trivet(`${line} --set 'username="from-set"' --rotation-period 1h --yes`);
    expect(
      requests()
        .filter(({ method }) => method === 'POST')
        .map((request) => request.body),
    ).toEqual([
      { username: 'from-body', rotation_period: '1h' },
      { username: 'from-set', rotation_period: '1h' },
    ]);
    clear();
    expect((await trivet('pki crl config set --set unified_crl=true')).code).toBe(0);
    // A field that the operation does not know is read once, to say whether the server kept it.
    expect(requests().map(({ method, path, body }) => [method, path, body])).toEqual([
      ['GET', '/v1/sys/internal/ui/mounts/pki', undefined],
      // The reads around the change are for its receipt.
      ['GET', '/v1/pki/config/crl', undefined],
      ['POST', '/v1/pki/config/crl', { unified_crl: true }],
      ['GET', '/v1/pki/config/crl', undefined],
    ]);
    clear();
    expect((await trivet(`${line} --yes`)).stderr).toContain('--username is required');
    expect(requests()).toEqual([]);
  });

  test('never show a secret', async () => {
    const body = file('ldap.json', '{"binddn":"cn=x","bindpass":"hunter-two"}');
    const set = `--set 'client_tls_key="hunter-three"'`;
    for (const how of ['--dry-run', '--curl']) {
      const { code, stdout, stderr } = await trivet(`ldap config set --body @${body} ${set} ${how}`);
      expect(code, stderr).toBe(0);
      expect(stdout).toContain('TRIVET_SECRET_BINDPASS');
      expect(stdout).toContain('TRIVET_SECRET_CLIENT_TLS_KEY');
      expect(stdout + stderr).not.toContain('hunter');
    }
  });
});
