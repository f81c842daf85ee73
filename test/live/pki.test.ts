/**
 * Tests certificates of test/seeds/2-secrets.md with a real OpenBao (or Vault): TRIVET_LIVE_BAO_URL and TRIVET_LIVE_BAO_TOKEN, whose
 * token may enable and disable secrets engines. Uses its own mounts. No free edition has messages. `npm run test:live`
 */
import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasOpenssl, OpensslFolder } from '../sandbox/openssl.ts';
import type { CliOptions, CliResult } from '../support/run-cli.ts';
import { runCli, words } from '../support/run-cli.ts';

const url = process.env['TRIVET_LIVE_BAO_URL'] ?? '';
const token = process.env['TRIVET_LIVE_BAO_TOKEN'] ?? '';
const limited = process.env['TRIVET_LIVE_BAO_LIMITED_TOKEN'] ?? '';

const env = {
  TRIVET_SECRETS_URL: url,
  TRIVET_SECRETS_TOKEN: token,
  TRIVET_SECRETS_PRODUCT: 'openbao',
};

const stamp = `${process.pid}-${Date.now()}`;
const root = `trivet-root-${stamp}`;
const int = `trivet-int-${stamp}`;
const empty = `trivet-empty-${stamp}`;

const trivet = (line: string, options: CliOptions = {}): Promise<CliResult> =>
  runCli(words(line), { ...options, env: { ...env, ...options.env } });

const ok = async (line: string, options: CliOptions = {}): Promise<CliResult> => {
  const result = await trivet(line, options);
  if (result.code !== 0) throw new Error(`trivet ${line}: exit ${result.code}: ${result.stderr}`);
  return result;
};

/** A value of a reply that is returned once. */
const given = async (line: string, name: string): Promise<string> => {
  const reply = JSON.parse((await ok(`${line} -o json`)).stdout) as {
    readonly data: Readonly<Record<string, unknown>>;
  };
  return String(reply.data[name]);
};

const field = async (line: string, name: string): Promise<string> =>
  (await ok(`${line} --field ${name}`)).stdout;

const mounts = async (method: 'POST' | 'DELETE'): Promise<void> => {
  for (const mount of [root, int, empty]) {
    const reply = await fetch(`${url}/sys/mounts/${mount}`, {
      method,
      headers: { 'x-vault-token': token },
      ...(method === 'POST'
        ? { body: JSON.stringify({ type: 'pki', config: { max_lease_ttl: '876000h' } }) }
        : {}),
    });
    if (!reply.ok) throw new Error(`${method} ${mount}: ${reply.status}`);
  }
};

const folder = mkdtempSync(join(tmpdir(), 'trivet-live-pki-'));
const openssl = new OpensslFolder();
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  openssl.remove();
});

test.skipIf(url !== '')('skipped: TRIVET_LIVE_BAO_URL is not set', () => {
  expect(url).toBe('');
});
test.skipIf(limited !== '')('skipped: tests of a limited token (TRIVET_LIVE_BAO_LIMITED_TOKEN)', () => {
  expect(limited).toBe('');
});

describe.skipIf(url === '')('a real certificate engine', () => {
  beforeAll(() => mounts('POST'));
  afterAll(() => mounts('DELETE'));

  test('without a CA exits 5 for it, has empty lists, and issuing says what to do', async () => {
    expect((await trivet(`pki ca show --mount ${empty}`)).code).toBe(5);
    expect((await trivet(`pki crl show --der --mount ${empty}`)).code).toBe(5);
    expect((await ok(`pki ca chain --mount ${empty}`)).stdout).toBe('');
    expect((await ok(`pki role list --mount ${empty} -o json`)).stdout).toBe(
      '{\n  "data": {\n    "keys": []\n  }\n}\n',
    );
    expect((await ok(`pki cert list --mount ${empty}`)).stdout).toBe('');
    await ok(`pki role write any --allow-any-name --mount ${empty}`);
    const { code, stderr } = await trivet(
      `pki issue any --common-name a.example.com --mount ${empty} --reveal`,
    );
    expect(code).toBe(1);
    expect(stderr).toContain('trivet pki root generate');
    expect((await trivet(`pki ca show --mount ${empty}-not`)).code).toBe(5);
    expect((await trivet(`pki role list --mount ${empty}-not`)).code).toBe(5);
  });

  test('generates a root, and sets URLs and CRL configuration', async () => {
    await ok(`pki urls set --mount ${root} --crl-distribution-points http://ca.example.com/crl`);
    expect(await field(`pki urls show --mount ${root}`, 'crl_distribution_points')).toBe(
      'http://ca.example.com/crl',
    );
    await ok(
      `pki root generate internal --mount ${root} --common-name 'Live Root' --key-type ec --ttl 87600h --yes`,
    );
    expect(new X509Certificate((await ok(`pki ca show --mount ${root}`)).stdout).subject).toBe(
      'CN=Live Root',
    );
    const der = await ok(`pki ca show --der --mount ${root}`);
    expect(new X509Certificate(der.bytes).ca).toBe(true);
    expect((await ok(`pki ca chain --mount ${root}`)).stdout).toContain('BEGIN CERTIFICATE');
    await ok(`pki crl config set --expiry 96h --mount ${root}`);
    expect(await field(`pki crl config show --mount ${root}`, 'expiry')).toBe('96h');
    await ok(`pki urls set --mount ${root} --crl-distribution-points ''`);
    expect(await field(`pki urls show --mount ${root}`, 'crl_distribution_points')).toBe('');
    await ok(`pki crl rotate --mount ${root}`);
    const asked = await trivet(`pki root generate internal --mount ${root} --common-name Second`);
    expect(asked.code).toBe(2);
    expect(asked.stderr).toContain('has a CA (CN=Live Root');
  });

  test('generates an intermediate, whose certificate is signed and set', async () => {
    const request = join(folder, 'request');
    const signed = join(folder, 'signed');
    await ok(
      `pki intermediate generate exported --mount ${int} --common-name 'Live Middle' --key-type ec --format pem_bundle --out ${request}`,
    );
    expect(statSync(join(request, 'key.pem')).mode & 0o777).toBe(0o600);
    await ok(
      `pki root sign-intermediate --mount ${root} --csr @${join(request, 'csr.pem')} --common-name 'Live Middle' --ttl 43800h --out ${signed}`,
    );
    await ok(`pki intermediate set-signed --mount ${int} --certificate @${join(signed, 'bundle.pem')}`);
    expect(new X509Certificate((await ok(`pki ca show --mount ${int}`)).stdout).subject).toBe(
      'CN=Live Middle',
    );
    const without = await trivet(
      `pki root sign-intermediate --mount ${root} --csr @${join(request, 'csr.pem')}`,
    );
    expect(without.code).toBe(2);
  });

  test('writes, shows, lists and deletes a role', async () => {
    await ok(
      `pki role write web --mount ${int} --allowed-domains example.com --allow-subdomains --key-type ec --max-ttl 72h --key-usage digitalsignature`,
    );
    expect(await field(`pki role show web --mount ${int}`, 'max_ttl')).toBe('259200');
    expect((await ok(`pki role list --mount ${int} -o name`)).stdout).toBe('web\n');
    await ok(`pki role write gone --mount ${int}`);
    await ok(`pki role delete gone --mount ${int} --yes`);
    expect((await trivet(`pki role show gone --mount ${int}`)).code).toBe(5);
  });

  test.each(['pem', 'der', 'pem_bundle'])(
    'issues to files in format %s, and the chain verifies',
    async (format) => {
      const out = join(folder, `www-${format}`);
      await ok(
        `pki issue web --mount ${int} --common-name www.example.com --ttl 1h --format ${format} --out ${out}`,
      );
      const leaf = readFileSync(join(out, 'cert.pem'), 'utf8');
      const middle = readFileSync(join(out, 'chain.pem'), 'utf8');
      expect(readFileSync(join(out, 'key.pem'), 'utf8')).toMatch(/^-----BEGIN (?:EC )?PRIVATE KEY-----/);
      if (hasOpenssl) {
        expect(
          openssl.verify((await ok(`pki ca show --mount ${root}`)).stdout, leaf, [middle]),
        ).toMatchObject({
          ok: true,
        });
      }
    },
  );

  test('issues with a warning, refuses, and wraps', async () => {
    const capped = await ok(`pki issue web --mount ${int} --common-name a.example.com --ttl 900h --reveal`);
    expect(capped.stderr).toContain('longer than permitted maxTTL');
    expect(capped.stdout).toContain('PRIVATE KEY');
    expect(
      (
        await trivet(
          `pki issue web --mount ${int} --common-name a.example.com --ttl 900h --fail-on-warning --reveal`,
        )
      ).code,
    ).toBe(1);
    expect((await trivet(`pki issue web --mount ${int} --common-name a.example.org --reveal`)).code).toBe(1);
    expect((await trivet(`pki issue absent --mount ${int} --common-name a.example.com --reveal`)).code).toBe(
      5,
    );
    expect(
      await field(`pki issue web --mount ${int} --common-name a.example.com --wrap-ttl 60`, 'token'),
    ).not.toBe('');
  });

  test.skipIf(!hasOpenssl)('signs requests by sign, sign-verbatim and sign-self-issued', async () => {
    const csr = openssl.file(
      'live.csr',
      openssl.request(['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'], '/CN=csr.example.com'),
    );
    const signed = await field(`pki sign web --mount ${int} --csr @${csr} --ttl 1h`, 'certificate');
    expect(new X509Certificate(signed).subject).toBe('CN=csr.example.com');
    const verbatim = await field(`pki sign-verbatim web --mount ${int} --csr @${csr}`, 'certificate');
    expect(new X509Certificate(verbatim).subject).toBe('CN=csr.example.com');
    expect((await trivet(`pki sign-verbatim --mount ${int} --csr @${csr} --set name='"web"'`)).code).toBe(2);
    const ca = openssl.file('ca.pem', (await ok(`pki ca show --mount ${root}`)).stdout);
    const bridged = await field(
      `pki root sign-self-issued --mount ${int} --certificate @${ca}`,
      'certificate',
    );
    expect(new X509Certificate(bridged).issuer).toBe('CN=Live Middle');
  });

  test('revokes by any spelling, lists it in the CRL, and by certificate if nothing is stored', async () => {
    const line = `--mount ${int}`;
    const serial = await given(`pki issue web ${line} --common-name b.example.com --ttl 1h`, 'serial_number');
    const upper = serial.replaceAll(':', ' ').toUpperCase();
    expect((await runCli(['pki', 'revoke', upper, '--mount', int], { env })).stderr).toContain(
      `Revoke the certificate ${upper}?`,
    );
    expect((await runCli(['pki', 'revoke', upper, '--mount', int, '--yes'], { env })).stdout).toContain(
      'state\trevoked',
    );
    expect((await ok(`pki crl show ${line} --color never`, { tty: true })).stdout).toContain(serial);
    expect(await field(`pki cert show ${serial} ${line}`, 'revocation_time')).not.toBe('0');
    expect((await trivet(`pki revoke 00:11:22 --yes ${line}`)).code).toBe(5);
    await ok(`pki role write loose ${line} --allow-any-name --no-store --key-type ec --max-ttl 1h`);
    const pem = join(folder, 'unstored.pem');
    writeFileSync(pem, await given(`pki issue loose ${line} --common-name c.example.com`, 'certificate'));
    expect((await trivet(`pki cert show @${pem} ${line}`)).code).toBe(5);
    expect((await ok(`pki revoke @${pem} --yes ${line}`)).stdout).toContain('state\trevoked');
    const own = await field(`pki cert show ca ${line}`, 'certificate');
    writeFileSync(pem, own);
    expect((await trivet(`pki revoke @${pem} --yes ${line}`)).code).toBe(1);
  });

  test('does not report an expired certificate as revoked', async () => {
    const serial = await given(
      `pki issue web --mount ${int} --common-name d.example.com --ttl 1s`,
      'serial_number',
    );
    let result = await trivet(`pki revoke ${serial} --yes --mount ${int} --dry-run`);
    for (let tries = 0; tries < 40 && result.code === 0; tries += 1) {
      const shown = new X509Certificate(await field(`pki cert show ${serial} --mount ${int}`, 'certificate'));
      if (Date.parse(shown.validTo) + 1000 < Date.now()) {
        result = await trivet(`pki revoke ${serial} --yes --mount ${int}`);
      } else await new Promise((resolve) => setTimeout(resolve, 250));
    }
    expect(result.code).toBe(1);
    expect(result.stderr).toContain('was not revoked');
  });

  test('lists, shows and downloads certificates', async () => {
    const serials = (await ok(`pki cert list --mount ${int} -o name`)).stdout.trim().split('\n');
    const serial = serials[0] ?? '';
    const pem = (await ok(`pki cert download ${serial.replaceAll(':', '-')} --mount ${int}`)).stdout;
    const { bytes } = await ok(`pki cert download ${serial} --der --mount ${int}`);
    expect(new X509Certificate(pem).raw.equals(bytes)).toBe(true);
    expect((await trivet(`pki cert download 00:11:22 --mount ${int}`)).code).toBe(5);
    expect((await ok(`pki cert show ${serial} --mount ${int} --color never`, { tty: true })).stdout).toMatch(
      /Subject/,
    );
    expect((await ok(`pki cert show ca_chain --mount ${int} --color never`, { tty: true })).stdout).toMatch(
      /Subject/,
    );
  });

  test('tidies, and trivet waits for the end', async () => {
    const line = `pki tidy --mount ${int} --tidy-cert-store --tidy-revoked-certs --safety-buffer 1s --wait`;
    const { stdout } = await ok(line);
    expect(stdout).toContain('state\tFinished');
    expect(await field(`pki tidy-status --mount ${int}`, 'state')).toBe('Finished');
  });

  test('imports a CA, and deletes it after its mount is typed', async () => {
    const out = join(folder, 'exported');
    await ok(
      `pki root generate exported --mount ${empty} --common-name Exported --key-type ec --yes --out ${out}`,
    );
    expect((await trivet(`pki ca import --mount ${int} --pem-bundle @${join(out, 'bundle.pem')}`)).code).toBe(
      2,
    );
    expect(
      (await ok(`pki ca import --mount ${int} --pem-bundle @${join(out, 'bundle.pem')} --yes`)).stdout,
    ).toMatch(/imported_issuers\t\S+/);
    const { code, stderr } = await trivet(`pki root delete --mount ${empty} --yes`);
    expect(code).toBe(2);
    expect(stderr).toContain(`This destroys the CA key of ${empty}`);
    await ok(`pki root delete --mount ${empty} --confirm ${empty}`);
    expect((await trivet(`pki ca show --mount ${empty}`)).code).toBe(5);
  });

  test('has no messages outside paid editions: exit 7', async () => {
    expect((await trivet('message list')).code).toBe(7);
    const sent = await trivet('message list', { env: { TRIVET_SECRETS_PRODUCT: 'vault' } });
    expect(sent.code).toBe(7);
    expect(sent.stderr).toContain('Vault Enterprise');
  });

  test.skipIf(limited === '')('refuses a token without the permission, and an unknown one', async () => {
    const denied = await trivet(`pki root delete --mount ${root} --confirm ${root}`, {
      env: { TRIVET_SECRETS_TOKEN: limited },
    });
    expect(denied.code).toBe(4);
    expect(denied.stderr).toContain('sudo');
    const unknown = await trivet(`pki role list --mount ${root}`, {
      env: { TRIVET_SECRETS_TOKEN: 'unknown' },
    });
    expect(unknown.stderr).toContain('does not accept the token');
  });

  test.skipIf(!hasOpenssl)('runs the demo unchanged', () => {
    const program = join(folder, 'trivet');
    writeFileSync(
      program,
      `#!/bin/sh\nexec "${process.execPath}" "${join(import.meta.dirname, '../../bin/trivet')}" "$@"\n`,
    );
    chmodSync(program, 0o755);
    const { PATH = '' } = process.env;
    const result = spawnSync('sh', [join(import.meta.dirname, '../../docs/demo/pki.sh')], {
      encoding: 'utf8',
      env: {
        ...env,
        PATH,
        TRIVET: program,
        TRIVET_CONFIG_DIR: join(folder, 'config'),
        ROOT_MOUNT: root,
        INT_MOUNT: int,
      },
    });
    expect(result.stderr).not.toContain('outcome unknown');
    expect(result.stdout).toMatch(/== Done\n$/);
    expect(result.status).toBe(0);
  });
});
