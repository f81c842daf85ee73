/** Tests that the private key of a bundle is not sent with its certificate. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { useServers } from '../../support/counting-server.ts';
import { runCli, words } from '../../support/run-cli.ts';
import { useSandbox } from '../../support/sandbox.ts';

const { trivet } = useSandbox();
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
