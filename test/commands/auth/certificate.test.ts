/** Tests log-ins with a client certificate at a sandbox with TLS. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSandbox } from '../../../src/sandbox/start.ts';
import type { Sandbox } from '../../../src/sandbox/start.ts';
import { useConfigFolder } from '../../support/config-folder.ts';

const { trivet, file } = useConfigFolder();

let sandbox: Sandbox;
let stranger: Sandbox;
beforeAll(async () => {
  [sandbox, stranger] = await Promise.all([startSandbox({ tls: true }), startSandbox({ tls: true })]);
});
afterAll(() => Promise.all([sandbox.close(), stranger.close()]));

const profileWith = async ({ client }: Pick<Sandbox, 'client'>): Promise<void> => {
  const files =
    client === undefined
      ? ''
      : ` --secrets-client-cert ${file('client.pem', client.certificate)} --secrets-client-key ${file('client.key', client.key)}`;
  const ca = file('ca.pem', sandbox.ca ?? '');
  const url = `--secrets-url ${sandbox.urls.secrets} --secrets-product generic`;
  await trivet(`profile set demo ${url} --secrets-ca-file ${ca}${files}`);
};

test('the certificate of the profile is the identity', async () => {
  await profileWith(sandbox);
  const result = await trivet('login secrets --method cert');
  expect(result.stderr).toMatch(/^logged in to secrets at \S+ as sandbox-machine \(cert\) until /);
  expect(await trivet('pki role list')).toMatchObject({ code: 0, stderr: '' });
  expect((await trivet('logout secrets')).stderr).toContain('the token was revoked');
});

test.each([
  ['of another authority', '', () => stranger],
  ['with another role', ' --role other', () => sandbox],
])('a certificate %s is refused with exit 4', async (_, flags, whose) => {
  await profileWith(whose());
  const result = await trivet(`login secrets --method cert${flags}`);
  expect(result.code).toBe(4);
  expect(result.stderr).toContain('invalid certificate or no client certificate supplied');
});

test('without a certificate nothing is sent', async () => {
  await profileWith({ client: undefined });
  const result = await trivet('login secrets --method cert');
  expect([result.code, result.stderr]).toEqual([
    2,
    expect.stringContaining('there is no client certificate'),
  ]);
});
