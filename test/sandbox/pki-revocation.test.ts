import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Caller, Fields } from './secrets-client.ts';
import { closeAll, effectsOf, listOf, makeRole, makeRoot, openSecrets, textOf } from './secrets-client.ts';

let caller: Caller;

beforeEach(async () => {
  caller = await openSecrets();
  await makeRoot(caller);
  await makeRole(caller, 'web', { ttl: '24h' });
});
afterEach(closeAll);

async function issueOne(role = 'web', input: Fields = {}): Promise<Fields> {
  const reply = await caller.post(`pki/issue/${role}`, { common_name: 'a.example.com', ...input });
  expect(reply.errors).toStrictEqual([]);
  return reply.data;
}

/** Whether the published list contains the serial number. */
async function listed(serial: unknown): Promise<boolean> {
  const bytes = (await caller.get('pki/crl')).bytes.toString('hex');
  return bytes.includes(textOf(serial).replaceAll(':', ''));
}

async function revoke(input: Fields) {
  return caller.post('pki/revoke', input);
}

describe('revocation', () => {
  it('marks the certificate, rotates the list, and can be repeated', async () => {
    const { serial_number } = await issueOne();
    expect(await listed(serial_number)).toBe(false);
    const first = await revoke({ serial_number });
    expect(first.data).toMatchObject({ state: 'revoked' });
    expect(await listed(serial_number)).toBe(true);
    caller.sandbox.clock.advance(60_000);
    expect((await revoke({ serial_number })).data).toStrictEqual(first.data);
    expect((await caller.get(`pki/cert/${textOf(serial_number)}`)).data).toMatchObject({
      revocation_time: first.data['revocation_time'],
    });
    const effects = await effectsOf(caller);
    expect(effects.filter((what) => what === 'certificate.revoked')).toHaveLength(1);
  });

  it('accepts hyphens, capitals, and a certificate in place of the serial number', async () => {
    const one = await issueOne();
    const hyphens = textOf(one['serial_number']).replaceAll(':', '-').toUpperCase();
    expect((await revoke({ serial_number: hyphens })).status).toBe(200);
    const two = await issueOne();
    expect((await revoke({ certificate: two['certificate'] })).status).toBe(200);
    expect(await listed(two['serial_number'])).toBe(true);
  });

  it('refuses an unknown certificate', async () => {
    const other = await openSecrets();
    const foreign = textOf((await makeRoot(other)).data['certificate']);
    const root = textOf((await caller.get('pki/cert/ca')).data['certificate']);
    expect((await revoke({ serial_number: '00:11:22' })).errors).toStrictEqual([
      'certificate with serial 00:11:22 not found.',
    ]);
    expect((await revoke({})).status).toBe(400);
    expect((await revoke({ serial_number: '00:11', certificate: root })).errors[0]).toContain('not both');
    expect((await revoke({ certificate: foreign })).status).toBe(500);
    expect((await revoke({ certificate: root })).errors[0]).toContain('to its own CRL is not allowed');
  });

  it('only warns if the certificate has expired', async () => {
    const { serial_number } = await issueOne('web', { ttl: '1h' });
    caller.sandbox.clock.advance(2 * 3_600_000);
    const reply = await revoke({ serial_number });
    expect(reply).toMatchObject({ status: 200, body: { data: null } });
    expect(reply.warnings[0]).toContain('already expired');
    expect(await listed(serial_number)).toBe(false);
  });

  it('does not find certificates that were not stored, unless they are presented', async () => {
    await makeRole(caller, 'loose', { no_store: true, generate_lease: true });
    const reply = await caller.post('pki/issue/loose', { common_name: 'a.example.com' });
    expect(reply.body['lease_id']).toBe('');
    const { serial_number, certificate } = reply.data;
    expect((await caller.get(`pki/cert/${textOf(serial_number)}`)).status).toBe(404);
    expect(listOf((await caller.list('pki/certs')).data['keys'])).not.toContain(serial_number);
    expect((await revoke({ serial_number })).status).toBe(400);
    expect((await revoke({ certificate })).status).toBe(200);
    expect(await listed(serial_number)).toBe(true);
  });
});

describe('the revocation list', () => {
  it('is empty while disabled, and full again when enabled', async () => {
    const early = (await issueOne())['serial_number'];
    await revoke({ serial_number: early });
    await caller.post('pki/config/crl', { disable: true });
    expect(await listed(early)).toBe(false);
    expect((await caller.get('pki/crl')).bytes.length).toBeGreaterThan(100);
    const late = (await issueOne())['serial_number'];
    await revoke({ serial_number: late });
    expect(await listed(late)).toBe(false);
    await caller.post('pki/config/crl', { disable: false });
    expect([await listed(early), await listed(late)]).toStrictEqual([true, true]);
  });

  it('has a configuration only once it is written', async () => {
    expect(await caller.get('pki/config/crl')).toMatchObject({ status: 404, errors: [] });
    await caller.post('pki/config/crl', { expiry: '96h' });
    expect((await caller.get('pki/config/crl')).data).toStrictEqual({ expiry: '96h', disable: false });
    await caller.post('pki/config/crl', { disable: 'true' });
    expect((await caller.get('pki/config/crl')).data).toStrictEqual({ expiry: '96h', disable: true });
    expect((await caller.post('pki/config/crl', { expiry: 'soon' })).errors).toStrictEqual([
      'given expiry could not be decoded: time: invalid duration "soon"',
    ]);
  });

  it('is signed again on demand, and readable without a token', async () => {
    const anonymous = caller.as(undefined);
    const before = (await anonymous.get('pki/crl')).bytes;
    expect((await caller.get('pki/crl/rotate')).data).toStrictEqual({ success: true });
    expect((await anonymous.get('pki/crl')).bytes.equals(before)).toBe(false);
    expect((await caller.post('pki/crl/rotate')).status).toBe(405);
    expect((await anonymous.get('pki/crl/rotate')).status).toBe(403);
  });
});

describe('a read', () => {
  it('has the recorded media types, without a token', async () => {
    const anonymous = caller.as(undefined);
    const { serial_number, certificate } = await issueOne();
    const serial = textOf(serial_number);
    const types = async (path: string): Promise<string | null> => {
      const reply = await anonymous.get(path);
      expect(reply.status).toBe(200);
      return reply.headers.get('content-type');
    };
    expect(await types('pki/ca')).toBe('application/pkix-cert');
    expect(await types('pki/ca/pem')).toBe('application/pem-certificate-chain');
    expect(await types('pki/crl')).toBe('application/pkix-crl');
    expect(await types('pki/crl/pem')).toBe('application/x-pem-file');
    expect(await types(`pki/cert/${serial}/raw`)).toBe('application/pkix-cert');
    expect((await anonymous.get(`pki/cert/${serial}/raw/pem`)).bytes.toString()).toBe(certificate);
    expect((await anonymous.get(`pki/cert/${serial.replaceAll(':', '%3A')}`)).data).toStrictEqual({
      certificate,
      revocation_time: 0,
      revocation_time_rfc3339: '',
    });
    expect(textOf((await anonymous.get('pki/cert/crl')).data['certificate'])).toContain('X509 CRL');
    expect((await anonymous.list('pki/certs')).status).toBe(403);
  });

  it('answers 204 if a bare endpoint has nothing, 404 in the standard structure', async () => {
    expect((await caller.get('pki/cert/00-11-22/raw')).status).toBe(204);
    expect((await caller.get('pki/cert/00-11-22')).status).toBe(404);
    // The chain of a root omits the root, so it is empty.
    expect((await caller.get('pki/ca_chain')).status).toBe(204);
    expect((await caller.get('pki/cert/crl/raw')).errors).toStrictEqual(['unsupported path']);
    const other = await openSecrets();
    expect((await other.get('pki/cert/ca')).errors).toStrictEqual(['no default issuer currently configured']);
  });
});

describe('URLs', () => {
  it('exist once written, are independent, and a blank removes one', async () => {
    expect(await caller.get('pki/config/urls')).toMatchObject({ status: 404, errors: [] });
    const issuing_certificates = 'http://a.example.com/ca,http://b.example.com/ca';
    await caller.post('pki/config/urls', { issuing_certificates, ocsp_servers: ['http://ocsp.example.com'] });
    await caller.post('pki/config/urls', { ocsp_servers: '' });
    expect((await caller.get('pki/config/urls')).data).toStrictEqual({
      issuing_certificates: issuing_certificates.split(','),
      crl_distribution_points: [],
      ocsp_servers: [],
    });
    const reply = await caller.post('pki/config/urls', { crl_distribution_points: 'not a url' });
    expect(reply.errors[0]).toContain('parameter crl_distribution_points: not a url');
  });
});

describe('a tidy', () => {
  const HOUR = 3_600_000;

  it('runs in the background and counts what it removed', async () => {
    const expired = await issueOne('web', { ttl: '1h' });
    const revoked = await issueOne('web', { ttl: '1h' });
    const alive = await issueOne('web', { ttl: '720h' });
    await revoke({ serial_number: revoked['serial_number'] });
    const { clock } = caller.sandbox;
    clock.advance(72 * HOUR);
    const input = { tidy_cert_store: true, tidy_revoked_certs: true };
    expect((await caller.get('pki/tidy-status')).data).toMatchObject({
      state: 'Inactive',
      safety_buffer: null,
    });
    // Expired for 71 hours, which is less than the safety buffer.
    expect((await caller.post('pki/tidy', input)).status).toBe(202);
    clock.advance(10_000);
    expect((await caller.get('pki/tidy-status')).data).toMatchObject({
      state: 'Finished',
      cert_store_deleted_count: 0,
    });
    clock.advance(2 * HOUR);
    await caller.post('pki/tidy', input);
    expect((await caller.get('pki/tidy-status')).data).toMatchObject({
      state: 'Running',
      safety_buffer: 259_200,
    });
    expect(await caller.post('pki/tidy', input)).toMatchObject({
      status: 200,
      warnings: ['Tidy operation already in progress.'],
    });
    clock.advance(300);
    expect((await caller.get('pki/tidy-status')).data['message']).toMatch(
      /^Tidying certificate store: checking entry \d of 4$/,
    );
    clock.advance(10_000);
    expect((await caller.get('pki/tidy-status')).data).toMatchObject({
      state: 'Finished',
      error: null,
      message: null,
      tidy_cert_store: true,
      tidy_revoked_certs: true,
      cert_store_deleted_count: 2,
      revoked_cert_deleted_count: 1,
    });
    expect((await caller.get(`pki/cert/${textOf(expired['serial_number'])}`)).status).toBe(404);
    expect((await caller.get(`pki/cert/${textOf(alive['serial_number'])}`)).status).toBe(200);
    expect(await listed(revoked['serial_number'])).toBe(false);
  });

  it('fails if the list cannot be signed', async () => {
    const { serial_number } = await issueOne('web', { ttl: '1h' });
    await revoke({ serial_number });
    await caller.remove('pki/root');
    caller.sandbox.clock.advance(100 * HOUR);
    await caller.post('pki/tidy', { tidy_revoked_certs: true });
    caller.sandbox.clock.advance(10_000);
    const { data } = await caller.get('pki/tidy-status');
    expect(data['state']).toBe('Error');
    expect(data['error']).toContain('could not fetch the CA certificate');
  });

  it('needs something to tidy and a safety buffer', async () => {
    expect((await caller.post('pki/tidy', {})).warnings[0]).toContain('no tidy operations were set');
    expect((await caller.post('pki/tidy', { safety_buffer: 0, tidy_cert_store: true })).errors).toStrictEqual(
      ['safety_buffer must be greater than zero'],
    );
    expect((await caller.get('pki/tidy-status')).data['state']).toBe('Inactive');
  });
});

describe('the demo state', () => {
  it('has a root, two roles and one certificate, and no effects', async () => {
    const demo = await openSecrets({ empty: false });
    expect((await demo.list('pki/roles')).data).toStrictEqual({ keys: ['internal', 'web'] });
    expect((await demo.get('pki/roles/web')).data).toMatchObject({
      allowed_domains: ['example.com'],
      allow_subdomains: true,
      max_ttl: 259_200,
    });
    expect(listOf((await demo.list('pki/certs')).data['keys'])).toHaveLength(2);
    expect(await effectsOf(demo)).toStrictEqual([]);
  });
});
