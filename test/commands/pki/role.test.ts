/** Tests `trivet pki role`: what is sent, what is shown, and what a role allows (document 2 §2.2). */
import { X509Certificate } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { hasOpenssl, OpensslFolder } from '../../sandbox/openssl.ts';
import { useSandbox } from '../../support/sandbox.ts';

const { trivet, json, requests, clear } = useSandbox();
const openssl = new OpensslFolder();
afterAll(() => openssl.remove());

let count = 0;
/** Writes a role with small keys and returns its name. */
const role = async (flags: string): Promise<string> => {
  count += 1;
  const name = `r${count}`;
  const keys = flags.includes('--key-type') ? '' : '--key-type ec';
  const { code, stderr } = await trivet(`pki role write ${name} ${keys} ${flags} --quiet --field max_ttl`);
  if (code !== 0) throw new Error(stderr);
  return name;
};

interface Issued {
  readonly lease_id: string;
  readonly lease_duration: number;
  readonly data: {
    readonly certificate: string;
    readonly serial_number: string;
    readonly private_key_type?: string;
  };
}
const issued = async (name: string, flags: string): Promise<Issued> =>
  (await json(`pki issue ${name} ${flags}`)) as Issued;
const certificateOf = async (name: string, flags: string): Promise<X509Certificate> =>
  new X509Certificate((await issued(name, flags)).data.certificate);
const allowed = async (name: string, flags: string): Promise<boolean> => {
  const { code, stderr } = await trivet(`pki issue ${name} ${flags} --reveal`);
  if (code !== 0 && code !== 1) throw new Error(stderr);
  return code === 0;
};
const textOf = async (name: string, flags: string): Promise<string> =>
  openssl.describe((await issued(name, flags)).data.certificate);

test('write sends only what is given; the reply and show have every field', async () => {
  clear();
  const line =
    'pki role write full --allowed-domains example.com,example.org --allow-subdomains --no-allow-localhost --no-store=false ' +
    "--max-ttl 30d --ttl 3600 --key-type ec --key-bits 384 --key-usage digitalsignature --ext-key-usage '' " +
    '--ou IT --country SE --not-before-duration 60s --not-after 9999-12-31T23:59:59Z --policy-identifiers 2.5.29.32.0';
  const { code, stdout } = await trivet(line);
  expect(code).toBe(0);
  expect(requests().map(({ method }) => method)).toEqual(['GET', 'GET', 'POST']);
  expect(requests()[2]).toMatchObject({ method: 'POST', path: '/v1/pki/roles/full' });
  expect(requests()[2]?.body).toEqual({
    allowed_domains: ['example.com', 'example.org'],
    allow_subdomains: true,
    allow_localhost: false,
    no_store: false,
    max_ttl: '30d',
    ttl: '3600',
    key_type: 'ec',
    key_bits: 384,
    key_usage: ['digitalsignature'],
    ext_key_usage: [],
    ou: ['IT'],
    country: ['SE'],
    not_before_duration: '60s',
    not_after: '9999-12-31T23:59:59Z',
    policy_identifiers: ['2.5.29.32.0'],
  });
  expect(stdout).toContain('max_ttl\t2592000');
  expect((await trivet('pki role show full')).stdout.split('\n').length).toBeGreaterThan(40);
  expect((await trivet('pki role show full -o name')).stdout.trim()).toBe('full');
});

test('omitted settings have their documented defaults, even if the role is written again', async () => {
  await trivet('pki role write again --allow-any-name --no-server-flag --max-ttl 5h');
  await trivet('pki role write again --max-ttl 6h --yes');
  expect(await json('pki role show again')).toMatchObject({
    data: {
      allow_any_name: false,
      server_flag: true,
      client_flag: true,
      code_signing_flag: false,
      allow_localhost: true,
      enforce_hostnames: true,
      allow_ip_sans: true,
      allow_wildcard_certificates: true,
      key_type: 'rsa',
      use_csr_common_name: true,
      require_cn: true,
      generate_lease: false,
      no_store: false,
      not_before_duration: 30,
      key_usage: ['DigitalSignature', 'KeyAgreement', 'KeyEncipherment'],
    },
  });
});

test('list prints names, delete asks, and certificates of the role stay', async () => {
  const name = await role('--allow-any-name');
  const { data } = await issued(name, '--common-name stays.example.com');
  expect((await trivet('pki role list -o name')).stdout.split('\n')).toContain(name);
  expect((await trivet(`pki role delete ${name}`)).code).toBe(2);
  const { code, stderr } = await trivet(`pki role delete ${name} --yes`);
  expect({ code, stderr }).toEqual({ code: 0, stderr: `role ${name} no longer exists\n` });
  const again = await trivet(`pki role delete ${name} --yes`);
  expect({ code: again.code, stderr: again.stderr }).toMatchObject({
    code: 5,
    stderr: expect.stringContaining(`role ${name} not found`),
  });
  expect((await trivet(`pki role show ${name}`)).code).toBe(5);
  expect((await trivet(`pki issue ${name} --common-name a.example.com --reveal`)).code).toBe(5);
  expect(await json(`pki cert show ${data.serial_number}`)).toMatchObject({ data: { revocation_time: 0 } });
});

describe('names of certificates', () => {
  test('can match in several independent ways, which add up', async () => {
    const none = await role('--allowed-domains example.com');
    const bare = await role('--allowed-domains example.com --allow-bare-domains');
    const below = await role('--allowed-domains example.com --allow-subdomains');
    const globs = await role("--allowed-domains 'web*.example.com' --allow-glob-domains");
    const any = await role('--allow-any-name');
    const verdicts = async (name: string): Promise<readonly boolean[]> => [
      await allowed(name, '--common-name example.com'),
      await allowed(name, '--common-name a.example.com'),
      await allowed(name, '--common-name web1.x.example.com'),
      await allowed(name, '--common-name other.org'),
    ];
    expect(await verdicts(none)).toEqual([false, false, false, false]);
    expect(await verdicts(bare)).toEqual([true, false, false, false]);
    expect(await verdicts(below)).toEqual([false, true, true, false]);
    expect(await verdicts(globs)).toEqual([false, false, true, false]);
    expect(await verdicts(any)).toEqual([true, true, true, true]);
  });

  test('include localhost only if the role allows it', async () => {
    expect(await allowed(await role(''), '--common-name localhost')).toBe(true);
    expect(await allowed(await role('--no-allow-localhost'), '--common-name localhost')).toBe(false);
    const permitted = await role('--no-allow-localhost --allowed-domains localhost --allow-bare-domains');
    expect(await allowed(permitted, '--common-name localhost')).toBe(true);
  });

  test('may be wildcards in four forms, unless the role disallows them', async () => {
    const on = await role('--allow-any-name');
    const off = await role('--allow-any-name --no-allow-wildcard-certificates');
    for (const label of ['*', 'a*', '*a', 'a*b']) {
      expect(await allowed(on, `--common-name ${label}.example.com`)).toBe(true);
      expect(await allowed(off, `--common-name ${label}.example.com`)).toBe(false);
    }
    expect(await allowed(on, '--common-name a.*.example.com')).toBe(false);
  });

  test('must be host names unless the role does not enforce it', async () => {
    expect(await allowed(await role('--allow-any-name'), "--common-name 'not a host'")).toBe(false);
    expect(
      await allowed(await role('--allow-any-name --no-enforce-hostnames'), "--common-name 'not a host'"),
    ).toBe(true);
  });

  test('deny the whole request if one of them is not allowed', async () => {
    const name = await role('--allowed-domains example.com --allow-subdomains');
    const { code, stderr } = await trivet(
      `pki issue ${name} --common-name a.example.com --alt-names b.example.com,c.example.org --reveal`,
    );
    expect(code).toBe(1);
    expect(stderr).toContain('c.example.org not allowed by this role');
    expect(await allowed(name, '--common-name a.example.com --alt-names ops@b.example.com')).toBe(true);
    expect(await allowed(name, '--common-name a.example.com --alt-names ops@example.org')).toBe(false);
  });

  test('include addresses, URIs, custom names and serial numbers', async () => {
    const strict = await role('--allow-any-name --no-allow-ip-sans');
    const open = await role(
      "--allow-any-name --allowed-uri-sans 'spiffe://example.com/*' --allowed-other-sans '1.2.3.4;UTF8:*' --allowed-serial-numbers 'SN-*'",
    );
    const name = '--common-name a.example.com';
    expect(await allowed(strict, `${name} --ip-sans 10.0.0.1`)).toBe(false);
    expect(await allowed(strict, `${name} --uri-sans spiffe://example.com/a`)).toBe(false);
    expect(await allowed(strict, `${name} --other-sans '1.2.3.4;UTF8:x'`)).toBe(false);
    expect(await allowed(strict, `${name} --serial-number SN-1`)).toBe(false);
    expect(await allowed(open, `${name} --uri-sans spiffe://example.org/a`)).toBe(false);
    expect(await allowed(open, `${name} --serial-number X-1`)).toBe(false);
    const flags = `--ip-sans 10.0.0.1,2001:db8::1 --uri-sans spiffe://example.com/a --other-sans '1.2.3.4;UTF8:x' --serial-number SN-1`;
    const certificate = await certificateOf(open, `${name} ${flags}`);
    expect(certificate.subjectAltName).toMatch(/IP Address:10\.0\.0\.1[\s\S]*URI:spiffe:\/\/example\.com\/a/);
    expect(certificate.subject).toContain('serialNumber=SN-1');
    const wild = await role("--allow-any-name --allowed-other-sans '*'");
    expect(await allowed(wild, `${name} --other-sans '1.9.9;UTF8:anything'`)).toBe(true);
  });

  test('need a common name unless the role does not, which can be omitted from the alternative names', async () => {
    expect(await allowed(await role('--allow-any-name'), '--alt-names a.example.com')).toBe(false);
    expect(await allowed(await role('--allow-any-name --no-require-cn'), '--alt-names a.example.com')).toBe(
      true,
    );
    const name = await role('--allow-any-name');
    const without = await certificateOf(
      name,
      '--common-name a.example.com --alt-names b.example.com --exclude-cn-from-sans',
    );
    expect(without.subjectAltName).toBe('DNS:b.example.com');
  });
});

describe('issued certificates', () => {
  test.skipIf(!hasOpenssl)(
    'have the usages of the flags, which add up; an empty list allows any',
    async () => {
      const plain = await textOf(await role('--allow-any-name'), '--common-name a.example.com');
      expect(plain).toMatch(/Digital Signature, Key Encipherment, Key Agreement/);
      expect(plain).toMatch(/TLS Web Server Authentication, TLS Web Client Authentication\n/);
      const name = await role(
        "--allow-any-name --no-client-flag --code-signing-flag --email-protection-flag --key-usage '' --ext-key-usage TimeStamping --ext-key-usage-oids 1.2.3.4.5",
      );
      const other = await textOf(name, '--common-name a.example.com');
      expect(other).not.toContain('X509v3 Key Usage');
      for (const usage of [
        'Server Authentication',
        'Code Signing',
        'E-mail Protection',
        'Time Stamping',
        '1.2.3.4.5',
      ]) {
        expect(other).toContain(usage);
      }
      expect(other).not.toContain('Client Authentication');
    },
  );

  test.skipIf(!hasOpenssl)('have policies, basic constraints and a start in the past', async () => {
    const name = await role(
      '--allow-any-name --policy-identifiers 2.5.29.32.0 --basic-constraints-valid-for-non-ca --not-before-duration 1h',
    );
    const text = await textOf(name, '--common-name a.example.com');
    expect(text).toContain('Policy: X509v3 Any Policy');
    expect(text).toMatch(/Basic Constraints[\s\S]*CA:FALSE/);
    const certificate = await certificateOf(name, '--common-name a.example.com');
    expect(Date.now() - Date.parse(certificate.validFrom)).toBeGreaterThan(3_500_000);
  });

  test('have keys by type and size; the type any is only for signing', async () => {
    const type = async (flags: string): Promise<string> => {
      const key = (
        await certificateOf(await role(`--allow-any-name ${flags}`), '--common-name a.example.com')
      ).publicKey;
      const { modulusLength, namedCurve } = key.asymmetricKeyDetails ?? {};
      return `${key.asymmetricKeyType} ${modulusLength ?? namedCurve ?? ''}`.trim();
    };
    expect(await type('--key-type rsa')).toBe('rsa 2048');
    expect(await type('--key-type ec')).toBe('ec prime256v1');
    expect(await type('--key-type ec --key-bits 384')).toBe('ec secp384r1');
    expect(await type('--key-type ed25519')).toBe('ed25519');
    expect(await allowed(await role('--allow-any-name --key-type any'), '--common-name a.example.com')).toBe(
      false,
    );
    expect((await trivet('pki role write x --key-type rsa --key-bits 256')).code).toBe(2);
  });

  test('have the subject values of the role', async () => {
    const name = await role(
      '--allow-any-name --ou IT --organization Example --country SE --locality Malmo --province Skane --street-address Storgatan --postal-code 21115',
    );
    const { subject } = await certificateOf(name, '--common-name a.example.com');
    for (const part of ['OU=IT', 'O=Example', 'C=SE', 'L=Malmo', 'ST=Skane', '21115', 'Storgatan']) {
      expect(subject).toContain(part);
    }
  });

  test('keep a subject value with a comma as one value', async () => {
    const name = await role(`--allow-any-name --organization '"Acme, Inc.",Other'`);
    const { subject } = await certificateOf(name, '--common-name a.example.com');
    expect(subject.split('\n').filter((part) => part.startsWith('O='))).toEqual([
      String.raw`O=Acme\, Inc.`,
      'O=Other',
    ]);
  });

  test('live as long as the role or request says, never longer than max_ttl, or until a date', async () => {
    const name = await role('--allow-any-name --ttl 2h --max-ttl 4h');
    const hours = async (flags: string): Promise<number> => {
      const { validTo } = await certificateOf(name, `--common-name a.example.com ${flags}`);
      return Math.round((Date.parse(validTo) - Date.now()) / 3_600_000);
    };
    expect(await hours('')).toBe(2);
    expect(await hours('--ttl 3h')).toBe(3);
    const above = await trivet(`pki issue ${name} --common-name a.example.com --ttl 5h --reveal`);
    expect(above.code).toBe(1);
    expect(above.stderr).toContain('max_ttl');
    const fixed = await role('--allow-any-name --not-after 2029-12-31T23:59:59Z');
    const { validTo } = await certificateOf(fixed, '--common-name a.example.com');
    expect(Date.parse(validTo)).toBe(Date.parse('2029-12-31T23:59:59Z'));
    const asked = await certificateOf(
      await role('--allow-any-name'),
      '--common-name a.example.com --not-after 2028-12-31T23:59:59Z',
    );
    expect(Date.parse(asked.validTo)).toBe(Date.parse('2028-12-31T23:59:59Z'));
  });

  test('have a lease in every output if the role says so', async () => {
    const name = await role('--allow-any-name --generate-lease --max-ttl 10h');
    const leased = await issued(name, '--common-name a.example.com');
    expect(leased.lease_id).toMatch(/^pki\/issue\//);
    expect(leased.lease_duration).toBeGreaterThan(0);
    expect((await trivet(`pki issue ${name} --common-name a.example.com --reveal`)).stdout).toMatch(
      /lease_id\tpki\/issue\//,
    );
    expect((await issued(await role('--allow-any-name'), '--common-name a.example.com')).lease_id).toBe('');
  });

  test('of a role with no_store are not listed, cannot be revoked by serial number, and have no lease', async () => {
    const name = await role('--allow-any-name --no-store --generate-lease');
    const { data, lease_id: lease } = await issued(name, '--common-name a.example.com');
    expect(lease).toBe('');
    expect((await trivet('pki cert list')).stdout).not.toContain(data.serial_number);
    expect((await trivet(`pki revoke ${data.serial_number} --yes`)).code).toBe(5);
  });
});

describe('parameters of the document that only the server interprets', () => {
  test('include allowed_domains_template and allowed_uri_sans_template, which it keeps', async () => {
    const name = await role(
      '--allowed-domains-template --allowed-uri-sans-template --allowed-domains plain.example.com --allow-bare-domains',
    );
    expect(await json(`pki role show ${name}`)).toMatchObject({
      data: { allowed_domains_template: true, allowed_uri_sans_template: true },
    });
    expect(await allowed(name, '--common-name plain.example.com')).toBe(true);
  });

  test('include signature_bits', async () => {
    const name = await role('--allow-any-name --signature-bits 512');
    expect(await json(`pki role show ${name}`)).toMatchObject({ data: { signature_bits: 512 } });
  });
});
