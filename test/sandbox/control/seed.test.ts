import { X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { at, startControlled } from './client.ts';

const TIME = { at: Date.parse('2026-03-01T00:00:00Z'), frozen: true };

/** Everything random that a client can get. */
async function collect(seed: string): Promise<readonly string[]> {
  const { ask, control, sandbox } = await startControlled({ seed, begin: TIME });
  const replies: string[] = [];
  const get = async (line: string, body?: unknown): Promise<void> => {
    const reply = await ask(line, body);
    expect([line, reply.status < 300]).toStrictEqual([line, true]);
    const text = JSON.stringify([line, reply.headers.get('date'), reply.body]);
    replies.push(text.replaceAll(sandbox.origin, '<origin>'));
  };
  await get('GET /v1/pki/ca/pem');
  for (const [type, bits] of [
    ['rsa', 2048],
    ['ec', 224],
    ['ec', 256],
    ['ec', 384],
    ['ec', 521],
    ['ed25519', 0],
  ]) {
    await get('POST /v1/pki/roles/r', {
      allow_any_name: true,
      enforce_hostnames: false,
      key_type: type,
      key_bits: bits,
    });
    await get('POST /v1/pki/issue/r', { common_name: 'a' });
  }
  await get('GET /v1/pki/crl/rotate');
  await get('GET /v1/ldap/creds/dev');
  await get('POST /v1/ldap/library/team-a/check-out', { ttl: '1h' });
  await get('POST /v1/job/mailer/dispatch', { Meta: { to: 'a@example.com' } });
  await control('POST /-/clock', { advance: '26h' });
  await get('GET /v1/ldap/static-cred/app-01');
  await get('GET /v1/allocations?namespace=*');
  await get('GET /v1/sys/mounts');
  return replies;
}

describe('a seed', () => {
  it('gives the same bytes in every run, certificates included', async () => {
    const first = await collect('one');
    const second = await collect('one');
    for (const [index, reply] of first.entries()) expect(second[index]).toBe(reply);
    expect((await collect('two'))[0]).not.toBe(first[0]);
  }, 60_000);

  it.each([
    ['rsa', 2048],
    ['ec', 224],
    ['ec', 256],
    ['ec', 384],
    ['ec', 521],
    ['ed25519', 0],
  ])(
    'makes valid %s keys and signatures of %i bits',
    async (type, bits) => {
      const { ask } = await startControlled({ seed: 'x' });
      await ask('POST /v1/sys/mounts/own', { type: 'pki' });
      const root = { common_name: 'root', key_type: type, key_bits: bits, ttl: '24h' };
      const made = await ask('POST /v1/own/root/generate/internal', root);
      const ca = new X509Certificate(String(at(made.body, 'data', 'certificate')));
      await ask('POST /v1/own/roles/r', {
        allow_any_name: true,
        enforce_hostnames: false,
        key_type: type,
        key_bits: bits,
      });
      const issued = await ask('POST /v1/own/issue/r', { common_name: 'leaf', ttl: '1h' });
      const leaf = new X509Certificate(String(at(issued.body, 'data', 'certificate')));
      expect(ca.verify(ca.publicKey)).toBe(true);
      expect(leaf.verify(ca.publicKey)).toBe(true);
      const { createPrivateKey } = await import('node:crypto');
      expect(leaf.checkPrivateKey(createPrivateKey(String(at(issued.body, 'data', 'private_key'))))).toBe(
        true,
      );
    },
    30_000,
  );
});
