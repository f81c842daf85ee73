import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { whole } from '../support/part.ts';
import { OpensslFolder, below, hasOpenssl } from './openssl.ts';
import { certificateOf, closeAll, makeRole, openAuthority, openSecrets, textOf } from './secrets-client.ts';

if (!hasOpenssl) process.stderr.write('skipped: the openssl program was not found\n');

const folder = new OpensslFolder();

afterEach(closeAll);
afterAll(() => folder.remove());

function expectVerified(root: string, leaf: string, between: readonly string[] = []): void {
  expect(folder.verify(root, leaf, between)).toMatchObject({ ok: true });
}

describe.skipIf(!hasOpenssl)('openssl verifies what the sandbox issues', () => {
  const keys = [
    ['rsa', 2048, 'sha256WithRSAEncryption'],
    ['rsa', 3072, 'sha256WithRSAEncryption'],
    ['ec', 224, 'ecdsa-with-SHA256'],
    ['ec', 256, 'ecdsa-with-SHA256'],
    ['ec', 384, 'ecdsa-with-SHA384'],
    ['ec', 521, 'ecdsa-with-SHA512'],
    ['ed25519', 0, 'ED25519'],
  ] as const;
  // Making the longest keys takes seconds.
  it.each(keys.filter(([, bits]) => whole || bits !== 3072))(
    'with %s keys of %i bits',
    async (key_type, key_bits, algorithm) => {
      const { caller, root } = await openAuthority({ key_type, key_bits });
      await makeRole(caller, 'web', { key_type, key_bits });
      const { data } = await caller.post('pki/issue/web', { common_name: 'a.example.com' });
      const leaf = textOf(data['certificate']);
      expectVerified(root, leaf);
      expect(folder.describe(leaf)).toContain(`Signature Algorithm: ${algorithm}`);
      expect(data['private_key_type']).toBe(key_type);
      const keyFile = folder.file('key.pem', textOf(data['private_key']));
      const publicKey = folder.run('pkey', '-in', keyFile, '-pubout').text;
      expect(folder.run('x509', '-in', folder.file('leaf.pem', leaf), '-noout', '-pubkey').text).toBe(
        publicKey,
      );
    },
  );

  it('but not a leaf of another authority', async () => {
    const { caller } = await openAuthority();
    const { root } = await openAuthority();
    await makeRole(caller, 'web');
    const leaf = certificateOf(await caller.post('pki/issue/web', { common_name: 'a.example.com' }));
    expect(folder.verify(root, leaf).ok).toBe(false);
  });

  it('with the signature bits of the role, only for RSA issuers', async () => {
    const { caller } = await openAuthority({ key_type: 'rsa' });
    await makeRole(caller, 'web', { signature_bits: 512 });
    const leaf = certificateOf(await caller.post('pki/issue/web', { common_name: 'a.example.com' }));
    expect(folder.describe(leaf)).toContain('sha512WithRSAEncryption');
  });

  it('through a chain of intermediates with name constraints and path lengths', async () => {
    const { caller, root } = await openAuthority({
      max_path_length: 2,
      permitted_dns_domains: ['.example.com', 'example.org'],
    });
    const below1 = await openSecrets();
    const input = { common_name: 'test middle', key_type: 'ec' };
    const { csr } = (await below1.post('pki/intermediate/generate/internal', input)).data;
    const request = { csr, common_name: 'test middle', ttl: '100h', ou: 'IT' };
    const middle = certificateOf(await caller.post('pki/root/sign-intermediate', request));
    expect(folder.describe(middle)).toContain('CA:TRUE, pathlen:1');
    await below1.post('pki/intermediate/set-signed', { certificate: middle });
    await makeRole(below1, 'web', { allow_any_name: true });
    const leaf = certificateOf(
      await below1.post('pki/issue/web', { common_name: 'a.example.com', ttl: '1h' }),
    );
    expectVerified(root, leaf, [middle]);
    const outside = certificateOf(
      await below1.post('pki/issue/web', { common_name: 'a.example.net', ttl: '1h' }),
    );
    expect(folder.verify(root, outside, [middle]).text).toContain('permitted subtree violation');
    // The constrained authority itself refuses what no client would accept.
    await makeRole(caller, 'any', { allow_any_name: true });
    const refused = await caller.post('pki/issue/any', { common_name: 'a.example.net' });
    expect(refused.errors[0]).toContain('not within the DNS domains');
    expectVerified(root, certificateOf(await caller.post('pki/issue/any', { common_name: 'example.org' })));
  });

  it('with every kind of name, usage, policy and distribution point', async () => {
    const { caller, root } = await openAuthority();
    await caller.post('pki/config/urls', {
      issuing_certificates: 'http://ca.example.com/ca',
      crl_distribution_points: ['http://ca.example.com/crl'],
      ocsp_servers: 'http://ocsp.example.com',
    });
    await makeRole(caller, 'full', {
      allow_bare_domains: true,
      allowed_uri_sans: '*',
      allowed_other_sans: '*',
      allowed_serial_numbers: '*',
      organization: 'Example Ltd,Other Ltd',
      ou: 'IT',
      country: 'SE',
      locality: 'Malmö',
      province: 'Skåne',
      street_address: 'Storgatan 1',
      postal_code: '21115',
      key_usage: ['digitalsignature', 'ContentCommitment', 'NoSuchUsage'],
      server_flag: false,
      code_signing_flag: true,
      ext_key_usage: 'TimeStamping',
      ext_key_usage_oids: '1.3.6.1.5.5.7.3.17',
      policy_identifiers: '2.5.29.32.0,1.2.3.4',
      basic_constraints_valid_for_non_ca: true,
    });
    const reply = await caller.post('pki/issue/full', {
      common_name: 'a.example.com',
      alt_names: 'b.example.com,me@example.com,2.5.4.5;UTF8:SN-2',
      ip_sans: '10.0.0.1,::ffff:10.0.0.2',
      uri_sans: 'spiffe://example.com/a',
      other_sans: '1.3.6.1.4.1.311.20.2.3;UTF8:me@example.com',
      serial_number: 'SN-1',
    });
    const leaf = certificateOf(reply);
    expectVerified(root, leaf);
    const text = folder.describe(leaf);
    const names = below(text, 'X509v3 Subject Alternative Name');
    for (const name of [
      'DNS:a.example.com',
      'DNS:b.example.com',
      'email:me@example.com',
      'IP Address:10.0.0.1',
      'URI:spiffe://example.com/a',
      'othername: UPN::me@example.com',
    ]) {
      expect(names).toContain(name);
    }
    expect(below(text, 'X509v3 Key Usage: critical')).toBe('Digital Signature, Non Repudiation');
    expect(below(text, 'X509v3 Extended Key Usage')).toBe(
      'TLS Web Client Authentication, Code Signing, Time Stamping, ipsec Internet Key Exchange',
    );
    expect(below(text, 'X509v3 Basic Constraints: critical')).toBe('CA:FALSE');
    expect(text).toContain('Policy: X509v3 Any Policy');
    expect(text).toContain('Policy: 1.2.3.4');
    expect(text).toContain('OCSP - URI:http://ocsp.example.com');
    expect(text).toContain('CA Issuers - URI:http://ca.example.com/ca');
    expect(text).toContain('URI:http://ca.example.com/crl');
    expect(text).toContain('O = Example Ltd, O = Other Ltd, OU = IT');
    expect(text).toContain('serialNumber = SN-1');
  });

  it('with an empty subject, which makes the names critical', async () => {
    const { caller, root } = await openAuthority();
    await makeRole(caller, 'web', { require_cn: false });
    const leaf = certificateOf(await caller.post('pki/issue/web', { alt_names: 'a.example.com' }));
    expectVerified(root, leaf);
    expect(folder.describe(leaf)).toContain('X509v3 Subject Alternative Name: critical');
  });

  it('in every format', async () => {
    const { caller, root } = await openAuthority();
    await makeRole(caller, 'web');
    const base = { common_name: 'a.example.com' };
    const der = await caller.post('pki/issue/web', { ...base, format: 'der' });
    const derFile = folder.file('leaf.der', Buffer.from(certificateOf(der), 'base64'));
    const pem = folder.run('x509', '-inform', 'DER', '-in', derFile).text;
    expectVerified(root, pem);
    const keyBytes = Buffer.from(textOf(der.data['private_key']), 'base64');
    const key = folder.file('key.der', keyBytes);
    expect(folder.run('ec', '-inform', 'DER', '-in', key, '-noout', '-check').ok).toBe(true);
    const pkcs8 = await caller.post('pki/issue/web', {
      ...base,
      private_key_format: 'pkcs8',
      format: 'pem_bundle',
    });
    expect(textOf(pkcs8.data['private_key'])).toContain('BEGIN PRIVATE KEY');
    expect(certificateOf(pkcs8)).toMatch(/^-----BEGIN EC PRIVATE KEY/);
  });
});
