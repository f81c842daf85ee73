import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { EC_KEY, OpensslFolder, below, hasOpenssl } from './openssl.ts';
import { certificateOf, closeAll, makeRole, openAuthority, openSecrets, textOf } from './secrets-client.ts';

if (!hasOpenssl) process.stderr.write('skipped: the openssl program was not found\n');

const folder = new OpensslFolder();

afterEach(closeAll);
afterAll(() => folder.remove());

function expectVerified(root: string, leaf: string, between: readonly string[] = []): void {
  expect(folder.verify(root, leaf, between)).toMatchObject({ ok: true });
}

describe.skipIf(!hasOpenssl)('openssl and the sandbox agree on requests', () => {
  it('made by the sandbox', async () => {
    const caller = await openSecrets();
    for (const [key_type, add_basic_constraints] of [
      ['ec', true],
      ['rsa', false],
      ['ed25519', false],
    ]) {
      const input = { common_name: 'mid.example.com', key_type, add_basic_constraints, organization: 'Ex' };
      const { csr } = (await caller.post('pki/intermediate/generate/internal', input)).data;
      const file = folder.file('made.csr', textOf(csr));
      const { ok, text } = folder.run('req', '-in', file, '-noout', '-verify', '-text');
      expect(ok).toBe(true);
      expect(text).toContain('self-signature verify OK');
      expect(text).toContain('O = Ex, CN = mid.example.com');
      expect(text).toContain('DNS:mid.example.com');
      expect(text.includes('CA:TRUE')).toBe(add_basic_constraints);
    }
  });

  it('signed under a role, which decides whose names count', async () => {
    const { caller, root } = await openAuthority();
    const csr = folder.request(EC_KEY, '/O=Ignored/CN=csr.example.com', [
      'subjectAltName=DNS:csr.example.com,DNS:two.example.com',
    ]);
    await makeRole(caller, 'csr', { organization: 'Example Ltd' });
    const input = { csr, common_name: 'api.example.com', alt_names: 'other.example.com' };
    const own = await caller.post('pki/sign/csr', input);
    expectVerified(root, certificateOf(own));
    const ownText = folder.describe(certificateOf(own));
    expect(ownText).toContain('Subject: O = Example Ltd, CN = csr.example.com');
    expect(ownText).toContain('DNS:two.example.com');
    expect(own.warnings).toHaveLength(2);
    expect(own.data).not.toHaveProperty('private_key');
    await makeRole(caller, 'api', { use_csr_common_name: false, use_csr_sans: false });
    const other = folder.describe(certificateOf(await caller.post('pki/sign/api', input)));
    expect(other).toContain('Subject: CN = api.example.com');
    expect(below(other, 'X509v3 Subject Alternative Name')).toBe(
      'DNS:api.example.com, DNS:other.example.com',
    );
  });

  it('refused for their names, their key or their form', async () => {
    const { caller } = await openAuthority();
    await makeRole(caller, 'web', { key_type: 'rsa' });
    await makeRole(caller, 'any', { key_type: 'any' });
    await makeRole(caller, 'big', { key_type: 'ec', key_bits: 384 });
    const ec = folder.request(EC_KEY, '/CN=a.example.net');
    const weak = folder.request(['rsa:1024'], '/CN=a.example.com');
    const sign = async (role: string, csr: string): Promise<string> => {
      const reply = await caller.post(`pki/sign/${role}`, { csr });
      expect(reply.status).toBe(400);
      return textOf(reply.errors[0]);
    };
    expect(await sign('web', ec)).toBe('role requires keys of type rsa');
    expect(await sign('any', ec)).toBe('common name a.example.net not allowed by this role');
    expect(await sign('any', weak)).toBe('RSA keys < 2048 bits are unsafe and not supported');
    expect(await sign('big', ec)).toContain('minimum of a 384-bit key');
    expect(await sign('any', '')).toBe('"csr" is empty');
    expect(await sign('any', 'garbage')).toBe('csr contains no data');
    const lines = ec.trim().split('\n');
    lines.splice(-2, 1, 'A'.repeat(lines.at(-2)?.length ?? 0));
    expect(await sign('any', lines.join('\n'))).toContain('certificate request could not be parsed');
    const issue = await caller.post('pki/issue/any', { common_name: 'a.example.com' });
    expect(issue.errors[0]).toContain('not allowed for issuing certificates, only signing');
  });

  it('signed verbatim, but never as an authority', async () => {
    const { caller, root } = await openAuthority();
    await makeRole(caller, 'short', { max_ttl: '2h', ttl: '1h', generate_lease: true });
    const csr = folder.request(EC_KEY, '/O=Verbatim/CN=anything at all', [
      'subjectAltName=DNS:x.example.net,email:me@example.net',
      'extendedKeyUsage=codeSigning',
    ]);
    const reply = await caller.post('pki/sign-verbatim', {
      csr,
      name: 'short',
      key_usage: 'DigitalSignature',
    });
    expectVerified(root, certificateOf(reply));
    const text = folder.describe(certificateOf(reply));
    expect(text).toContain('Subject: O = Verbatim, CN = anything at all');
    expect(below(text, 'X509v3 Subject Alternative Name')).toBe('DNS:x.example.net, email:me@example.net');
    expect(below(text, 'X509v3 Extended Key Usage')).toBe('Code Signing');
    expect(below(text, 'X509v3 Key Usage')).toBe('Digital Signature');
    expect(textOf(reply.body['lease_id'])).toMatch(/^pki\/sign-verbatim\/short\//);
    expect((await caller.post('pki/sign-verbatim/short', { csr, ttl: '3h' })).status).toBe(400);
    expect((await caller.post('pki/sign-verbatim', { csr, ttl: '3h' })).status).toBe(200);
    expect((await caller.post('pki/sign-verbatim/absent', { csr })).errors).toStrictEqual([
      'unknown role: absent',
    ]);
    const authority = folder.request(EC_KEY, '/CN=ca', ['basicConstraints=critical,CA:TRUE']);
    const refused = await caller.post('pki/sign-verbatim', { csr: authority });
    expect(refused.status).toBe(400);
  });

  it('signed as an intermediate, with the values of the request if wanted', async () => {
    const { caller, root } = await openAuthority();
    const csr = folder.request(EC_KEY, '/O=Own/CN=own ca', [
      'keyUsage=digitalSignature',
      'certificatePolicies=1.2.3.4',
    ]);
    const kept = await caller.post('pki/root/sign-intermediate', {
      csr,
      use_csr_values: true,
      max_path_length: 0,
    });
    expectVerified(root, certificateOf(kept));
    const text = folder.describe(certificateOf(kept));
    expect(text).toContain('Subject: O = Own, CN = own ca');
    expect(below(text, 'X509v3 Key Usage: critical')).toBe('Digital Signature, Certificate Sign, CRL Sign');
    expect(text).toContain('Policy: 1.2.3.4');
    expect(text).toContain('CA:TRUE, pathlen:0');
    const other = await caller.post('pki/root/sign-intermediate', { csr, common_name: 'new ca' });
    const otherText = folder.describe(certificateOf(other));
    expect(otherText).toContain('Subject: CN = new ca');
    expect(otherText).not.toContain('1.2.3.4');
    expect((await caller.post('pki/root/sign-intermediate', { csr })).status).toBe(400);
  });
});

describe.skipIf(!hasOpenssl)('openssl and the sandbox agree on authorities and lists', () => {
  it('made by openssl', async () => {
    const caller = await openSecrets();
    const args = [
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      'ca.key',
      '-out',
      'ca.pem',
      '-days',
      '30',
    ];
    const usage = 'keyUsage=critical,keyCertSign,cRLSign';
    const made = folder.run('req', ...args, '-subj', '/CN=openssl root', '-addext', usage);
    expect(made.ok).toBe(true);
    const key = folder.run('rsa', '-in', 'ca.key', '-traditional').text.replace('writing RSA key\n', '');
    const root = folder.run('x509', '-in', 'ca.pem').text;
    expect((await caller.post('pki/config/ca', { pem_bundle: key + root })).errors).toStrictEqual([]);
    await makeRole(caller, 'web');
    const reply = await caller.post('pki/issue/web', { common_name: 'a.example.com', ttl: '1h' });
    expectVerified(root, certificateOf(reply));
    const locked = folder.run('pkcs8', '-topk8', '-in', 'ca.key', '-passout', 'pass:secret').text;
    const refused = await caller.post('pki/config/ca', { pem_bundle: locked + root });
    expect(refused.status).toBe(400);
    expect(refused.errors[0]).toContain('Error parsing key 0');
  });

  it('that are cross-signed', async () => {
    const { caller, root } = await openAuthority();
    const old = await openAuthority({ common_name: 'old root' });
    const cross = certificateOf(await caller.post('pki/root/sign-self-issued', { certificate: old.root }));
    await makeRole(old.caller, 'web');
    const leaf = certificateOf(await old.caller.post('pki/issue/web', { common_name: 'a.example.com' }));
    expect(folder.verify(root, leaf)).toMatchObject({ ok: false });
    expect(folder.verify(old.root, leaf)).toMatchObject({ ok: true });
    expect(folder.verify(root, leaf, [cross])).toMatchObject({ ok: true });
  });

  it('as to signed lists, and what they revoke', async () => {
    const { caller, root } = await openAuthority({ key_type: 'rsa' });
    await makeRole(caller, 'web');
    const good = certificateOf(await caller.post('pki/issue/web', { common_name: 'a.example.com' }));
    const bad = await caller.post('pki/issue/web', { common_name: 'b.example.com' });
    await caller.post('pki/revoke', { serial_number: bad.data['serial_number'] });
    const list = folder.file('list.pem', (await caller.get('pki/crl/pem')).bytes);
    const rootFile = folder.file('crl-root.pem', root);
    const checked = folder.run('crl', '-in', list, '-CAfile', rootFile, '-noout', '-text');
    expect(checked.text).toContain('verify OK');
    expect(checked.text).toContain('X509v3 CRL Number');
    const judge = (pem: string) =>
      folder.run(
        'verify',
        '-crl_check',
        '-CAfile',
        rootFile,
        '-CRLfile',
        list,
        folder.file('judged.pem', pem),
      );
    expect(judge(good).ok).toBe(true);
    expect(judge(certificateOf(bad)).text).toContain('certificate revoked');
    await caller.post('pki/config/crl', { disable: true });
    const empty = folder.file('empty.der', (await caller.get('pki/crl')).bytes);
    const emptyText = folder.run(
      'crl',
      '-inform',
      'DER',
      '-in',
      empty,
      '-CAfile',
      rootFile,
      '-noout',
      '-text',
    ).text;
    expect(emptyText).toContain('verify OK');
    expect(emptyText).toContain('No Revoked Certificates');
  });

  it('of the demo state', async () => {
    const caller = await openSecrets({ empty: false });
    const root = (await caller.get('pki/ca/pem')).bytes.toString();
    expect(folder.describe(root)).toContain('Subject: CN = demo root');
    const { data } = await caller.list('pki/certs');
    for (const serial of Array.isArray(data['keys']) ? data['keys'] : []) {
      const pem = (await caller.get(`pki/cert/${textOf(serial)}/raw/pem`)).bytes.toString();
      expectVerified(root, pem);
    }
  });
});
