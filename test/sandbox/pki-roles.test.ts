import { X509Certificate } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Caller, Fields, Reply } from './secrets-client.ts';
import { closeAll, makeRole, makeRoot, openSecrets, textOf } from './secrets-client.ts';

let caller: Caller;

beforeEach(async () => {
  caller = await openSecrets();
  await makeRoot(caller);
});
afterEach(closeAll);

/** Issues under a role with only these parameters; no domain is allowed unless given. */
async function issue(role: Fields, request: Fields): Promise<Reply> {
  await caller.post('pki/roles/test', { key_type: 'ec', ...role });
  return caller.post('pki/issue/test', { ttl: '1h', ...request });
}

async function names(role: Fields, request: Fields): Promise<string | undefined> {
  const reply = await issue(role, request);
  expect(reply.errors).toStrictEqual([]);
  return new X509Certificate(textOf(reply.data['certificate'])).subjectAltName;
}

const SUB = { allowed_domains: 'example.com', allow_subdomains: true };
const BARE = { allowed_domains: 'example.com', allow_bare_domains: true };
const ANY = { allow_any_name: true };

describe('allowed names', () => {
  it.each([
    ['a subdomain', SUB, 'a.example.com'],
    ['a deep subdomain', SUB, 'a.b.example.com'],
    ['a subdomain in other case', SUB, 'A.Example.Com'],
    ['a wildcard subdomain', SUB, '*.example.com'],
    ['a deep wildcard', SUB, '*.a.example.com'],
    ['a suffixed wildcard', SUB, 'web*.example.com'],
    ['a prefixed wildcard', SUB, '*web.example.com'],
    ['an interior wildcard', SUB, 'w*b.example.com'],
    ['an email below a subdomain', SUB, 'me@mail.example.com'],
    ['the domain itself', BARE, 'example.com'],
    ['an email at the domain itself', BARE, 'me@example.com'],
    ['a wildcard that is allowed literally', { ...BARE, allowed_domains: '*.example.com' }, '*.example.com'],
    ['a glob', { allowed_domains: 'web-*.example.com', allow_glob_domains: true }, 'web-1.eu.example.com'],
    [
      'a wildcard by a glob',
      { allowed_domains: '*.example.com', allow_glob_domains: true },
      '*.a.example.com',
    ],
    ['localhost', {}, 'localhost'],
    ['localdomain', {}, 'localdomain'],
    ['any name', ANY, 'whatever.example.net'],
    ['a name that is not a host name', { ...ANY, enforce_hostnames: false }, 'not a host!'],
    [
      'the second of two domains',
      { ...SUB, allowed_domains: ['example.org', 'example.com'] },
      'a.example.com',
    ],
    [
      'a template',
      { ...SUB, allowed_domains: '{{identity.entity.name}}.test', allowed_domains_template: true },
      'a.owner.test',
    ],
  ])('include %s', async (_, role, common_name) => {
    expect((await issue(role, { common_name })).errors).toStrictEqual([]);
  });

  it.each([
    ['another domain', SUB, 'a.example.net'],
    ['a domain with a similar end', SUB, 'badexample.com'],
    ['the domain itself with subdomains only', SUB, 'example.com'],
    ['a subdomain with bare domains only', BARE, 'a.example.com'],
    ['a glob without allow_glob_domains', { allowed_domains: '*.example.com' }, 'a.example.com'],
    ['a wildcard that is switched off', { ...SUB, allow_wildcard_certificates: false }, '*.example.com'],
    [
      'a wildcard that is switched off, for any name',
      { ...ANY, allow_wildcard_certificates: false },
      '*.a.net',
    ],
    ['a wildcard below the first label', SUB, 'a.*.example.com'],
    ['two wildcards', SUB, '*a*.example.com'],
    ['a wildcard without a domain', ANY, '*'],
    ['localhost that is switched off', { allow_localhost: false }, 'localhost'],
    ['a name that is not a host name', ANY, 'not a host!'],
    ['an underscore, which host names cannot have', ANY, 'under_score.example.com'],
    ['an email with two hosts', ANY, 'a@b@example.com'],
    [
      'a template taken literally',
      { ...SUB, allowed_domains: '{{identity.entity.name}}.test' },
      'a.owner.test',
    ],
  ])('exclude %s', async (_, role, common_name) => {
    expect(await issue(role, { common_name })).toMatchObject({
      status: 400,
      errors: [`common name ${common_name} not allowed by this role`],
    });
  });

  it('deny the whole request for one wrong alternative name', async () => {
    const request = { common_name: 'a.example.com' };
    const refused = async (input: Fields): Promise<unknown> =>
      (await issue(SUB, { ...request, ...input })).errors[0];
    expect(await refused({ alt_names: 'b.example.com,c.example.net' })).toBe(
      'subject alternate name c.example.net not allowed by this role',
    );
    expect(await refused({ alt_names: 'me@example.net' })).toBe(
      'email address me@example.net not allowed by this role',
    );
    expect((await caller.list('pki/certs')).data['keys']).toHaveLength(1);
  });

  it('may omit the common name if the role does not require it', async () => {
    expect((await issue(SUB, {})).errors[0]).toContain('the common_name field is required');
    const request = { alt_names: 'a.example.com' };
    expect(await names({ ...SUB, require_cn: false }, request)).toBe('DNS:a.example.com');
  });

  it('include the common name unless it is excluded', async () => {
    const request = { common_name: 'a.example.com', alt_names: 'b.example.com' };
    expect(await names(SUB, request)).toBe('DNS:a.example.com, DNS:b.example.com');
    expect(await names(SUB, { ...request, exclude_cn_from_sans: true })).toBe('DNS:b.example.com');
    expect(await names(BARE, { common_name: 'me@example.com' })).toBe('email:me@example.com');
  });
});

describe('other alternative names', () => {
  const base = { common_name: 'a.example.com' };

  it('hold IP addresses when the role allows them', async () => {
    const request = { ...base, ip_sans: '10.0.0.1,2001:db8::1' };
    expect(await names(SUB, request)).toContain('IP Address:10.0.0.1, IP Address:2001:DB8:0:0:0:0:0:1');
    expect((await issue({ ...SUB, allow_ip_sans: false }, request)).status).toBe(400);
    expect((await issue(SUB, { ...base, ip_sans: '10.0.0.999' })).errors).toStrictEqual([
      'the value "10.0.0.999" is not a valid IP address',
    ]);
  });

  it('hold URIs that match a glob of the role', async () => {
    const role = { ...SUB, allowed_uri_sans: 'spiffe://example.com/*' };
    const uri_sans = 'spiffe://example.com/web/1';
    expect(await names(role, { ...base, uri_sans })).toContain(`URI:${uri_sans}`);
    expect((await issue(SUB, { ...base, uri_sans })).errors[0]).toContain('are not allowed in this role');
    const foreign = { ...base, uri_sans: 'spiffe://example.net/web' };
    expect((await issue(role, foreign)).errors[0]).toContain('not valid for this role');
    expect((await issue(role, { ...base, uri_sans: 'nowhere' })).errors[0]).toContain('not a valid URI');
    const template = {
      ...SUB,
      allowed_uri_sans: 'user://{{identity.entity.name}}',
      allowed_uri_sans_template: true,
    };
    expect(await names(template, { ...base, uri_sans: 'user://owner' })).toContain('URI:user://owner');
  });

  it('hold custom names by OID and value', async () => {
    const upn = '1.3.6.1.4.1.311.20.2.3';
    const role = { ...SUB, allowed_other_sans: [`${upn};UTF8:*@example.com`] };
    const ask = async (roleInput: Fields, other_sans: string) => issue(roleInput, { ...base, other_sans });
    expect((await ask(role, `${upn};UTF-8:me@example.com`)).status).toBe(200);
    expect((await ask({ ...SUB, allowed_other_sans: '*' }, '1.2.3;UTF8:x')).status).toBe(200);
    expect((await ask(role, `${upn};UTF8:me@example.net`)).errors[0]).toContain(
      'not allowed by this role for OID',
    );
    expect((await ask(role, '1.2.3;UTF8:x')).errors).toStrictEqual([
      'other SAN OID 1.2.3 not allowed by this role',
    ]);
    expect((await ask(role, `${upn};IA5:x`)).errors[0]).toContain('not supported');
    expect((await ask(role, 'nonsense')).status).toBe(400);
  });

  it('include a serial number of the subject only if a glob allows it', async () => {
    const request = { ...base, serial_number: 'SN-1' };
    expect((await issue(SUB, request)).errors).toStrictEqual(['serial_number SN-1 not allowed by this role']);
    const { data } = await issue({ ...SUB, allowed_serial_numbers: 'SN-*' }, request);
    expect(new X509Certificate(textOf(data['certificate'])).subject).toContain('serialNumber=SN-1');
  });
});

describe('validity', () => {
  const seconds = async (role: Fields, request: Fields): Promise<number> => {
    const reply = await issue({ ...SUB, ...role }, { common_name: 'a.example.com', ttl: '', ...request });
    expect(reply.errors).toStrictEqual([]);
    return Math.round(Number(reply.data['expiration']) - caller.sandbox.clock.now() / 1000);
  };
  const near = (value: number): readonly number[] => [value - 1, value, value + 1];

  it('follows request, role and system default, in this order', async () => {
    expect(near(7200)).toContain(await seconds({ ttl: '1h', max_ttl: '5h' }, { ttl: '2h' }));
    expect(near(3600)).toContain(await seconds({ ttl: '1h', max_ttl: '5h' }, {}));
    expect(near(18_000)).toContain(await seconds({ max_ttl: '5h' }, {}));
    expect(near(2_764_800)).toContain(await seconds({}, {}));
  });

  it("is refused above max_ttl, and beyond the authority's own", async () => {
    const base = { common_name: 'a.example.com' };
    const over = await issue({ ...SUB, max_ttl: '5h' }, { ...base, ttl: '6h' });
    expect(over.status).toBe(400);
    expect(over.errors[0]).toContain('larger than the max_ttl of 5h0m0s');
    const beyond = await issue(SUB, { ...base, ttl: '', not_after: '9999-12-31T23:59:59Z' });
    expect(beyond.errors[0]).toContain('beyond the expiration of the CA certificate');
    expect((await issue(SUB, { ...base, ttl: '1h', not_after: '2030-01-01T00:00:00Z' })).status).toBe(400);
    expect((await issue(SUB, { ...base, ttl: 'a while' })).status).toBe(400);
  });

  it('can end at a time from the request or the role', async () => {
    const end = new Date(Math.floor(caller.sandbox.clock.now() / 1000) * 1000 + 86_400_000);
    const not_after = end.toISOString().replace('.000', '');
    for (const [role, request] of [
      [SUB, { not_after }],
      [{ ...SUB, not_after }, {}],
    ] as const) {
      const reply = await issue(role, { common_name: 'a.example.com', ttl: '', ...request });
      expect(reply.data['expiration']).toBe(end.getTime() / 1000);
    }
  });

  it('begins earlier by not_before_duration', async () => {
    const reply = await issue({ ...SUB, not_before_duration: '10m' }, { common_name: 'a.example.com' });
    const certificate = new X509Certificate(textOf(reply.data['certificate']));
    const life = Date.parse(certificate.validTo) - Date.parse(certificate.validFrom);
    expect(life).toBe(3600_000 + 600_000);
  });
});

describe('role endpoints', () => {
  it('show every documented field, durations as seconds and lists as arrays', async () => {
    await makeRole(caller, 'web', { ttl: '24h', max_ttl: '30d', ou: 'IT,Web' });
    const { data } = await caller.get('pki/roles/web');
    expect(Object.keys(data)).toHaveLength(43);
    expect(data).toMatchObject({
      ttl: 86_400,
      max_ttl: 2_592_000,
      allowed_domains: ['example.com'],
      ou: ['IT', 'Web'],
      key_usage: ['DigitalSignature', 'KeyAgreement', 'KeyEncipherment'],
      require_cn: true,
      not_before_duration: 30,
    });
  });

  it('replace the whole role, and delete it without touching certificates', async () => {
    await makeRole(caller, 'web', { max_ttl: '30d' });
    const issued = await caller.post('pki/issue/web', { common_name: 'a.example.com' });
    await caller.post('pki/roles/web', { key_type: 'ec' });
    expect((await caller.get('pki/roles/web')).data).toMatchObject({ max_ttl: 0, allow_subdomains: false });
    expect((await caller.remove('pki/roles/web')).status).toBe(204);
    expect((await caller.post('pki/issue/web', { common_name: 'a' })).errors).toStrictEqual([
      'unknown role: web',
    ]);
    const serial = textOf(issued.data['serial_number']);
    expect((await caller.get(`pki/cert/${serial}`)).data['revocation_time']).toBe(0);
  });

  it.each([
    ['a ttl above max_ttl', { ttl: '100h', max_ttl: '10h' }, '"ttl" value must be less than "max_ttl" value'],
    ['an unknown key type', { key_type: 'dsa' }, 'unknown key type dsa'],
    ['an odd curve', { key_type: 'ec', key_bits: 200 }, 'unsupported bit length for EC key: 200'],
    ['odd signature bits', { signature_bits: 100 }, 'unsupported signature_bits'],
    ['a policy that is not an OID', { policy_identifiers: 'mine' }, 'is not a valid OID'],
    ['a usage that is not an OID', { ext_key_usage_oids: '1.x' }, 'is not a valid OID'],
    ['a bad end', { not_after: 'tomorrow' }, 'is not of the form'],
    ['a bad duration', { ttl: '1 day' }, 'time: unknown unit " day" in duration "1 day"'],
  ])('refuse %s', async (_, input, error) => {
    const reply = await caller.post('pki/roles/bad', input);
    expect(reply.status).toBe(400);
    expect(reply.errors[0]).toContain(error);
    expect((await caller.get('pki/roles/bad')).status).toBe(404);
  });

  it('refuse names that the path does not allow', async () => {
    expect((await caller.post('pki/roles/team/web')).status).toBe(404);
    expect((await caller.post('pki/roles/-web')).status).toBe(404);
  });
});
