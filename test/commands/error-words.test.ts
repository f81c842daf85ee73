/** Tests how an error or an empty reply names the object that it is about. */
import { expect, test } from 'vitest';
import { answering } from '../support/answering.ts';
import { useSandbox } from '../support/sandbox.ts';

const { trivet } = useSandbox();

test.each(['pki issue nope --common-name a.example.com --reveal', 'pki sign-verbatim nope --csr @csr.pem'])(
  'an unknown role is not found: trivet %s',
  async (line) => {
    const csr = await trivet(
      'pki intermediate generate internal --mount pki_new --common-name x --field csr',
    );
    const { code, stderr } = await trivet(line.replace('@csr.pem', '-'), { stdin: csr.stdout });
    expect({ code, stderr }).toEqual({
      code: 5,
      stderr: expect.stringMatching(/role nope not found in mount pki/),
    });
    expect(stderr).toContain('trivet pki role list');
  },
);

test('an error about a name that is taken names the place, too', async () => {
  const created = await trivet('workspace create network-prod');
  expect(created.code).toBe(6);
  expect(created.stderr).toContain('Organization demo already has a workspace network-prod.');
  const renamed = await trivet('workspace update dns-prod --name network-prod');
  expect(renamed.code).toBe(6);
  expect(renamed.stderr).toContain('already has a workspace network-prod.');
});

test('if the server gives no words, the error as JSON leaves them out', async () => {
  const { code, stderr } = await trivet('pki role show nope -o json');
  expect(code).toBe(5);
  expect(JSON.parse(stderr).error).not.toHaveProperty('server');
});

test('a record without a value is described only on a terminal', async () => {
  const env = (origin: string) => ({ TRIVET_SECRETS_URL: `${origin}/v1`, TRIVET_SECRETS_TOKEN: 't' });
  const lists = { issuing_certificates: [], crl_distribution_points: [], ocsp_servers: [] };
  const reply = () => ({ body: JSON.stringify({ data: { ...lists, enable_templating: null } }) });
  const shown = await answering('pki urls show', env, reply, { tty: true });
  expect(shown).toMatchObject({ code: 0, stdout: '', stderr: 'none of its fields has a value\n' });
  expect(await answering('pki urls show', env, reply)).toMatchObject({ code: 0, stderr: '' });
});
