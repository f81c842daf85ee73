/** A CA with two certificates, of one key, from two roots; openssl is the judge of what a server would send. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OpensslFolder } from '../../sandbox/openssl.ts';
import { useSandbox } from '../../support/sandbox.ts';

const { trivet, done } = useSandbox();

const openssl = new OpensslFolder();
afterAll(() => openssl.remove());
const at = (...names: readonly string[]): string => join(openssl.path, ...names);
const tls = at('tls');

const roots = ['pki_new', 'pki_old'] as const;
type Root = (typeof roots)[number];

/** The mount signs with the certificate of its CA that this root signed. */
const signWith = (root: Root) =>
  done(`pki intermediate set-signed --mount pki_int --certificate @${at(root, 'cert.pem')}`);

/** What openssl says of the files, for clients that trust one root. */
const judged = async (root: Root): Promise<string> => {
  const lists: string[] = [];
  for (const mount of ['pki_int', ...roots]) lists.push(await done(`pki crl show --mount ${mount}`));
  const chain = join(tls, 'fullchain.pem');
  return openssl.verifyUnrevoked(chain, {
    root: openssl.file('anchor.pem', await done(`pki ca show --mount ${root}`)),
    between: chain,
    lists: openssl.file('lists.pem', lists.join('\n')),
  }).text;
};

const renew = (more = '') =>
  trivet(
    `pki renew ${tls} --mount pki_int --ca-mount pki_new --ca-mount pki_old --role web --detailed-exitcode ${more}`,
  );

beforeAll(async () => {
  await done('pki root generate internal --mount pki_new --common-name Root --key-type ec --ttl 87600h');
  await done(
    `pki intermediate generate internal --mount pki_int --common-name Fleet --key-type ec --yes --out ${at('request')}`,
  );
  for (const root of roots) {
    await done(
      `pki root sign-intermediate --mount ${root} --csr @${at('request', 'csr.pem')} --common-name Fleet --ttl 8000h --out ${at(root)}`,
    );
  }
  await signWith('pki_new');
  await done(
    'pki role write web --mount pki_int --allowed-domains example.com --allow-subdomains --key-type any --max-ttl 2160h',
  );
  const { code, stderr } = await renew('--common-name www.example.com --layout nginx');
  if (code !== 11) throw new Error(stderr);
});

describe.sequential('a certificate of a CA that two roots signed', () => {
  test('is not due while the one in its files is good', async () => {
    await signWith('pki_old');
    expect(await judged('pki_new')).toMatch(/: OK/);
    expect((await renew()).code).toBe(0);
  });

  test('is due where the one in its files was revoked, whatever other one the mount has', async () => {
    await done(`pki revoke @${at('pki_new', 'cert.pem')} --mount pki_new --yes`);
    expect(await judged('pki_new')).toMatch(/certificate revoked/);
    const isDue = [0, expect.stringMatching(/would renew \S+: its CA CN=Fleet was revoked/)];
    const alone = await renew('--dry-run');
    expect([alone.code, alone.stderr]).toEqual(isDue);
    // A server does not send this file.
    copyFileSync(at('pki_old', 'cert.pem'), join(tls, 'ca.pem'));
    const both = await renew('--dry-run');
    expect([both.code, both.stderr]).toEqual(isDue);
  });

  test('is not renewed as long as the mount signs with the revoked one', async () => {
    await signWith('pki_new');
    const { code, stderr } = await renew();
    expect([code, stderr]).toEqual([12, expect.stringMatching(/of that CA, too/)]);
  });

  test('is renewed as soon as the mount signs with the good one, and is then not due', async () => {
    await signWith('pki_old');
    const { code, stderr } = await renew();
    expect([code, stderr]).toEqual([11, expect.stringMatching(/^renewing \S+: its CA CN=Fleet was revoked/)]);
    expect(await judged('pki_old')).toMatch(/: OK/);
    expect((await renew()).code).toBe(0);
  });
});
