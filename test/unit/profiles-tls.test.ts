import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { resolveEndpoint } from '../../src/services/endpoint/resolve.ts';
import { issue, makeAuthority } from './http-certificates.ts';
import { errorOf, surroundingsOf, temporaryFolder, writeProfiles } from './profiles-surroundings.ts';

const made = { ca: '', other: '', cert: '', key: '', strange: '' };

beforeAll(async () => {
  const authority = await makeAuthority('profiles');
  const issued = await issue(authority, { names: ['client.example'] });
  made.ca = authority.pem;
  made.other = (await makeAuthority('other')).pem;
  made.cert = issued.cert;
  made.key = issued.key;
  made.strange = (await issue(authority, { names: ['strange.example'] })).key;
});

const put = (folder: string, name: string, content: string): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

const flags = { baseUrl: 'https://own.example/v1' };
const caOf = (caFile: string) => resolveEndpoint('secrets', { ...flags, caFile }, surroundingsOf({}));

describe('an authority', () => {
  it('can be a file, text, or a folder', async () => {
    const folder = temporaryFolder();
    const path = put(folder, 'ca.pem', `comment\n${made.ca}\r\n${made.other}`);
    expect((await caOf(path)).tls.ca).toContain(made.other);
    const bytes = surroundingsOf({ VAULT_ADDR: 'https://v.example', VAULT_CACERT_BYTES: made.ca });
    expect((await resolveEndpoint('secrets', {}, bytes)).tls.ca).toBe(made.ca);
    const both = { ...bytes, env: { ...bytes.env, VAULT_CACERT: path } };
    expect((await resolveEndpoint('secrets', {}, both)).tls.ca).toContain(made.other);
    put(folder, 'b.crt', made.ca);
    put(folder, 'readme.txt', 'nothing');
    const whole = surroundingsOf({ NOMAD_ADDR: 'https://n.example', NOMAD_CAPATH: folder });
    expect((await resolveEndpoint('jobs', {}, whole)).tls.ca?.match(/BEGIN CERT/g)).toHaveLength(3);
  });

  it('is exit 3 if Node would ignore it', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'empty'));
    for (const [content, why] of [
      ['', 'contains no certificate'],
      ['garbage', 'contains no certificate'],
      [made.key, 'contains no certificate'],
      [`${made.ca}-----BEGIN CERTIFICATE-----\nMIIB`, 'is truncated'],
      ['-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----', 'cannot be parsed'],
    ] as const) {
      const path = put(folder, 'ca.pem', content);
      const error = await errorOf(() => caOf(path));
      const mentioned = [why, '--ca-file', path].map((words) => error.message.includes(words));
      expect([error.exit, ...mentioned]).toEqual([3, true, true, true]);
    }
    expect((await errorOf(() => caOf(join(folder, 'missing')))).message).toContain('does not exist');
    const folderless = surroundingsOf({
      NOMAD_ADDR: 'https://n.example',
      NOMAD_CAPATH: join(folder, 'empty'),
    });
    expect((await errorOf(() => resolveEndpoint('jobs', {}, folderless))).exit).toBe(3);
  });
});

describe('a client certificate', () => {
  const withFiles = (cert: string | undefined, key: string | undefined) => {
    const folder = temporaryFolder();
    const env: Record<string, string> = { TRIVET_JOBS_URL: 'https://n.example' };
    if (cert !== undefined) env['TRIVET_JOBS_CLIENT_CERT'] = put(folder, 'cert.pem', cert);
    if (key !== undefined) env['TRIVET_JOBS_CLIENT_KEY'] = put(folder, 'key.pem', key);
    return resolveEndpoint('jobs', {}, surroundingsOf(env));
  };

  it('is sent with its key', async () => {
    expect((await withFiles(made.cert, made.key)).tls).toMatchObject({ cert: made.cert, key: made.key });
  });

  it('is exit 3 if it does not fit its key', async () => {
    const { privateKey } = generateKeyPairSync('ec', {
      namedCurve: 'P-256',
      privateKeyEncoding: { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    for (const [cert, key, why] of [
      [made.cert, undefined, 'is set without its counterpart'],
      [undefined, made.key, 'is set without its counterpart'],
      [made.cert, made.strange, 'does not belong to'],
      [made.cert, 'garbage', 'no private key'],
      [made.key, made.key, 'contains no certificate'],
      [made.cert, privateKey, 'is encrypted'],
    ] as const) {
      const error = await errorOf(() => withFiles(cert, key));
      expect([error.exit, error.message.includes(why)], why).toEqual([3, true]);
    }
  });

  it('is used only for the address that it was set for', async () => {
    const folder = temporaryFolder();
    const surroundings = surroundingsOf({});
    const jobs = {
      url: 'https://n.example',
      caFile: put(folder, 'ca.pem', made.ca),
      clientCert: put(folder, 'cert.pem', made.cert),
      clientKey: put(folder, 'key.pem', made.key),
      serverName: 'inner.example',
    };
    writeProfiles(surroundings, { version: 1, current: 'p', profiles: { p: { jobs } } });
    const mine = await resolveEndpoint('jobs', {}, surroundings);
    expect(mine.tls).toEqual({ ca: made.ca, cert: made.cert, key: made.key, serverName: 'inner.example' });
    const elsewhere = await resolveEndpoint('jobs', { baseUrl: 'https://x.example' }, surroundings);
    expect(Object.values(elsewhere.tls).filter((value) => value !== undefined)).toEqual([]);
    const vendor = { ...surroundings, env: { NOMAD_ADDR: 'https://v.example' } };
    expect(Object.values((await resolveEndpoint('jobs', {}, vendor)).tls).filter(Boolean)).toEqual([]);
  });
});
