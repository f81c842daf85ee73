/**
 * Tests `trivet ldap` with a real OpenBao and OpenLDAP: TRIVET_LIVE_BAO_URL, TRIVET_LIVE_BAO_TOKEN; a mount `ldap` that
 * is configured, and a set TRIVET_LIVE_LDAP_SET (team-a) whose accounts are all available. Optional:
 * TRIVET_LIVE_LDAP_ENTRY (an entry without a static role), TRIVET_LIVE_LDAP_ACCOUNT (one in no set),
 * TRIVET_LIVE_LDAP_BASE (where entries may be created), TRIVET_LIVE_BAO_LIMITED_TOKEN (allowed to lend, not to revoke).
 */
import { afterAll, describe, expect, test } from 'vitest';
import { runCli, words } from '../support/run-cli.ts';
import { entryBase } from '../support/live-servers.ts';

const { env } = process;
const url = env['TRIVET_LIVE_BAO_URL'] ?? '';
const token = env['TRIVET_LIVE_BAO_TOKEN'] ?? '';
const limited = env['TRIVET_LIVE_BAO_LIMITED_TOKEN'] ?? '';
const set = env['TRIVET_LIVE_LDAP_SET'] ?? 'team-a';
const entry = env['TRIVET_LIVE_LDAP_ENTRY'] ?? 'app-04';
const account = env['TRIVET_LIVE_LDAP_ACCOUNT'] ?? 'svc-08';

const trivet = (line: string, options: { readonly stdin?: string; readonly token?: string } = {}) =>
  runCli(words(line), {
    env: {
      TRIVET_SECRETS_URL: url,
      TRIVET_SECRETS_TOKEN: options.token ?? token,
      TRIVET_SECRETS_PRODUCT: 'openbao',
      PATH: env['PATH'] ?? '',
    },
    ...(options.stdin === undefined ? {} : { stdin: options.stdin }),
  });
const ok = async (line: string, stdin?: string): Promise<string> => {
  const result = await trivet(line, stdin === undefined ? {} : { stdin });
  expect({ line, code: result.code, stderr: result.stderr }).toMatchObject({ line, code: 0 });
  return result.stdout;
};

/** A value of a reply that is returned once. */
const given = async (line: string, field: string): Promise<string> => {
  const { data, lease_id } = JSON.parse(await ok(`${line} -o json`)) as {
    readonly data: Readonly<Record<string, string>>;
    readonly lease_id: string;
  };
  return field === 'lease_id' ? lease_id : (data[field] ?? '');
};
const borrowed = async (): Promise<readonly string[]> =>
  (await ok(`ldap library status ${set} -o jsonl`))
    .trim()
    .split('\n')
    .map((line): { account: string; available: boolean } => JSON.parse(line))
    .filter((one) => !one.available)
    .map((one) => one.account);

const missing = url === '' || token === '';
test.runIf(missing)('skipped: TRIVET_LIVE_BAO_URL and TRIVET_LIVE_BAO_TOKEN are not set', () => {
  expect(missing).toBe(true);
});
test.runIf(!missing && limited === '')('skipped in part: TRIVET_LIVE_BAO_LIMITED_TOKEN is not set', () => {
  expect(limited).toBe('');
});

describe.skipIf(missing)('the directory engine of a real server', () => {
  afterAll(async () => {
    await trivet('ldap static-role delete live-static --yes');
    await trivet('ldap role delete live-dynamic --yes');
    await trivet('ldap library delete live-set --yes');
  });

  test('shows its configuration, keeps the rest in a partial write, and refuses mistakes with exit 1', async () => {
    const before = JSON.parse(await ok('ldap config show -o json')).data;
    await ok('ldap config set --request-timeout 90s');
    const after = JSON.parse(await ok('ldap config show -o json')).data;
    expect(after).toMatchObject({ url: before.url, binddn: before.binddn, request_timeout: 90 });
    expect((await trivet('ldap config set --schema novell --no-validate')).code).toBe(1);
    expect((await trivet('ldap config show --mount ldap_nowhere')).code).toBe(5);
  });

  test('rotates a static role at import and on demand, keeps it immutable, and deletes it', async () => {
    await ok(`ldap static-role write live-static --username ${entry} --rotation-period 24h --yes`);
    const first = await ok('ldap static-creds live-static --field password');
    await ok('ldap static-role rotate live-static --yes');
    expect(await ok('ldap static-creds live-static --field last_password')).toBe(first);
    expect(
      (await trivet('ldap static-role write live-static --username other --rotation-period 24h --yes')).code,
    ).toBe(2);
    await ok('ldap static-role write live-static --rotation-period 48h --yes');
    expect(await ok('ldap static-role show live-static --field rotation_period')).toBe('172800');
    expect((await ok('ldap static-role list -o name')).split('\n')).toContain('live-static');
    // The server stores the name in lower case, and trivet sends it so.
    await ok('ldap static-role rotate LIVE-STATIC --yes');
    await ok('ldap static-role delete live-static --yes');
    expect((await trivet('ldap static-role delete live-static --yes')).code).toBe(5);
    expect((await trivet('ldap static-creds live-static')).code).toBe(5);
    expect(
      (await trivet('ldap static-role write x --username no-such-entry --rotation-period 24h --yes')).code,
    ).toBe(5);
  });

  test('has no password after a skipped import rotation, which is explained', async () => {
    await ok(
      `ldap static-role write live-static --username ${entry} --rotation-period 24h --skip-import-rotation --yes`,
    );
    const empty = await trivet('ldap static-creds live-static --field password');
    expect({ code: empty.code, stdout: empty.stdout }).toEqual({ code: 0, stdout: '' });
    expect(empty.stderr).toContain('rotation at import was skipped');
    await ok('ldap static-role delete live-static --yes');
  });

  test('gets no request with a hierarchical name, which is refused before', async () => {
    for (const line of ['ldap static-role show a/b', 'ldap creds a/b --reveal', 'ldap library status a/b']) {
      expect((await trivet(line)).code).toBe(2);
    }
    expect((await trivet('ldap library list team')).code).toBe(7);
  });

  test('accepts LDIF from standard input and partial updates, and removes an entry after its revocation', async () => {
    const ldif = `dn: uid={{.Username}},${entryBase}\nchangetype: add\nobjectClass: inetOrgPerson\nuid: {{.Username}}\ncn: x\nsn: x\nuserPassword: {{.Password}}\n`;
    const deletion = `dn: uid={{.Username}},${entryBase}\nchangetype: delete\n`;
    await ok(
      `ldap role write live-dynamic --creation-ldif - --deletion-ldif '${deletion}' --default-ttl 10m`,
      ldif,
    );
    await ok('ldap role write live-dynamic --max-ttl 1h');
    expect(JSON.parse(await ok('ldap role show live-dynamic -o json')).data).toMatchObject({
      creation_ldif: ldif,
      default_ttl: 600,
      max_ttl: 3600,
    });
    const { lease_id: lease, data } = JSON.parse(await ok('ldap creds live-dynamic -o json'));
    expect(data.distinguished_names).toEqual([`uid=${data.username},${entryBase}`]);
    await ok(`lease revoke ${lease} --sync --yes`);
    expect((await trivet(`lease lookup ${lease}`)).code).toBe(5);
    expect(
      (await trivet('ldap role write live-bad --creation-ldif nonsense --deletion-ldif nonsense')).code,
    ).toBe(1);
    expect((await trivet('ldap creds no-such-role --reveal')).code).toBe(5);
  });

  test('writes, shows and deletes a set, and refuses an account of another set', async () => {
    await ok(`ldap library write live-set --service-account-names ${account} --ttl 1h --max-ttl 2h --yes`);
    expect(JSON.parse(await ok('ldap library show live-set -o json')).data).toMatchObject({
      ttl: 3600,
      max_ttl: 7200,
    });
    expect((await trivet(`ldap library write live-two --service-account-names ${account} --yes`)).code).toBe(
      6,
    );
    await ok('ldap library write live-set --ttl 30m --yes');
    await ok('ldap library delete live-set --yes');
    expect((await trivet('ldap library status live-set')).code).toBe(5);
  });

  test('lends accounts to the last one, names their borrowers, and takes them back by name and by lease', async () => {
    const accounts = (await ok(`ldap library status ${set} -o name`)).trim().split('\n');
    const lines: string[] = [];
    for (const _ of accounts) {
      const { stderr } = await trivet(`ldap library check-out ${set} --ttl 5m --reveal`);
      lines.push(/return it with: trivet (.* --lease-id .* --borrower \S+)/.exec(stderr)?.[1] ?? '');
    }
    const none = await trivet(`ldap library check-out ${set} --reveal`);
    expect(none.code).toBe(6);
    expect(none.stderr).toContain(`${accounts[0]} (borrowed by `);
    expect((await trivet(`ldap library check-out ${set} --wait --wait-timeout 1s --reveal`)).code).toBe(124);
    expect((await trivet(`ldap library check-in ${set}`)).code).toBe(2);
    for (const line of lines) await ok(`${line} --yes`);
    expect(await borrowed()).toEqual([]);
    expect((await trivet(`ldap library check-in ${set} ${accounts[0]}`)).stderr).toContain(
      'already available',
    );
    expect((await trivet(lines[0] ?? '')).stderr).toMatch(/is already available$/m);
  });

  test('takes back an account from a loan even if the command crashes', async () => {
    expect(
      (await trivet(`ldap library check-out ${set} -- sh -c 'test -n "$LDAP_PASSWORD" && exit 7'`)).code,
    ).toBe(7);
    expect((await trivet(`ldap library check-out ${set} -- sh -c 'kill -9 $$'`)).code).toBe(137);
    expect(await borrowed()).toEqual([]);
  });

  test.skipIf(limited === '')(
    'accepts a check-in by name from a token that is not allowed to revoke, with a hint about the policy line',
    async () => {
      const lent = await trivet(`ldap library check-out ${set} --ttl 5s -- true`, { token: limited });
      expect(lent.code).toBe(0);
      expect(lent.stderr).toContain('path "sys/leases/revoke" { capabilities = ["update"] }');
      expect(await borrowed()).toEqual([]);
      const out = await given(`ldap library check-out ${set} --ttl 5s`, 'service_account_name');
      const refused = await trivet(`ldap library check-in ${set} ${out}`, { token: limited });
      expect(refused.code).toBe(1);
      const manage = await trivet(`ldap library manage check-in ${set} ${out} --yes`);
      expect({ code: manage.code, stdout: manage.stdout }).toEqual({ code: 0, stdout: `${out}\n` });
    },
  );
});
