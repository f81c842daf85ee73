/** Tests `trivet ldap` against the sandbox: configuration, static and dynamic roles (document 2 §2.4, §4.4). */
import { expect, test } from 'vitest';
import { answering, secretsAt } from '../../support/answering.ts';
import { useSandbox } from '../../support/sandbox.ts';

const bench = useSandbox({ fresh: true });
const { trivet } = bench;
// A receipt reads the state before and after a change.
const last = () => bench.requests().findLast(({ method }) => method !== 'GET') ?? bench.requests().at(-1);

const creation = [
  'dn: uid={{.Username}},ou=users,dc=example,dc=com',
  'objectClass: inetOrgPerson',
  'uid: {{ .Username | lowercase }}',
  'cn: {{.RoleName}} of {{.DisplayName}} until {{.ExpirationTimeSeconds}}',
  'sn: x',
  'userPassword: {{.Password}}',
  '',
].join('\n');
const deletion = 'dn: uid={{.Username}},ou=users,dc=example,dc=com\nchangetype: delete\n';

const role = (more = ''): string =>
  `ldap role write fresh --creation-ldif '${creation}' --deletion-ldif '${deletion}' ${more}`;

test('the connection can be set with every parameter, and the password is never shown', async () => {
  const result = await trivet(
    'ldap config set --binddn cn=admin,dc=example,dc=com --bindpass env:PASS --yes --ldap-url ldaps://a,ldaps://b ' +
      '--password-policy corp --schema ad --userdn ou=p,dc=example,dc=com --userattr sAMAccountName ' +
      '--upndomain example.com --request-timeout 60s --no-starttls --insecure-tls ' +
      '--skip-static-role-import-rotation',
    { env: { PASS: 'bind-secret' } },
  );
  expect(result.code).toBe(0);
  expect(last()).toMatchObject({
    method: 'POST',
    path: '/v1/ldap/config',
    body: {
      binddn: 'cn=admin,dc=example,dc=com',
      bindpass: 'bind-secret',
      url: 'ldaps://a,ldaps://b',
      password_policy: 'corp',
      schema: 'ad',
      userdn: 'ou=p,dc=example,dc=com',
      userattr: 'sAMAccountName',
      upndomain: 'example.com',
      request_timeout: '60s',
      starttls: false,
      insecure_tls: true,
      skip_static_role_import_rotation: true,
    },
  });
  const shown = await trivet('ldap config show -o json');
  expect(JSON.parse(shown.stdout).data).toMatchObject({ schema: 'ad', request_timeout: 60 });
  expect(shown.stdout).not.toContain('bind-secret');
});

test('length together with password_policy is refused by trivet and by the server', async () => {
  const both = 'ldap config set --binddn cn=a --bindpass env:PASS --length 20 --password-policy corp';
  const env = { PASS: 'p' };
  expect((await trivet(both, { env })).code).toBe(2);
  const sent = await trivet(`${both} --no-validate`, { env });
  expect(sent.code).toBe(1);
  expect(sent.stderr).toContain('--length is deprecated');
});

test('bind account and password are required as documented, but not where a write is partial', async () => {
  const alone = 'ldap config set --request-timeout 60s';
  const refused = await trivet(alone);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toMatch(/--binddn is required\n.*--bindpass is required/);
  const dry = await trivet(`${alone} --dry-run`, { env: { TRIVET_SECRETS_PRODUCT: 'openbao' } });
  expect(dry.code).toBe(0);
  expect(dry.stdout).toContain('"request_timeout"');
});

test('deleting the connection asks for the mount', async () => {
  expect((await trivet('ldap config delete --yes --no-input')).code).toBe(2);
  expect((await trivet('ldap config delete --confirm other')).code).toBe(2);
  expect(bench.requests()).toEqual([]);
  expect((await trivet('ldap config delete --confirm ldap')).code).toBe(0);
  expect((await trivet('ldap config show')).code).toBe(5);
  expect((await trivet('ldap rotate-root --yes')).code).toBe(5);
});

test('rotating the bind password asks first', async () => {
  expect((await trivet('ldap rotate-root --no-input')).code).toBe(2);
  const rotated = await trivet('ldap rotate-root --yes');
  expect(rotated.code).toBe(0);
  expect(last()?.path).toBe('/v1/ldap/rotate-root');
});

test('static roles are listed at the top level with GET, below a path with LIST', async () => {
  expect((await trivet('ldap static-role list -o name')).stdout).toBe('app-01\nhashed/\nteam/\n');
  expect(last()).toMatchObject({ method: 'GET', path: '/v1/ldap/static-role' });
  expect((await trivet('ldap static-role list hashed/ -o name')).stdout).toBe('app\n');
  expect(last()).toMatchObject({ method: 'LIST', path: '/v1/ldap/static-role/hashed' });
  const dry = await trivet('ldap static-role list --dry-run', { env: { TRIVET_SECRETS_PRODUCT: 'openbao' } });
  expect(dry.stdout).toContain('list=true');
});

test('a static role rotates its password at once, after a question', async () => {
  const write = 'ldap static-role write team/app --username alice --rotation-period 24h';
  const asked = await trivet(`${write} --no-input`);
  expect(asked.code).toBe(2);
  expect(asked.stderr).toContain('Its password is rotated at once');
  expect((await trivet(`${write} --yes`)).code).toBe(0);
  expect(last()).toMatchObject({
    path: '/v1/ldap/static-role/team/app',
    body: { username: 'alice', rotation_period: '24h' },
  });
  const first = await trivet('ldap static-cred team/app --field password');
  expect(first.stdout).not.toBe('');
  const unasked = await trivet('ldap static-role rotate team/app');
  expect(unasked).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('The current one stops working.') as string,
  });
  expect((await trivet('ldap static-role rotate team/app --yes')).code).toBe(0);
  const exported = await trivet('ldap static-cred team/app -o export');
  expect(exported.stdout).toContain("export LDAP_USERNAME='alice'");
  expect((await trivet('ldap static-cred team/app --field last_password')).stdout).toBe(first.stdout);
  expect((await trivet('ldap static-cred team/app')).stdout).toContain('password\t(hidden, use --reveal)');
});

test('the user and dn of a static role cannot change, which is explained before anything is sent', async () => {
  await trivet('ldap static-role write app --username alice --rotation-period 24h --yes');
  bench.clear();
  const refused = await trivet(
    'ldap static-role write app --username bob --dn uid=bob,dc=x --rotation-period 24h --skip-import-rotation --yes',
  );
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('username of app is "alice" and cannot be changed to "bob"');
  expect(refused.stderr).toContain('dn of app');
  expect(refused.stderr).toContain('--skip-import-rotation has an effect only at creation');
  expect(bench.requests().map(({ method }) => method)).toEqual(['GET']);
  const sent = await trivet(
    'ldap static-role write app --username bob --rotation-period 24h --yes --no-validate',
  );
  expect(sent.code).toBe(1);
  const again = await trivet('ldap static-role write app --username alice --rotation-period 48h --yes');
  expect(again.code).toBe(0);
  expect((await trivet('ldap static-role show app --field rotation_period')).stdout).toBe('172800');
});

test('a password that was not rotated at import is empty, which a note explains', async () => {
  await trivet(
    'ldap static-role write app --username alice --rotation-period 24h --skip-import-rotation --yes',
  );
  const empty = await trivet('ldap static-cred app');
  expect(empty.code).toBe(0);
  expect(empty.stderr).toContain('rotation at import was skipped');
  await trivet('ldap static-role rotate app --yes');
  const known = await trivet('ldap static-cred app --field password');
  expect(known.stdout).not.toBe('');
  expect(known.stderr).toBe('');
});

test('a bind account without the right to change the password is reported', async () => {
  const error = 'LDAP Result Code 50 "Insufficient Access Rights": ';
  const line = 'ldap static-role write app --username alice --rotation-period 1h --yes';
  const refused = await answering(line, secretsAt, ({ method }) =>
    method === 'GET'
      ? { status: 404, body: { errors: [] } }
      : { status: 500, body: { errors: [`1 error occurred:\n\t* ${error}\n\n`] } },
  );
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('is not allowed to change that password');
});

test('a rotation that failed is not over: the server tries again', async () => {
  const binddn = (await trivet('ldap config show --field binddn')).stdout.trim();
  await trivet(`ldap config set --binddn ${binddn} --bindpass env:WRONG --yes`, { env: { WRONG: 'wrong' } });
  const failed = await trivet('ldap static-role rotate app-01 --yes');
  expect(failed.code, failed.stderr).toBe(9);
  expect(failed.stderr).toContain('the password changes as soon as the directory accepts it');
  expect(failed.stderr).not.toContain('Nothing was changed');
});

test.each([
  [
    'cloud creds ci',
    400,
    'Error attaching user policy: NoSuchEntity: Policy x does not exist',
    'The user that was made',
  ],
  ['cloud creds ci', 500, 'Error creating access keys: ServiceFailure', 'The user that was made'],
  [
    'ldap creds dev',
    500,
    'failed to create user: LDAP Result Code 32 "No Such Object": ',
    'Entries that the LDIF made',
  ],
])(
  'what credentials that failed may have left behind is not known: %s %d',
  async (line, status, error, hint) => {
    const failed = await answering(`${line} -o json`, secretsAt, () => ({
      status,
      body: { errors: [error] },
    }));
    expect(failed.code).toBe(1);
    expect(JSON.parse(failed.stderr)).toMatchObject({ error: { code: 'refused', effect: 'unknown' } });
    expect(failed.stderr).toContain(hint);
  },
);

test('of several accounts that a set takes, those before the one that is missing may be changed', async () => {
  const write = 'ldap library write some --ttl 5m --yes --service-account-names';
  const several = await trivet(`${write} svc-09,nope-1`);
  expect(several.code, several.stderr).toBe(9);
  expect(several.stderr).toContain('those before the one that failed may have a new password');
  expect(several.stderr).not.toContain('Nothing was changed');
  expect((await trivet('ldap library show some')).code).toBe(5);
  const one = await trivet(`${write} nope-1`);
  expect(one.code, one.stderr).toBe(5);
  expect(one.stderr).toContain('Nothing was changed');
});

test.each([
  ['svc-09,svc-10', 1, 9],
  ['svc-09', 2, 0],
])(
  'a directory that cannot be reached is tried again only for one account: %s',
  async (accounts, writes, code) => {
    const text =
      'error connecting to host "ldap://d": LDAP Result Code 200 "Network Error": connection refused';
    let sent = 0;
    const written = await answering(
      `ldap library write some --ttl 5m --yes --service-account-names ${accounts}`,
      (origin) => ({ ...secretsAt(origin), TRIVET_SECRETS_PRODUCT: 'openbao' }),
      ({ method, path }) => {
        if (method === 'GET' || !path.endsWith('/library/some')) return { status: 404, body: { errors: [] } };
        sent += 1;
        return sent === 1 ? { status: 500, body: { errors: [text] } } : { status: 204 };
      },
    );
    expect([sent, written.code], written.stderr).toEqual([writes, code]);
    if (code === 9)
      expect(written.stderr).toContain('those before the one that failed may have a new password');
  },
);

test('suggested commands name the mount', async () => {
  const at = (line: string) =>
    answering(line, secretsAt, () => ({
      body: { data: { username: 'alice', password: '', rotation_period: 60 } },
    }));
  const empty = await at('ldap static-cred app --mount corp');
  expect(empty.stderr).toContain('trivet ldap static-role rotate app --mount corp');
  const refused = await at(
    'ldap static-role write app --mount corp --username bob --rotation-period 24h --yes',
  );
  expect(refused.stderr).toContain('trivet ldap static-role delete app --mount corp\n');
});

test('deleting a static role asks, and does not change the directory', async () => {
  await trivet('ldap static-role write app --username alice --rotation-period 24h --yes');
  expect((await trivet('ldap static-role delete app --no-input')).code).toBe(2);
  const removed = await trivet('ldap static-role delete app --yes');
  expect(removed.stderr).toContain('the entry keeps its current password');
  expect((await trivet('ldap static-role show app')).code).toBe(5);
  expect((await trivet('ldap static-role rotate app --yes')).code).toBe(5);
  expect((await trivet('ldap static-cred app')).code).toBe(5);
});

test('an entry that does not exist in the directory is exit 5', async () => {
  const unknown = await trivet('ldap static-role write x --username nobody --rotation-period 1h --yes');
  expect(unknown.code).toBe(5);
  expect(unknown.stderr).toContain('below userdn');
});

test('a new dynamic role needs both LDIF texts; an update is partial, and an empty text deletes', async () => {
  const half = await trivet(`ldap role write fresh --creation-ldif '${creation}'`);
  expect(half.code).toBe(2);
  expect(half.stderr).toContain('--deletion-ldif must be given for a new role');
  expect((await trivet(role(`--rollback-ldif '${deletion}' --default-ttl 1h --max-ttl 24h`))).code).toBe(0);
  expect((await trivet('ldap role write fresh --default-ttl 30m')).code).toBe(0);
  expect(last()?.body).toEqual({ default_ttl: '30m' });
  expect((await trivet("ldap role write fresh --rollback-ldif ''")).code).toBe(0);
  expect(last()?.body).toEqual({ rollback_ldif: '' });
  const { data } = JSON.parse((await trivet('ldap role show fresh -o json')).stdout);
  expect(data).toMatchObject({
    default_ttl: 1800,
    max_ttl: 86_400,
    creation_ldif: creation,
    rollback_ldif: '',
  });
  expect((await trivet("ldap role write fresh --creation-ldif ''")).code).toBe(2);
});

test('LDIF can come from standard input and in base64, and is shown decoded', async () => {
  const piped = await trivet(
    `ldap role write fresh --creation-ldif - --deletion-ldif ${Buffer.from(deletion).toString('base64')}`,
    { stdin: creation },
  );
  expect(piped.code).toBe(0);
  expect((await trivet('ldap role show fresh --field creation_ldif')).stdout).toBe(creation);
  expect((await trivet('ldap role show fresh --field deletion_ldif')).stdout).toBe(deletion);
});

test('invalid LDIF, or an unknown template function, is refused with exit 1', async () => {
  const nonsense = await trivet(
    `ldap role write fresh --creation-ldif nonsense --deletion-ldif '${deletion}'`,
  );
  expect(nonsense.code).toBe(1);
  expect(nonsense.stderr).toContain('creation_ldif');
  const unknown = creation.replace('lowercase', 'rot13');
  expect(
    (await trivet(`ldap role write fresh --creation-ldif '${unknown}' --deletion-ldif '${deletion}'`)).code,
  ).toBe(1);
});

test('credentials of a dynamic role have a rendered name and a lease, and revoking it removes the entry', async () => {
  await trivet(role(`--username-template '{{.RoleName}}-{{.DisplayName}}-{{random 4}}' --default-ttl 10m`));
  const made = await trivet('ldap creds fresh -o json');
  const { data, lease_id: lease, lease_duration: seconds } = JSON.parse(made.stdout);
  expect(data.username).toMatch(/^fresh-.+-\w{4}$/);
  expect(data.distinguished_names).toEqual([`uid=${data.username},ou=users,dc=example,dc=com`]);
  expect(seconds).toBe(600);
  expect(made.stderr).toContain(`lease ${lease}, until `);
  expect((await trivet('ldap creds fresh -o env')).stdout).toMatch(
    /^LDAP_USERNAME=fresh-.*\nLDAP_PASSWORD=\S+\n$/,
  );
  expect((await trivet(`lease revoke ${lease} --sync`)).code).toBe(0);
  expect((await trivet(`lease lookup ${lease}`)).code).toBe(5);
  expect((await trivet('ldap creds unknown --reveal')).code).toBe(5);
  expect((await trivet('ldap role delete fresh --no-input')).code).toBe(2);
  expect((await trivet('ldap role delete fresh --yes')).code).toBe(0);
  expect((await trivet('ldap role show fresh')).code).toBe(5);
});

test('the default user name has the documented form', async () => {
  await trivet(role());
  const user = await bench.given('ldap creds fresh', 'username');
  expect(user).toMatch(/^v_[^_]+_fresh_[A-Za-z0-9]{10}_\d{10}$/);
});

test('every template function is rendered, and utf16le in LDIF', async () => {
  const parts = [
    '{{.RoleName | uppercase | replace "F" "x" | truncate 2}}',
    '{{"abcdefghijklmnop" | truncate_sha256 12}}',
    '{{sha256 "a" | truncate 4}}',
    '{{base64 "a"}}',
    '{{timestamp "2006"}}',
    '{{unix_time}}',
    '{{unix_time_millis}}',
    '{{uuid}}',
    '{{printf "%s-%s" "a_b" "c"}}',
  ];
  const password = 'unicodePwd:: {{ printf "%q" .Password | utf16le | base64 }}';
  const ldif = creation.replace('userPassword: {{.Password}}', password);
  const write = (template: string) =>
    trivet(
      `ldap role write fresh --creation-ldif '${ldif}' --deletion-ldif '${deletion}' --username-template -`,
      {
        stdin: template,
      },
    );
  expect((await write(parts.join('.'))).code).toBe(0);
  const user = await bench.given('ldap creds fresh', 'username');
  expect(user).toMatch(
    /^xR\.abcd[0-9a-f]{8}\.ca97\.YQ==\.20\d\d\.\d{10}\.\d{13}\.[0-9a-f]{8}-[0-9a-f-]{27}\.a_b-c$/,
  );
});
