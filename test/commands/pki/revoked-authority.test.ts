/** A CA in between that only the list of another mount names as revoked; openssl reads the lists of both mounts. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OpensslFolder } from '../../sandbox/openssl.ts';
import { runCli, words } from '../../support/run-cli.ts';
import { useSandbox } from '../../support/sandbox.ts';

const { sandbox, trivet, done, requests, clear } = useSandbox();

const openssl = new OpensslFolder();
afterAll(() => openssl.remove());
const at = (...names: readonly string[]): string => join(openssl.path, ...names);
const tls = at('tls');

/** A new CA of `pki_int`, signed by `pki_new`. */
const newAuthority = async (name: string): Promise<void> => {
  const request = at(`${name}-request`);
  await done(
    `pki intermediate generate internal --mount pki_int --common-name ${name} --key-type ec --yes --out ${request}`,
  );
  await done(
    `pki root sign-intermediate --mount pki_new --csr @${request}/csr.pem --common-name ${name} --ttl 43800h --out ${at(name)}`,
  );
  await done(`pki intermediate set-signed --mount pki_int --certificate @${at(name, 'cert.pem')}`);
};

/** What openssl says with the lists of these mounts. */
const judged = async (...mounts: readonly string[]): Promise<string> => {
  const lists: string[] = [];
  for (const mount of mounts) lists.push(await done(`pki crl show --mount ${mount}`));
  const chain = join(tls, 'fullchain.pem');
  return openssl.verifyUnrevoked(chain, {
    root: at('root.pem'),
    between: chain,
    lists: openssl.file('lists.pem', lists.join('\n')),
  }).text;
};

/** The mount revokes a certificate by its serial number, as openssl reads it. */
const revoke = (path: string, mount: string): Promise<string> => {
  const { ok, text } = openssl.run('x509', '-in', path, '-noout', '-serial');
  if (!ok) throw new Error(text);
  const serial = text.trim().replace('serial=', '');
  return done(`pki revoke ${serial.replaceAll(/(..)(?=.)/g, '$1:')} --mount ${mount} --yes`);
};

interface Row {
  readonly status: string;
  readonly detail: string;
  readonly check?: string;
  readonly unknown?: readonly string[];
  readonly hint?: string | null;
}

const verify = async (more: string): Promise<readonly [number, readonly string[]]> => {
  const line = `pki verify ${tls} --host www.example.com --trust ${at('root.pem')} --mount pki_int ${more}`;
  const { code, stdout } = await trivet(`${line} -o json`);
  const rows = (JSON.parse(stdout) as Row[]).filter(({ check }) => check === 'revocation');
  return [code, rows.map(({ status, detail }) => `${status} ${detail}`)];
};
const renew = (more: string) =>
  trivet(`pki renew ${tls} --mount pki_int --role web --detailed-exitcode ${more}`);
const guard = async (mounts: string, more = '') => {
  const path = at('fleet.yaml');
  const entry = `{folder: tls, layout: nginx, role: web, mount: pki_int, common_name: www.example.com, trust: root.pem${mounts}}`;
  writeFileSync(path, `endpoints:\n  - ${entry}\n`, { mode: 0o600 });
  const { code, stdout, stderr } = await trivet(`pki guard ${path} -o json ${more}`);
  const [row] = JSON.parse(stdout) as Row[];
  if (row === undefined) throw new Error(stderr);
  return { code, row, stderr };
};
const both = ', ca_mounts: [pki_new]';
const signings = (): number => requests().filter(({ path }) => path.includes('/sign/')).length;

beforeAll(async () => {
  const generated = await done(
    'pki root generate exported --mount pki_new --common-name Root --key-type ec --ttl 87600h -o json',
  );
  const { data } = JSON.parse(generated) as { data: { certificate: string; private_key: string } };
  writeFileSync(at('root-and-key.pem'), `${data.private_key}\n${data.certificate}\n`, { mode: 0o600 });
  writeFileSync(at('root.pem'), await done('pki ca show --mount pki_new'));
  await newAuthority('First');
  await done(
    'pki role write web --mount pki_int --allowed-domains example.com --allow-subdomains --key-type any --max-ttl 2160h',
  );
  await done(`pki renew ${tls} --mount pki_int --role web --common-name www.example.com --layout nginx`);
});

describe.sequential('a CA whose issuer is in another mount', () => {
  test('is unknown without that mount, and no command is silent about it', async () => {
    expect(await judged('pki_int')).toMatch(/unable to get certificate CRL/);
    const said = 'CN=First: no revocation list covers it';
    expect(await verify('')).toEqual([0, [expect.stringContaining(`unknown ${said}`)]]);
    const { code, stderr } = await renew('');
    expect([code, stderr]).toEqual([0, expect.stringContaining(said)]);
    expect(stderr).toContain('--ca-mount');
    const { row, stderr: notes } = await guard('');
    expect(row).toMatchObject({
      status: 'ok',
      detail: 'revocation unknown',
      unknown: [expect.stringContaining(said)],
    });
    expect(notes).toContain('ca_mounts');
  });

  test('is not revoked where its mount says so', async () => {
    expect(await judged('pki_int', 'pki_new')).toMatch(/: OK/);
    expect(await verify('--ca-mount pki_new')).toEqual([0, ['ok not revoked']]);
    const { code, stderr } = await renew('--ca-mount pki_new');
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^\S+ is not due before \S+\n$/)]);
    expect((await guard(both)).row).toMatchObject({ status: 'ok', detail: '', unknown: [] });
  });

  test('is still unknown where the named mounts are others, and they are named', async () => {
    for (const [mount, why] of [
      ['nosuch', 'mount nosuch not found'],
      ['pki', 'pki has no issuer CN=Root'],
    ] as const) {
      expect(await verify(`--ca-mount ${mount}`)).toEqual([0, [expect.stringContaining(why)]]);
      expect((await renew(`--ca-mount ${mount}`)).stderr).toContain(why);
    }
    expect((await verify('--ca-mount pki --revocation require'))[0]).toBe(1);
  });

  test('revoked: a problem for all three, and no certificate of it is requested', async () => {
    await revoke(at('First', 'cert.pem'), 'pki_new');
    expect(await judged('pki_int', 'pki_new')).toMatch(/certificate revoked/);
    clear();
    expect(await verify('--ca-mount pki_new')).toEqual([
      1,
      [expect.stringMatching(/^problem CN=First: it was revoked/)],
    ]);
    for (const more of ['', '--dry-run']) {
      const { code, stderr } = await renew(`--ca-mount pki_new ${more}`);
      expect([code, stderr]).toEqual([
        12,
        expect.stringMatching(/its CA CN=First was revoked .* of that CA, too/),
      ]);
      expect(stderr).toContain('Give the mount another CA');
      const guarded = await guard(both, more);
      expect(guarded.code).toBe(12);
      expect(guarded.row).toMatchObject({
        status: 'problem',
        detail: expect.stringContaining('its CA CN=First was revoked'),
      });
    }
    expect(signings()).toBe(0);
  });

  test('revoked, and the certificate expires: a new one is of use to some clients, with a warning', async () => {
    const { code, stderr } = await renew('--ca-mount pki_new --before 1/1');
    expect([code, stderr]).toEqual([
      11,
      expect.stringMatching(/its CA CN=First was revoked .* refuse the new certificate/),
    ]);
    expect(await judged('pki_int', 'pki_new')).toMatch(/certificate revoked/);
  });

  test('revoked, and the mount has another CA: the certificate is due, and the new one is good', async () => {
    await newAuthority('Second');
    const dry = await renew('--ca-mount pki_new --dry-run');
    expect([dry.code, dry.stderr]).toEqual([0, expect.stringMatching(/would renew \S+: its/)]);
    expect((await guard(both, '--dry-run')).row.status).toBe('due');
    const { code, stderr } = await renew('--ca-mount pki_new');
    expect([code, stderr]).toEqual([11, expect.stringMatching(/^renewing \S+: its/)]);
    expect(await judged('pki_int', 'pki_new')).toMatch(/: OK/);
    expect(await verify('--ca-mount pki_new')).toEqual([0, ['ok not revoked']]);
    expect(readFileSync(join(tls, 'fullchain.pem'), 'utf8')).toContain(
      readFileSync(at('Second', 'cert.pem'), 'utf8').trim(),
    );
  });

  test('is asked at the mount of its own list address, if that is this server, and at the mounts of the profile', async () => {
    const point = `${sandbox().urls.secrets}/pki_new/crl`;
    await done(`pki urls set --mount pki_new --crl-distribution-points ${point}`);
    await newAuthority('Third');
    await done(`pki renew ${tls} --mount pki_int --role web --before 1/1`);
    expect(await verify('')).toEqual([0, ['ok not revoked']]);
    await done(
      'pki urls set --mount pki_new --crl-distribution-points https://ca.example.com/v1/pki_new/crl',
    );
    await newAuthority('Fourth');
    await done(`pki renew ${tls} --mount pki_int --role web --before 1/1`);
    expect(await verify('')).toEqual([0, [expect.stringContaining('unknown CN=Fourth')]]);
    const { urls, tokens } = sandbox();
    const env = { TRIVET_CONFIG_DIR: at('config'), SECRETS: tokens.owner };
    const run = (line: string) => runCli(words(line), { env });
    for (const [mounts, mount] of [
      ['--pki-mount pki_int --pki-mount pki_new', ''],
      ['--pki-mount pki_int --pki-mount pki_new', '--mount pki_int'],
      ['--pki-mount pki_new --pki-mount pki_int', '--mount pki_int'],
    ] as const) {
      const set = `profile set many --secrets-url ${urls.secrets} --secrets-token-from env:SECRETS --secrets-product documented`;
      expect((await run(`${set} ${mounts}`)).code).toBe(0);
      const { stdout, stderr } = await run(
        `pki verify ${tls} --profile many ${mount} --host www.example.com --trust ${at('root.pem')} -o json`,
      );
      expect(stdout, stderr).toContain('not revoked');
    }
  });

  test('is revoked where any mount says so: another one can hold its issuer without knowing of it', async () => {
    await newAuthority('Sixth');
    await done(`pki renew ${tls} --mount pki_int --role web --before 1/1`);
    await done(`pki ca import --mount pki_old --pem-bundle @${at('root-and-key.pem')} --yes`);
    const mounts = '--ca-mount pki_old --ca-mount pki_new';
    expect(await verify(mounts)).toEqual([0, ['ok not revoked']]);
    await revoke(at('Sixth', 'cert.pem'), 'pki_new');
    expect(await judged('pki_int', 'pki_new')).toMatch(/certificate revoked/);
    const [code, rows] = await verify(mounts);
    expect([code, rows]).toEqual([1, [expect.stringMatching(/^problem CN=Sixth: it was revoked/)]]);
  });

  test('a certificate of an earlier CA, which is not on the list of the mount, is revoked where the mount says so', async () => {
    await newAuthority('Fifth');
    await revoke(join(tls, 'fullchain.pem'), 'pki_int');
    const { row } = await guard(both, '--dry-run');
    expect([row.status, row.detail]).toEqual(['due', expect.stringMatching(/^it was revoked/)]);
  });
});
