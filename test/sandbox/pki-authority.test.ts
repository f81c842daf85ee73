import { X509Certificate } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { closeAll, effectsOf, listOf, makeRole, makeRoot, openSecrets, textOf } from './secrets-client.ts';
import type { Caller, Fields, Reply } from './secrets-client.ts';

afterEach(closeAll);

/** Puts an intermediate into the mount, signed by the previous root. Returns root and intermediate. */
async function makeIntermediate(
  caller: Caller,
  signing: Fields = {},
): Promise<{ root: string; middle: string }> {
  const other = await openSecrets();
  const root = textOf((await makeRoot(other)).data['certificate']);
  const input = { common_name: 'test intermediate', key_type: 'ec' };
  const { csr } = (await caller.post('pki/intermediate/generate/internal', input)).data;
  const signed = await other.post('pki/root/sign-intermediate', { csr, ...input, ttl: '8760h', ...signing });
  const middle = textOf(signed.data['certificate']);
  const set = await caller.post('pki/intermediate/set-signed', { certificate: `${middle}\n${root}` });
  expect(set.errors).toStrictEqual([]);
  return { root, middle };
}

describe('a root', () => {
  it('is generated with the documented fields and is refused a second time', async () => {
    const caller = await openSecrets();
    const reply = await makeRoot(caller, { organization: 'Example Ltd', country: 'SE', max_path_length: 2 });
    expect(Object.keys(reply.data).sort()).toStrictEqual([
      'certificate',
      'expiration',
      'issuer_id',
      'issuer_name',
      'issuing_ca',
      'key_id',
      'key_name',
      'serial_number',
    ]);
    const certificate = new X509Certificate(textOf(reply.data['certificate']));
    expect(certificate.ca).toBe(true);
    expect(certificate.subject).toBe('C=SE\nO=Example Ltd\nCN=test root');
    const second = await caller.post('pki/root/generate/internal', { common_name: 'x', key_type: 'ec' });
    expect(second.status).toBe(400);
    expect(second.errors[0]).toContain('refusing to generate a root certificate over an existing CA');
    expect((await caller.get('pki/ca/pem')).bytes.toString()).toBe(reply.data['certificate']);
    expect(await effectsOf(caller)).toStrictEqual(['root.generated']);
  });

  it.each([
    ['without a name', 'internal', { common_name: '' }, 'the common_name field is required'],
    ['of an unknown type', 'secret', {}, 'the "exported" path parameter must be'],
    ['with an unknown managed key', 'kms', { managed_key_name: 'hsm' }, 'no managed key is known'],
    ['with a managed key without its name', 'kms', {}, 'managed_key_name or managed_key_id is required'],
    ['with an unknown kind of key', 'internal', { key_type: 'dsa' }, 'unknown key type dsa'],
    ['with a weak key', 'internal', { key_type: 'rsa', key_bits: 1024 }, 'RSA keys < 2048 bits are unsafe'],
    ['longer than the mount allows', 'internal', { ttl: '87601h' }, 'is larger than the max_ttl'],
    ['with ttl and not_after', 'internal', { not_after: '2099-01-01T00:00:00Z' }, 'Either ttl or not_after'],
    ['with a bad format', 'internal', { format: 'p12' }, 'must be "pem", "der", or "pem_bundle"'],
  ])('is refused %s', async (_, type, input, error) => {
    const caller = await openSecrets();
    const base = { common_name: 'root', key_type: 'ec', ttl: '1h' };
    const reply = await caller.post(`pki/root/generate/${type}`, { ...base, ...input });
    expect(reply.status).toBe(400);
    expect(reply.errors[0]).toContain(error);
    expect((await caller.get('pki/ca')).status).toBe(204);
  });

  it('lives to the year 9999 on request', async () => {
    const caller = await openSecrets();
    const reply = await makeRoot(caller, { ttl: '', not_after: '9999-12-31T23:59:59Z' });
    const certificate = new X509Certificate(textOf(reply.data['certificate']));
    expect(certificate.validTo).toBe('Dec 31 23:59:59 9999 GMT');
  });

  it('loses its key on deletion, stays readable, and can be replaced', async () => {
    const caller = await openSecrets();
    const first = textOf((await makeRoot(caller)).data['certificate']);
    await makeRole(caller, 'web');
    expect((await caller.remove('pki/root')).status).toBe(204);
    expect((await caller.get('pki/ca/pem')).bytes.toString()).toBe(first);
    const issue = await caller.post('pki/issue/web', { common_name: 'a.example.com' });
    expect(issue.status).toBe(500);
    expect(issue.errors[0]).toContain('could not fetch the CA certificate');
    const second = textOf((await makeRoot(caller)).data['certificate']);
    expect((await caller.get('pki/ca/pem')).bytes.toString()).toBe(second);
    expect(second).not.toBe(first);
  });

  it('is revoked at the end of its lease, on its own list', async () => {
    const caller = await openSecrets();
    const root = await makeRoot(caller);
    const lease_id = textOf(root.body['lease_id']);
    expect(lease_id).toMatch(/^pki\/root\/generate\/internal\//);
    await caller.post('sys/leases/revoke', { lease_id, sync: true });
    const serial = textOf(root.data['serial_number']);
    expect((await caller.get(`pki/cert/${serial}`)).data['revocation_time']).toBeGreaterThan(0);
    const list = (await caller.get('pki/crl')).bytes.toString('hex');
    expect(list).toContain(serial.replaceAll(':', ''));
  });

  it('is revoked when it expires, unlike a leaf', async () => {
    // The clock stands still, so root and leaf expire in the same second.
    const caller = await openSecrets({ begin: { frozen: true } });
    const root = await makeRoot(caller, { ttl: '10h' });
    await makeRole(caller, 'leased', { generate_lease: true });
    const leaf = await caller.post('pki/issue/leased', { common_name: 'a.example.com', ttl: '10h' });
    caller.sandbox.clock.advance(10 * 3_600_000);
    const revoked = async (reply: Reply): Promise<unknown> =>
      (await caller.get(`pki/cert/${textOf(reply.data['serial_number'])}`)).data['revocation_time'];
    expect(await revoked(root)).toBeGreaterThan(0);
    expect(await revoked(leaf)).toBe(0);
    expect(await caller.list('sys/leases/lookup/pki')).toMatchObject({ status: 404 });
  });

  it('returns its key only when exported', async () => {
    const caller = await openSecrets();
    const input = { common_name: 'root', key_type: 'ed25519', ttl: '1h', format: 'pem_bundle' };
    const reply = await caller.post('pki/root/generate/exported', input);
    expect(reply.data).toMatchObject({ private_key_type: 'ed25519' });
    expect(reply.data['certificate']).toBe(
      `${textOf(reply.data['private_key'])}\n${textOf(reply.data['issuing_ca'])}`,
    );
  });
});

describe('an intermediate', () => {
  it('is signed elsewhere, set, and issues with the full chain', async () => {
    const caller = await openSecrets();
    const { root, middle } = await makeIntermediate(caller);
    await makeRole(caller, 'web');
    const { data } = await caller.post('pki/issue/web', { common_name: 'a.example.com' });
    expect(data['issuing_ca']).toBe(middle);
    expect(data['ca_chain']).toStrictEqual([middle, root]);
    expect((await caller.get('pki/ca_chain')).bytes.toString()).toBe(middle);
    expect((await caller.get('pki/cert/ca_chain')).data['ca_chain']).toBe(middle);
    const bundle = await caller.post('pki/issue/web', { common_name: 'b.example.com', format: 'pem_bundle' });
    expect(textOf(bundle.data['certificate']).match(/BEGIN [A-Z ]+/g)).toStrictEqual([
      'BEGIN EC PRIVATE KEY',
      'BEGIN CERTIFICATE',
      'BEGIN CERTIFICATE',
      'BEGIN CERTIFICATE',
    ]);
  });

  it('replaces the key of an existing authority', async () => {
    const caller = await openSecrets();
    await makeRoot(caller);
    const reply = await caller.post('pki/intermediate/generate/internal', {
      common_name: 'x',
      key_type: 'ec',
    });
    expect(Object.keys(reply.data)).toStrictEqual(['csr', 'key_id']);
    expect((await caller.get('pki/ca')).status).toBe(204);
    expect((await caller.get('pki/crl')).status).toBe(204);
  });

  it('is listed with each certificate that was imported with it', async () => {
    const caller = await openSecrets();
    const { root, middle } = await makeIntermediate(caller);
    const listed = async () => (await caller.get('pki/issuers?list=true')).data;
    const { keys, key_info: info } = await listed();
    const issuers = Object.entries(info as Readonly<Record<string, Fields>>);
    expect(keys).toStrictEqual(issuers.map(([id]) => id).sort());
    const shown = new Map<unknown, Fields>();
    for (const [id, { is_default: isDefault }] of issuers)
      shown.set(isDefault, (await caller.get(`pki/issuer/${id}`)).data);
    const [own, above] = [shown.get(true), shown.get(false)];
    expect(own).toMatchObject({ certificate: `${middle}\n`, ca_chain: [`${middle}\n`, `${root}\n`] });
    expect(above).toMatchObject({ certificate: `${root}\n`, ca_chain: [`${root}\n`], key_id: '' });
    // Only certificates that the mount made are stored there.
    const { serialNumber } = new X509Certificate(middle);
    const serial = serialNumber.toLowerCase().replaceAll(/(..)(?!$)/g, '$1:');
    expect((await caller.get(`pki/cert/${serial}`)).status).toBe(404);
    expect((await caller.remove(`pki/issuer/${textOf(above?.['issuer_id'])}`)).status).toBe(200);
    expect((await listed())['keys']).toStrictEqual([own?.['issuer_id']]);
  });

  it('refuses certificates that do not fit', async () => {
    const caller = await openSecrets();
    const other = await openSecrets();
    const root = textOf((await makeRoot(other)).data['certificate']);
    await makeRole(other, 'web');
    const leaf = (await other.post('pki/issue/web', { common_name: 'a.example.com' })).data;
    const set = async (certificate: unknown): Promise<string> => {
      const reply = await caller.post('pki/intermediate/set-signed', { certificate });
      expect(reply.status).toBe(400);
      return textOf(reply.errors[0]);
    };
    expect(await set(root)).toContain('no private key is waiting');
    await caller.post('pki/intermediate/generate/internal', { common_name: 'x', key_type: 'ec' });
    expect(await set(root)).toContain('belongs to the private key');
    expect(await set(leaf['certificate'])).toContain('Refusing to import non-CA certificate');
    expect(await set(`${textOf(leaf['private_key'])}\n${root}`)).toContain(
      'private keys found in the PEM bundle',
    );
    expect(await set('/etc/ca.pem')).toContain('too short');
    expect(await set('x'.repeat(100))).toContain('invalid PEM data');
    expect(await set('')).toContain('parameters were empty');
  });

  it('respects the path length of its issuer', async () => {
    const caller = await openSecrets();
    const { middle } = await makeIntermediate(caller, { max_path_length: 0 });
    expect(middle).toContain('CERTIFICATE');
    const elsewhere = await openSecrets();
    const input = { common_name: 'below', key_type: 'ec' };
    const { csr } = (await elsewhere.post('pki/intermediate/generate/internal', input)).data;
    expect(await caller.post('pki/root/sign-intermediate', { csr, ...input })).toMatchObject({
      status: 400,
      errors: ['signing certificate has a max path length of zero, and cannot issue further CA certificates'],
    });
  });

  it('may outlive its issuer, with a warning', async () => {
    const caller = await openSecrets();
    await makeRoot(caller, { ttl: '10h' });
    const elsewhere = await openSecrets();
    const input = { common_name: 'long', key_type: 'ec' };
    const { csr } = (await elsewhere.post('pki/intermediate/generate/internal', input)).data;
    const reply = await caller.post('pki/root/sign-intermediate', { csr, ...input, ttl: '20h' });
    expect(reply.status).toBe(200);
    expect(reply.warnings[0]).toContain("after the CA's expiration time");
    expect(listOf(reply.data['ca_chain'])[0]).toBe(reply.data['certificate']);
  });
});

describe('an import', () => {
  it('replaces an authority by a key with its certificate', async () => {
    const source = await openSecrets();
    const input = { common_name: 'imported', key_type: 'ec', ttl: '100h', format: 'pem_bundle' };
    const exported = (await source.post('pki/root/generate/exported', input)).data;
    const caller = await openSecrets();
    await makeRoot(caller);
    const reply = await caller.post('pki/config/ca', { pem_bundle: exported['certificate'] });
    expect(reply.status).toBe(200);
    expect((await caller.get('pki/ca/pem')).bytes.toString()).toBe(exported['issuing_ca']);
    await makeRole(caller, 'web');
    const bundle = { common_name: 'a.example.com', format: 'pem_bundle', ttl: '1h' };
    // The service did not make an imported root, so the bundle includes it.
    expect((await caller.post('pki/issue/web', bundle)).data['certificate']).toContain(
      exported['issuing_ca'],
    );
  });

  it('needs a key and a certificate that match', async () => {
    const source = await openSecrets();
    const input = { common_name: 'one', key_type: 'ec', ttl: '100h' };
    const one = (await source.post('pki/root/generate/exported', input)).data;
    const other = (await openSecrets()).post('pki/root/generate/internal', input);
    const foreign = textOf((await other).data['certificate']);
    const caller = await openSecrets();
    for (const [bundle, error] of [
      [one['certificate'], 'exactly one private key'],
      [one['private_key'], 'belongs to the private key'],
      [`${textOf(one['private_key'])}\n${foreign}`, 'belongs to the private key'],
    ]) {
      const reply = await caller.post('pki/config/ca', { pem_bundle: bundle });
      expect(reply.status).toBe(400);
      expect(reply.errors[0]).toContain(error);
    }
  });
});

describe('self-issued certificates', () => {
  it('keep everything but issuer, authority key and distribution points', async () => {
    const caller = await openSecrets();
    await makeRoot(caller);
    await caller.post('pki/config/urls', { crl_distribution_points: 'http://ca.example.com/crl' });
    const other = await openSecrets();
    const foreign = textOf((await makeRoot(other, { common_name: 'old root' })).data['certificate']);
    const reply = await caller.post('pki/root/sign-self-issued', { certificate: foreign });
    const before = new X509Certificate(foreign);
    const after = new X509Certificate(textOf(reply.data['certificate']));
    const issuer = new X509Certificate(textOf(reply.data['issuing_ca']));
    expect([after.serialNumber, after.subject, after.validTo]).toStrictEqual([
      before.serialNumber,
      before.subject,
      before.validTo,
    ]);
    expect(after.issuer).toBe('CN=test root');
    expect(after.checkIssued(issuer)).toBe(true);
    expect(after.verify(issuer.publicKey)).toBe(true);
    expect(after.raw.includes('http://ca.example.com/crl')).toBe(true);
  });

  it('are refused if they are not self-issued, or have another algorithm', async () => {
    const caller = await openSecrets();
    const { data } = await makeRoot(caller);
    await makeRole(caller, 'web');
    const leaf = (await caller.post('pki/issue/web', { common_name: 'a.example.com' })).data['certificate'];
    const sign = async (input: Fields) => caller.post('pki/root/sign-self-issued', input);
    expect((await sign({ certificate: leaf })).errors).toStrictEqual([
      'given certificate is not a CA certificate',
    ]);
    expect((await sign({ certificate: 'garbage' })).errors).toStrictEqual([
      'certificate could not be PEM-decoded',
    ]);
    const other = await openSecrets();
    const edwards = (await makeRoot(other, { key_type: 'ed25519' })).data['certificate'];
    const strict = { require_matching_certificate_algorithms: true };
    expect((await sign({ certificate: edwards, ...strict })).status).toBe(500);
    expect((await sign({ certificate: edwards })).status).toBe(200);
    expect((await sign({ certificate: data['certificate'], ...strict })).status).toBe(200);
  });
});
