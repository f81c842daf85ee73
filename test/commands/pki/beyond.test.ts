/** Sends each parameter and operation of the secrets engines that no document has once, and shows what arrives. */
import { beforeEach, describe, expect, test } from 'vitest';
import { useSandbox } from '../../support/sandbox.ts';

const { trivet, requests, clear } = useSandbox({ products: ['openbao'] });

const openbao = { env: { TRIVET_SECRETS_PRODUCT: 'openbao' } };

beforeEach(() => clear());

type Body = Readonly<Record<string, unknown>>;

const issuer = { issuer_ref: 'blue' };
const start = { not_before: '2026-01-31T00:00:00Z' };
const signature = { signature_bits: 384, use_pss: true };
const ids = { user_ids: ['u1', 'u2'], remove_roots_from_chain: true };

/** A command line without its flags, and the body that it sends for them. */
const rows: readonly (readonly [line: string, path: string, sent: Body])[] = [
  [
    'pki role write shop',
    'pki/roles/shop',
    {
      ...issuer,
      ...start,
      use_pss: true,
      cn_validations: ['disabled'],
      allowed_user_ids: ['u*'],
      allowed_ip_sans_cidr: ['10.0.0.0/8', '::1/128'],
      allow_globs_in_identity_templates: true,
      not_before_bound: 'forbid',
      not_after_bound: '2027-01-01T00:00:00Z',
    },
  ],
  [
    'pki issue web --common-name www.example.com --reveal',
    'pki/issue/web',
    { ...start, ...ids, key_type: 'ec', key_bits: 384 },
  ],
  ['pki sign web --common-name www.example.com --csr -', 'pki/sign/web', { ...start, ...ids }],
  [
    'pki sign-verbatim web --csr -',
    'pki/sign-verbatim/web',
    { ...issuer, ...signature, remove_roots_from_chain: true, basic_constraints_valid_for_non_ca: true },
  ],
  [
    'pki root sign-intermediate --common-name x --csr -',
    'pki/root/sign-intermediate',
    { ...issuer, ...start, ...signature, issuer_name: 'green', not_before_duration: '60s', skid: '01:02' },
  ],
  [
    'pki root generate internal --common-name x --yes --mount pki_new',
    'pki_new/root/generate/internal',
    { ...start, ...signature, issuer_name: 'green', key_name: 'key-1', not_before_duration: '60s' },
  ],
  [
    'pki intermediate generate internal --common-name x --yes --mount pki_new',
    'pki_new/intermediate/generate/internal',
    { key_name: 'key-1', signature_bits: 384 },
  ],
  [
    'pki crl config set',
    'pki/config/crl',
    {
      auto_rebuild: true,
      auto_rebuild_grace_period: '6h',
      enable_delta: true,
      delta_rebuild_interval: '10m',
      ocsp_disable: true,
      ocsp_expiry: '6h',
      allow_expired_cert_revocation: true,
    },
  ],
  [
    'pki urls set',
    'pki/config/urls',
    { enable_templating: true, delta_crl_distribution_points: ['http://ca.example.com/delta'] },
  ],
  [
    'pki tidy',
    'pki/tidy',
    {
      tidy_revoked_cert_issuer_associations: true,
      tidy_expired_issuers: true,
      tidy_move_legacy_ca_bundle: true,
      tidy_acme: true,
      tidy_invalid_certs: true,
      issuer_safety_buffer: '1h',
      acme_account_safety_buffer: '2h',
      revoked_safety_buffer: '3h',
      pause_duration: '1s',
      page_size: 10,
    },
  ],
];

const flagOf = (name: string, value: unknown): string => {
  const flag = `--${name.replaceAll('_', '-')}`;
  return value === true ? flag : `${flag} '${Array.isArray(value) ? value.join(',') : String(value)}'`;
};

describe('parameters', () => {
  test.each(rows)('of %s arrive at %s', async (line, path, sent) => {
    const flags = Object.entries(sent).map(([name, value]) => flagOf(name, value));
    await trivet(`${line} ${flags.join(' ')} --yes`, { ...openbao, stdin: 'a request' });
    expect(requests().find((one) => one.path === `/v1/${path}` && one.method === 'POST')?.body).toMatchObject(
      sent,
    );
  });

  test.each([
    ['pki crl config set --allow-expired-cert-revocation', 'vault'],
    ['pki role write shop --not-after-bound forbid', 'vault'],
  ])('%s is refused for %s before anything is sent', async (line, product) => {
    const { code } = await trivet(line, { env: { TRIVET_SECRETS_PRODUCT: product } });
    expect(code).toBe(7);
    expect(requests().filter(({ method }) => method === 'POST')).toEqual([]);
  });
});

describe('operations', () => {
  const read = async (line: string, product = 'openbao') => {
    const result = await trivet(line, { env: { TRIVET_SECRETS_PRODUCT: product } });
    expect(result.code, result.stderr).toBe(0);
    return result.stdout;
  };

  test('pki issuer list and show name the CA of a mount', async () => {
    const [issuers] = JSON.parse(await read('pki issuer list -o json --query "data.keys"')) as string[];
    expect(requests().map(({ path }) => path)).toEqual(['/v1/pki/issuers']);
    expect(await read('pki issuer list')).toContain(issuers);
    expect(await read('pki issuer show default --field issuer_id')).toContain(issuers);
    expect(await read(`pki issuer show ${issuers ?? ''} --field certificate`)).toContain('BEGIN CERTIFICATE');
  });

  test('ldap role list shows roles, also below a path', async () => {
    expect(await read('ldap role list')).toContain('dev');
    expect(requests().map(({ path }) => path)).toEqual(['/v1/ldap/role']);
    clear();
    await trivet('ldap role list team', openbao);
    expect(requests().map(({ path }) => path)).toEqual(['/v1/ldap/role/team']);
  });

  test('cloud static-role list shows them where the server lists them', async () => {
    expect(await read('cloud static-role list --mount cloud', 'vault')).toContain('build');
    const { code, stderr } = await trivet('cloud static-role list', openbao);
    expect([code, stderr]).toEqual([7, expect.stringContaining('only vault')]);
  });

  test('lease list shows what has leases, and the leases of a path', async () => {
    await trivet('ldap creds dev --reveal', openbao);
    expect(await read('lease list')).toContain('ldap/\n');
    expect(await read('lease list ldap/creds')).toBe('dev/\n');
    expect((await read('lease list ldap/creds/dev')).trim()).toMatch(/^\w{10,}$/m);
  });
});

describe('an organization with a comma', () => {
  test.each([
    ["'Bank, AG'", true],
    ["'Acme, Inc.'", true],
    ["'A, B, Ltd.'", true],
    ['\'"Bank, AG"\'', false],
    ["'Bank AG'", false],
    ["'Bank, Agency'", false],
    ["'AG'", false],
  ])('--organization %s is a warning or not', async (value, warns) => {
    const { stderr } = await trivet(`pki role write shop --organization ${value} --dry-run`, openbao);
    expect(stderr.includes('are two values')).toBe(warns);
  });
});
