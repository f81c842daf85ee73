/**
 * Tests what of the certificate engine no document has with a real OpenBao: TRIVET_LIVE_BAO_URL and TRIVET_LIVE_BAO_TOKEN,
 * whose token may enable and disable secrets engines. Uses a mount of its own. `npm run test:live`
 */
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CliResult } from '../support/run-cli.ts';
import { runCli, words } from '../support/run-cli.ts';

const url = process.env['TRIVET_LIVE_BAO_URL'] ?? '';
const token = process.env['TRIVET_LIVE_BAO_TOKEN'] ?? '';
const mount = `trivet-beyond-${process.pid}-${Date.now()}`;
const folder = mkdtempSync(join(tmpdir(), 'trivet-beyond-'));

const env = {
  TRIVET_SECRETS_URL: url,
  TRIVET_SECRETS_TOKEN: token,
  TRIVET_SECRETS_PRODUCT: 'openbao',
  TRIVET_CONFIG_DIR: folder,
};

const enable = async (method: 'POST' | 'DELETE'): Promise<void> => {
  const reply = await fetch(`${url}/sys/mounts/${mount}`, {
    method,
    headers: { 'x-vault-token': token },
    ...(method === 'POST'
      ? { body: JSON.stringify({ type: 'pki', config: { max_lease_ttl: '876000h' } }) }
      : {}),
  });
  if (!reply.ok) throw new Error(`${method} ${mount}: ${reply.status}`);
};

const trivet = async (line: string): Promise<CliResult> => {
  const result = await runCli(words(line), { env });
  if (result.code !== 0) throw new Error(`trivet ${line}: exit ${result.code}: ${result.stderr}`);
  return result;
};

const json = async (line: string): Promise<Readonly<Record<string, unknown>>> => {
  const { data } = JSON.parse((await trivet(`${line} --mount ${mount} -o json`)).stdout) as {
    readonly data: Readonly<Record<string, unknown>>;
  };
  return data;
};

const certificateOf = (data: Readonly<Record<string, unknown>>): X509Certificate =>
  new X509Certificate(String(data['certificate']));

describe.skipIf(url === '' || token === '')('the certificate engine of OpenBao', () => {
  beforeAll(async () => {
    await enable('POST');
    await json(
      'pki root generate internal --common-name "Beyond Root" --ttl 8760h --issuer-name first --key-name key-1 --not-before-duration 2h --signature-bits 384',
    );
    await json(
      'pki root generate internal --common-name "Second Root" --ttl 8760h --key-type rsa --use-pss --issuer-name second --key-name key-2 --yes',
    );
  });
  afterAll(async () => {
    await enable('DELETE');
    rmSync(folder, { recursive: true, force: true });
  });

  test('names issuers and keys, and lists and shows them', async () => {
    const { stdout } = await trivet(`pki issuer list --mount ${mount} -o json`);
    expect(stdout).toMatch(/"issuer_name": ?"first"/);
    expect(stdout).toMatch(/"issuer_name": ?"second"/);
    const found = await json('pki issuer show second');
    expect(found).toMatchObject({ issuer_name: 'second', revoked: false });
    expect(certificateOf(found).subject).toBe('CN=Second Root');
  });

  test('takes every setting of a role, and issues by it', async () => {
    await trivet(
      `pki role write web --mount ${mount} --allowed-domains example.com --allow-subdomains --key-type any --issuer-ref second --use-pss --cn-validations disabled --allowed-user-ids 'u*' --allowed-ip-sans-cidr 10.0.0.0/8 --allow-globs-in-identity-templates --not-before-bound permit --not-after-bound permit`,
    );
    expect(await json('pki role show web')).toMatchObject({
      issuer_ref: 'second',
      use_pss: true,
      cn_validations: ['disabled'],
      allowed_user_ids: ['u*'],
      allowed_ip_sans_cidr: ['10.0.0.0/8'],
      allow_globs_in_identity_templates: true,
    });
    const issued = await json(
      'pki issue web --common-name a.example.com --user-ids u1 --ip-sans 10.0.0.1 --key-type ec --key-bits 384 --remove-roots-from-chain --ttl 1h',
    );
    const certificate = certificateOf(issued);
    expect(certificate.issuer).toBe('CN=Second Root');
    expect(certificate.subject).toContain('UID=u1');
    expect(issued['private_key_type']).toBe('ec');
    expect(issued['ca_chain'] ?? []).toEqual([]);
    const start = new Date(Date.now() + 600_000).toISOString().replace(/\.\d+Z/, 'Z');
    const later = certificateOf(
      await json(`pki issue web --common-name b.example.com --key-type ec --not-before ${start} --ttl 1h`),
    );
    expect(new Date(later.validFrom).toISOString()).toBe(start.replace('Z', '.000Z'));
    expect(later.issuer).toBe('CN=Second Root');
  });

  test('signs with a start, with bits of the signature and with names of users', async () => {
    await trivet(
      `pki intermediate generate internal --mount ${mount} --common-name "Below" --key-type ec --key-name key-3 --signature-bits 384 --yes --out ${folder}/csr`,
    );
    const csr = `@${folder}/csr/csr.pem`;
    const below = await json(
      `pki root sign-intermediate --csr ${csr} --common-name Below --not-before-duration 3h --signature-bits 512 --skid 01:02:03:04 --ttl 24h`,
    );
    const text = new X509Certificate(String(below['certificate']));
    expect(text.issuer).toBe('CN=Beyond Root');
    expect(Date.parse(text.validFrom)).toBeLessThan(Date.now() - 2.9 * 3_600_000);
    const verbatim = await json(
      `pki sign-verbatim --csr ${csr} --issuer-ref second --signature-bits 384 --basic-constraints-valid-for-non-ca --remove-roots-from-chain --ttl 1h`,
    );
    const signed = certificateOf(verbatim);
    expect(signed.issuer).toBe('CN=Second Root');
    await trivet(
      `pki sign web --mount ${mount} --new-key ec:256 --common-name s.example.com --user-ids u2 --remove-roots-from-chain --ttl 1h --out ${folder}/signed`,
    );
    expect(new X509Certificate(readFileSync(join(folder, 'signed/cert.pem'))).subject).toContain('UID=u2');
  });

  test('takes every setting of lists, URLs and tidies', async () => {
    await trivet(
      `pki crl config set --mount ${mount} --auto-rebuild --auto-rebuild-grace-period 6h --enable-delta --delta-rebuild-interval 10m --ocsp-disable --ocsp-expiry 6h --allow-expired-cert-revocation --yes`,
    );
    expect(await json('pki crl config show')).toMatchObject({
      auto_rebuild: true,
      auto_rebuild_grace_period: '6h',
      enable_delta: true,
      delta_rebuild_interval: '10m',
      ocsp_disable: true,
      ocsp_expiry: '6h',
      allow_expired_cert_revocation: true,
    });
    await trivet(
      `pki urls set --mount ${mount} --enable-templating --delta-crl-distribution-points 'http://ca.example.com/{{issuer_id}}/delta'`,
    );
    expect(await json('pki urls show')).toMatchObject({
      enable_templating: true,
      delta_crl_distribution_points: ['http://ca.example.com/{{issuer_id}}/delta'],
    });
    await trivet(
      `pki tidy --mount ${mount} --tidy-cert-store --tidy-revoked-certs --tidy-revoked-cert-issuer-associations --tidy-expired-issuers --tidy-move-legacy-ca-bundle --tidy-invalid-certs --issuer-safety-buffer 9000h --acme-account-safety-buffer 100h --revoked-safety-buffer 80h --pause-duration 0s --page-size 50 --wait --quiet`,
    );
    expect(await json('pki tidy-status')).toMatchObject({
      tidy_revoked_cert_issuer_associations: true,
      tidy_expired_issuers: true,
      issuer_safety_buffer: 32_400_000,
      page_size: 50,
    });
  });

  test('lists certificates with names and ends, in which the inventory finds what was issued', async () => {
    const { stdout, stderr } = await runCli(words(`pki inventory --mount ${mount} -o json`), { env });
    const rows = JSON.parse(stdout) as readonly Readonly<Record<string, unknown>>[];
    expect(
      rows.find((row) => row['common_name'] === 'a.example.com'),
      stderr,
    ).toMatchObject({
      revoked: 'no',
      due: true,
      key: 'EC P-384',
    });
    expect((await trivet(`pki cert list --detailed --mount ${mount} --output tsv`)).stdout).toContain(
      'a.example.com',
    );
  });

  test('lists leases and dynamic roles of directories', async () => {
    expect((await trivet('lease list')).stdout).toContain('auth/');
    expect((await trivet('ldap role list')).stdout).toContain('dynamic');
  });
});
