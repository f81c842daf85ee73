/** Tests which product `profile set --SERVICE-product detect` finds without a token, and that it guesses none. */
import { expect, test } from 'vitest';
import { useConfigFolder } from '../../support/config-folder.ts';
import type { Answer } from '../../support/fake-server.ts';
import { fakeServer } from '../../support/fake-server.ts';

const { trivet, profiles } = useConfigFolder();

const json = (body: unknown, status = 200): Answer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const denied: Answer = { status: 403, body: 'Permission denied' };
const absent: Answer = { status: 404, body: '404 page not found' };
const html: Answer = { status: 404, headers: { 'content-type': 'text/html' }, body: '<h1>Not Found</h1>' };
const health = { client: { message: 'ok', ok: true }, server: { message: 'ok', ok: true } };
const seal = { type: 'shamir', initialized: true, sealed: true, t: 3, n: 5 };

type Server = (path: string) => Answer;

/** As Nomad 2.0.5 with access control replies to a request without a token. */
const nomad: Server = (path) =>
  path === '/v1/status/leader' ? json('127.0.0.1:4647') : path === '/v1/agent/health' ? json(health) : denied;
/** The same route with the same kind of reply in another product. */
const consul: Server = (path) => (path === '/v1/status/leader' ? json('127.0.0.1:8300') : absent);
const sealed =
  (more: object): Server =>
  (path) =>
    path.endsWith('/sys/health')
      ? json({ ...seal, ...more }, 503)
      : path.endsWith('/sys/seal-status')
        ? json({ ...seal, ...more })
        : json({ errors: ['Vault is sealed'] }, 503);

const detected = async (service: string, path: string, reply: Server) => {
  const server = await fakeServer((request) => reply(request.path));
  const url = `${server.origin}${path}`;
  const { code, stderr } = await trivet(`profile set x --${service}-url ${url} --${service}-product detect`);
  const tokens = server.received.filter(
    ({ headers }) => headers.authorization !== undefined || headers['x-nomad-token'] !== undefined,
  );
  expect(tokens).toEqual([]);
  const { product, version } = JSON.parse(profiles() ?? '{}').profiles?.x?.[service] ?? {};
  return { code, product, version, stderr };
};

test.each<readonly [string, string, string, Server, string, string | undefined]>([
  ['Nomad that denies all else', 'jobs', '', nomad, 'nomad', undefined],
  [
    'Nomad that is not well',
    'jobs',
    '',
    (path) =>
      path === '/v1/agent/health' ? json({ server: { message: 'no leader', ok: false } }, 500) : nomad(path),
    'nomad',
    undefined,
  ],
  ['sealed OpenBao', 'secrets', '/v1', sealed({ version: '2.6.2' }), 'openbao', '2.6.2'],
  ['sealed Vault', 'secrets', '/v1', sealed({ version: '2.0.1', enterprise: false }), 'vault', '2.0.1'],
])('detects %s', async (_, service, path, reply, product, version) => {
  expect(await detected(service, path, reply)).toMatchObject({ code: 0, product, version });
});

test.each<readonly [string, string, string, Server]>([
  ['another product with the same route', 'jobs', '', consul],
  ['a proxy that denies everything', 'jobs', '', () => denied],
  ['a page that is not found', 'jobs', '', () => html],
  ['an object of another API', 'jobs', '', () => json({ server: 'ok' })],
  ['a proxy that denies everything', 'secrets', '/v1', () => denied],
  ['a page that is not found', 'secrets', '/v1', () => html],
  ['a proxy that denies everything', 'workspaces', '/api/v2', () => denied],
  ['a page that is not found', 'workspaces', '/api/v2', () => html],
])('concludes nothing from %s (%s)', async (_, service, path, reply) => {
  const { code, product, stderr } = await detected(service, path, reply);
  expect({ code, product }).toEqual({ code: 8, product: undefined });
  expect(stderr).toContain(`Give it with --${service}-product PRODUCT.`);
});
