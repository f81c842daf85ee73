/** Tests that a private key is never sent where only a request or a certificate is needed. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { useServers } from '../../support/counting-server.ts';
import { runCli, words } from '../../support/run-cli.ts';
import { useSandbox } from '../../support/sandbox.ts';

const { trivet, requests, clear } = useSandbox();
const serve = useServers();

const folder = mkdtempSync(join(tmpdir(), 'trivet-keys-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('revoking with a bundle sends only its certificate', async () => {
  const out = join(folder, 'www');
  expect((await trivet(`pki issue web --common-name www.example.com --out ${out}`)).code).toBe(0);
  const server = await serve((_, response) => {
    const whole = server.seen.at(-1)?.body.includes('"certificate"') === true;
    response
      .writeHead(whole ? 200 : 400, { 'content-type': 'application/json' })
      .end(
        whole
          ? '{"data":{"revocation_time":1795297377,"state":"revoked"}}'
          : '{"errors":["certificate with serial 00:11 not found."]}',
      );
  });
  const { code, stderr } = await runCli(words(`pki revoke @${join(out, 'bundle.pem')} --yes`), {
    env: {
      TRIVET_SECRETS_URL: `${server.origin}/v1`,
      TRIVET_SECRETS_TOKEN: 't',
      TRIVET_SECRETS_PRODUCT: 'openbao',
    },
  });
  expect({ code, stderr }).toMatchObject({ code: 0, stderr: /sending the certificate itself/ });
  expect(server.seen.map(({ body }) => body).join('\n')).not.toContain('PRIVATE KEY');
  expect(JSON.parse(server.seen.findLast(({ body }) => body !== '')?.body ?? '')).toEqual({
    certificate: readFileSync(join(out, 'cert.pem'), 'utf8'),
  });
});

describe('a file with a private key', () => {
  const key = '-----BEGIN EC PRIVATE KEY-----\nc2VjcmV0\n-----END EC PRIVATE KEY-----\n';
  const other = '-----BEGIN CERTIFICATE REQUEST-----\nAAAA\n-----END CERTIFICATE REQUEST-----\n';

  test.each([
    'pki sign web --common-name www.example.com --csr',
    'pki sign-verbatim --csr',
    'pki root sign-intermediate --common-name x --csr',
    'pki root sign-self-issued --certificate',
    'pki intermediate set-signed --certificate',
  ])('is not sent by %s', async (line) => {
    for (const text of [key, other + key, key.replace('EC ', '')]) {
      const path = join(folder, 'input.pem');
      writeFileSync(path, text);
      clear();
      const { code, stdout, stderr } = await trivet(`${line} @${path}`);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(/--(?:csr|certificate) must be free of private keys/);
      expect(stderr).not.toContain('c2VjcmV0');
      expect(requests()).toEqual([]);
    }
  });
});
