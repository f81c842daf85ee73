import { beforeEach, describe, expect, it } from 'vitest';
import type { Harness } from './secrets-engine.ts';
import { startDirectory } from './secrets-engine.ts';

const CONFIG = { binddn: 'cn=bindadmin,dc=example,dc=com', bindpass: 'bind-secret-1', userattr: 'uid' };
const USERS = 'ou=users,dc=example,dc=com';
const READERS = 'cn=readers,ou=groups,dc=example,dc=com';

const CREATION = `dn: uid={{.Username}},${USERS}
objectClass: inetOrgPerson
uid: {{.Username}}
userPassword: {{.Password}}

dn: ${READERS}
changetype: modify
add: member
member: uid={{.Username}},${USERS}
-
`;
const DELETION = `dn: ${READERS}
changetype: modify
delete: member
member: uid={{.Username}},${USERS}
-

dn: uid={{.Username}},${USERS}
changetype: delete
`;
const ROLE = { creation_ldif: CREATION, deletion_ldif: DELETION, username_template: '{{.RoleName}}' };

let ldap: Harness;

beforeEach(async () => {
  ldap = await startDirectory(true);
  await ldap.write('config', CONFIG);
});

const entries = (verb: string): readonly string[] =>
  ldap
    .effects()
    .filter((what) => what.startsWith(`entry.${verb} `))
    .map((what) => what.slice(`entry.${verb} `.length));

describe('dynamic roles (2.4.4-08)', () => {
  it.each([
    [{ deletion_ldif: DELETION }, 'missing creation_ldif'],
    [{ creation_ldif: CREATION }, 'missing deletion_ldif'],
    [{ ...ROLE, creation_ldif: 'this is not LDIF' }, "missing 'dn:'"],
    [{ ...ROLE, creation_ldif: '{{ nothing }}' }, 'function "nothing" not defined'],
    [{ ...ROLE, deletion_ldif: 'dn: x\nchangetype: destroy' }, 'invalid changetype'],
    [{ ...ROLE, rollback_ldif: 'dn: x\nchangetype: modify\nmember: y' }, 'unknown modification'],
    [{ ...ROLE, username_template: '{{ .Username }}' }, 'Username'],
    [{ ...ROLE, max_ttl: '769h' }, 'mount maximum'],
    [{ ...ROLE, default_ttl: 'soon' }, 'invalid duration'],
  ])('refuse %j (2.2.4-17, 2.2.4-24)', async (input, message) => {
    const refusal = await ldap.refusal('POST', 'role/x', input);
    expect(refusal.status).toBe(400);
    expect(refusal.message).toContain(message);
  });
});

describe('credentials (2.4.4-09)', () => {
  it('create an entry that is deleted at the end of its lease', async () => {
    await ldap.write('role/dev', { ...ROLE, default_ttl: '30m', max_ttl: '24h' });
    const { data, lease } = await ldap.call('GET', 'creds/dev');
    expect(data).toEqual({
      distinguished_names: [`uid=dev,${USERS}`, READERS],
      password: expect.stringMatching(/^[A-Za-z0-9]{64}$/),
      username: 'dev',
    });
    expect(lease).toMatchObject({ seconds: 1800, renewable: true });
    expect(ldap.leases.get(lease?.id ?? '')).toMatchObject({ path: 'ldap/creds/dev', maximum: 86_400 });
    expect(entries('added')).toEqual([`uid=dev,${USERS}`]);
    // The name is taken while the entry exists.
    expect((await ldap.refusal('GET', 'creds/dev')).message).toContain('Code 68');
    ldap.clock.advance(1_800_000);
    expect(entries('deleted')).toEqual([`uid=dev,${USERS}`]);
    await expect(ldap.read('creds/dev')).resolves.toMatchObject({ username: 'dev' });
  });

  it('render every field of the template data (2.2.4-23)', async () => {
    const creation = `dn: cn={{ printf "%s.%d.%s.%d" .RoleName .IssueTimeSeconds .DisplayName .ExpirationTimeSeconds }},${USERS}
objectClass: person
description: {{ .IssueTime }} {{ .ExpirationTime }}
unicodePwd:: {{ printf "%q" .Password | utf16le | base64 }}
`;
    await ldap.write('role/t', { ...ROLE, creation_ldif: creation, default_ttl: 60 });
    expect((await ldap.read('creds/t'))['distinguished_names']).toEqual([
      `cn=t.1795230000.owner.1795230060,${USERS}`,
    ]);
  });

  it('last for the default of the mount, capped at max_ttl', async () => {
    await ldap.write('role/plain', ROLE);
    expect((await ldap.call('GET', 'creds/plain')).lease?.seconds).toBe(2_764_800);
    await ldap.write('role/short', { ...ROLE, default_ttl: '10h', max_ttl: '1h' });
    const reply = await ldap.call('GET', 'creds/short');
    expect(reply.lease?.seconds).toBe(3600);
    expect(reply.warnings?.[0]).toContain('capped');
  });

  it('stop at the first entry that fails and roll back (2.2.4-17)', async () => {
    const broken = `${CREATION}\ndn: cn=x,ou=absent,dc=example,dc=com\nobjectClass: person\n\ndn: cn=never,${USERS}\nobjectClass: person\n`;
    await ldap.write('role/dev', { ...ROLE, creation_ldif: broken, rollback_ldif: DELETION });
    const refusal = await ldap.refusal('GET', 'creds/dev');
    expect(refusal.status).toBe(500);
    expect(refusal.message).toBe(
      '1 error occurred:\n\t* failed to create user: failed to execute statements: failed to run AddRequest: LDAP Result Code 32 "No Such Object": \n\n',
    );
    expect(entries('added')).toEqual([`uid=dev,${USERS}`]);
    expect(entries('deleted')).toEqual([`uid=dev,${USERS}`]);
    expect(ldap.leases.size).toBe(0);
  });

  it('report a roll-back that fails', async () => {
    const broken = `dn: cn=x,ou=absent,dc=example,dc=com\nobjectClass: person\n`;
    await ldap.write('role/dev', { ...ROLE, creation_ldif: broken, rollback_ldif: DELETION });
    const { message } = await ldap.refusal('GET', 'creds/dev');
    expect(message).toContain('2 errors occurred');
    expect(message).toContain('failed to roll back user creation');
    expect(message).toContain('Code 16');
  });

  it('are deleted even after an entry that fails, which is reported (2.2.4-17)', async () => {
    const deletion = `dn: cn=absent,${USERS}\nchangetype: delete\n\n${DELETION}`;
    await ldap.write('role/dev', { ...ROLE, deletion_ldif: deletion });
    const { lease } = await ldap.call('GET', 'creds/dev');
    expect(() => ldap.endLease(lease?.id ?? '')).toThrow(/failed to run DelRequest: LDAP Result Code 32/);
    expect(entries('deleted')).toEqual([`uid=dev,${USERS}`]);
  });
});
