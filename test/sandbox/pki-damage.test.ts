/** Tests damaged input: it is refused with its reason, and never causes an internal error. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Caller, Fields } from './secrets-client.ts';
import { closeAll, makeRole, makeRoot, openSecrets, textOf } from './secrets-client.ts';

let caller: Caller;
let root: Buffer;
let request: Buffer;

function derOf(pem: unknown): Buffer {
  return Buffer.from(
    textOf(pem)
      .replaceAll(/-----[^-]+-----/g, '')
      .replaceAll('\n', ''),
    'base64',
  );
}

function pemOf(label: string, der: Buffer): string {
  return `-----BEGIN ${label}-----\n${der.toString('base64')}\n-----END ${label}-----`;
}

beforeEach(async () => {
  caller = await openSecrets();
  const domains = { permitted_dns_domains: 'example.com' };
  root = derOf((await makeRoot(caller, domains)).data['certificate']);
  await makeRole(caller, 'any', { key_type: 'any' });
  const elsewhere = await openSecrets();
  const input = { common_name: 'a.example.com', key_type: 'ec', add_basic_constraints: true };
  request = derOf((await elsewhere.post('pki/intermediate/generate/internal', input)).data['csr']);
});
afterEach(closeAll);

/** The bytes cut off or changed at every seventh place. */
function damaged(bytes: Buffer): readonly Buffer[] {
  const places = Array.from({ length: Math.floor(bytes.length / 7) }, (_, index) => index * 7);
  return places.flatMap((place) => {
    const changed = Buffer.from(bytes);
    changed[place] = (changed[place] ?? 0) ^ 0xff;
    return [bytes.subarray(0, place), changed];
  });
}

describe('damaged input', () => {
  it('as a signing request is refused with 400', async () => {
    for (const der of damaged(request)) {
      const reply = await caller.post('pki/sign/any', { csr: pemOf('CERTIFICATE REQUEST', der) });
      expect(reply.status).toBe(400);
      expect(reply.errors[0]).toMatch(/^certificate request could not be parsed: \S/);
    }
  });

  it('as a certificate is refused by every operation that takes one', async () => {
    const send = async (path: string, input: Fields): Promise<number> =>
      (await caller.post(path, input)).status;
    await caller.post('pki/intermediate/generate/internal', { common_name: 'x', key_type: 'ec' });
    for (const der of damaged(root)) {
      const certificate = pemOf('CERTIFICATE', der);
      expect(await send('pki/intermediate/set-signed', { certificate })).toBe(400);
      expect(await send('pki/config/ca', { pem_bundle: certificate.padEnd(100) })).toBe(400);
    }
  });

  it('as a presented certificate never revokes anything', async () => {
    const list = (await caller.get('pki/crl')).bytes;
    for (const der of damaged(root)) {
      const reply = await caller.post('pki/revoke', { certificate: pemOf('CERTIFICATE', der) });
      expect(reply.status).toBeGreaterThanOrEqual(400);
    }
    expect((await caller.get('pki/crl')).bytes.equals(list)).toBe(true);
  });

  it('in a path or a body is refused', async () => {
    expect((await caller.get('pki/roles/%ff')).status).toBe(400);
    const proto = '{"__proto__":{"allow_any_name":true},"constructor":"x","key_type":"ec"}';
    const { sandbox } = caller;
    await fetch(`${sandbox.urls.secrets}/pki/roles/proto`, {
      method: 'POST',
      headers: { 'x-vault-token': sandbox.token, 'content-type': 'application/json' },
      body: proto,
    });
    expect((await caller.get('pki/roles/proto')).data).toMatchObject({ allow_any_name: false });
    expect((await caller.post('pki/issue/proto', { common_name: 'a.example.net' })).status).toBe(400);
  });
});
