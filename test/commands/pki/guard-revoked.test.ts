/** Tests `pki guard` where the mount's reply about a certificate and its list of revocations do not agree. */
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { inFrontOf } from '../../support/front.ts';
import { useSandbox } from '../../support/sandbox.ts';

const { sandbox, trivet } = useSandbox({ fresh: true, products: ['openbao'] });

const base = mkdtempSync(join(tmpdir(), 'trivet-guard-revoked-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

interface Row {
  readonly status: string;
  readonly detail: string;
}

/** A fleet of one folder, which has its certificate. */
const fleet = async () => {
  const folder = mkdtempSync(join(base, 'fleet-'));
  const file = join(folder, 'fleet.yaml');
  writeFileSync(file, 'endpoints:\n  - { folder: tls, role: web, common_name: www.example.com }\n', {
    mode: 0o600,
  });
  const env: Record<string, string> = { TRIVET_SECRETS_PRODUCT: 'openbao' };
  const run = (line: string) => trivet(line, { env });
  const rows = async (more = ''): Promise<readonly Row[]> => {
    const { stdout, stderr } = await run(`pki guard ${file} -o json ${more}`);
    if (stdout === '') throw new Error(stderr);
    return JSON.parse(stdout) as Row[];
  };
  await rows();
  const serial = (): string => new X509Certificate(readFileSync(join(folder, 'tls/cert.pem'))).serialNumber;
  /** From now on the mount's replies about the certificate have this as the time of its revocation. */
  const answer = async (time: unknown): Promise<void> => {
    env['TRIVET_SECRETS_URL'] = await inFrontOf(
      sandbox().urls.secrets,
      () => undefined,
      ({ path }, body) => {
        if (!path.includes('/cert/')) return body;
        const reply: { data?: Record<string, unknown> } = JSON.parse(body.toString());
        return Buffer.from(JSON.stringify({ ...reply, data: { ...reply.data, revocation_time: time } }));
      },
    );
  };
  return { tls: join(folder, 'tls'), run, rows, serial, answer };
};

test('a certificate on the list is revoked, although the mount says of it that it is valid', async () => {
  const { run, rows, serial, answer } = await fleet();
  expect(await run(`pki revoke ${serial()} --yes`)).toMatchObject({ code: 0 });
  await answer(0);
  const due = { status: 'due', detail: expect.stringMatching(/^it was revoked /) };
  expect(await rows('--dry-run')).toMatchObject([due]);
});

test.each([undefined, null, true, '1795890000', -5, 1.8e21])(
  'a mount that answers %j in place of a time says nothing: its list decides, or nothing does',
  async (time) => {
    const { tls, run, rows, serial, answer } = await fleet();
    await answer(time);
    expect(await rows('--dry-run')).toMatchObject([{ status: 'ok', unknown: [] }]);
    expect(await run('pki crl config set --auto-rebuild')).toMatchObject({ code: 0 });
    const unknown = [expect.stringContaining('rebuilt only periodically')];
    expect(await rows('--dry-run')).toMatchObject([{ status: 'ok', unknown }]);
    expect((await run(`pki verify ${tls}`)).stdout).toContain('unknown');
    expect(await run('pki crl config set --no-auto-rebuild')).toMatchObject({ code: 0 });
    expect(await run(`pki revoke ${serial()} --yes`)).toMatchObject({ code: 0 });
    expect(await rows('--dry-run')).toMatchObject([{ status: 'due' }]);
  },
);
