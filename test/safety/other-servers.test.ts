/** Tests a server that is not the API: its 404 does not mean that an object does not exist. */
import { describe, expect, test } from 'vitest';
import { runCli, words } from '../support/run-cli.ts';
import { smallServer } from '../support/small-server.ts';

const otf = { status: 404, headers: { 'content-type': 'text/plain' }, body: '404 page not found\n' };
const nomad = { status: 404, body: '' };
const vault = { status: 404, body: { errors: ['no handler for route "v1/jobs". route entry not found.'] } };

const at = async (answer: typeof otf | typeof nomad | typeof vault, service: string, path: string) => {
  const { env } = await smallServer(() => answer);
  return {
    [`TRIVET_${service}_URL`]: `${env['TRIVET_JOBS_URL'] ?? ''}${path}`,
    [`TRIVET_${service}_TOKEN`]: 'the-token',
    TRIVET_ORGANIZATION: 'demo',
  };
};

describe('a foreign server is exit 8, with nothing about objects or permissions', () => {
  test.each([
    ['job list', otf, 'JOBS', '', 'jobs'],
    ['job show web', otf, 'JOBS', '', 'jobs'],
    ['job list', vault, 'JOBS', '', 'jobs'],
    ['pki role show web', otf, 'SECRETS', '/api/v2', 'secrets'],
    ['pki role show web', nomad, 'SECRETS', '/v1', 'secrets'],
    ['pki role delete web --yes', otf, 'SECRETS', '/v1', 'secrets'],
    ['workspace list', nomad, 'WORKSPACES', '/api/v2', 'workspaces'],
    ['workspace show web', nomad, 'WORKSPACES', '', 'workspaces'],
  ] as const)('for %s', async (line, answer, name, path, service) => {
    const { code, stdout, stderr } = await runCli(words(line), { env: await at(answer, name, path) });
    expect({ code, stdout }, stderr).toEqual({ code: 8, stdout: '' });
    expect(stderr).toMatch(new RegExp(`is not the API of the ${service} service`));
    expect(stderr).not.toMatch(/does not exist|permission|api\/v2\/v1/);
  });

  test('and a hint names the service that it looks like', async () => {
    const { stderr } = await runCli(words('pki role show web'), { env: await at(otf, 'SECRETS', '/api/v2') });
    expect(stderr).toMatch(/looks like an address of the workspaces service/);
  });
});

test('a reply that shows only a family of products is called none of them', async () => {
  const { env } = await smallServer(() => ({
    status: 200,
    headers: { 'x-vault-namespace': 'a' },
    body: { data: { ttl: 0, key_type: 'rsa' } },
  }));
  const server = {
    TRIVET_SECRETS_URL: `${env['TRIVET_JOBS_URL'] ?? ''}/v1`,
    TRIVET_SECRETS_TOKEN: 'the-token',
  };
  const { stderr } = await runCli(words('pki role show web'), { env: server });
  expect(stderr).toContain(
    'the server looks like vault or openbao, but trivet is using product generic: run trivet profile set NAME --secrets-product detect',
  );
});

test('status reports a foreign server once, as needing attention', async () => {
  const env = await at(otf, 'SECRETS', '/v1');
  const { code, stdout } = await runCli(words('status --detailed-exitcode -o json'), { env });
  const { rows } = JSON.parse(stdout) as { rows: unknown };
  expect(code).toBe(11);
  expect(rows).toEqual([
    expect.objectContaining({
      service: 'secrets',
      kind: 'service',
      attention: true,
      detail: expect.stringMatching(/is not the API of the secrets service/),
    }),
  ]);
});

test.each([
  ['job show web', { status: 404, body: 'job not found' }, 'JOBS', ''],
  ['pki role show web', { status: 404, body: { errors: [] } }, 'SECRETS', '/v1'],
  [
    'workspace show web',
    { status: 404, body: { errors: [{ title: 'not found' }] } },
    'WORKSPACES',
    '/api/v2',
  ],
] as const)('a 404 of the API itself stays exit 5: %s', async (line, answer, name, path) => {
  const server = await smallServer(() => answer);
  const env = {
    [`TRIVET_${name}_URL`]: `${server.env['TRIVET_JOBS_URL'] ?? ''}${path}`,
    [`TRIVET_${name}_TOKEN`]: 'the-token',
    TRIVET_ORGANIZATION: 'demo',
  };
  expect((await runCli(words(line), { env })).code).toBe(5);
});
