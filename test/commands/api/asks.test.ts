/** Tests that a raw request asks what the command at its path asks, and about each change that no command makes. */
import { describe, expect, test } from 'vitest';
import { answering, secretsAt } from '../../support/answering.ts';
import { openMcp } from '../../support/mcp.ts';
import { runCli, words } from '../../support/run-cli.ts';
import { secretsServer } from '../../support/small-server.ts';

const types: Readonly<Record<string, string>> = { pki: 'pki', aws: 'aws', ldap: 'ldap', secret: 'kv' };

const isLook = (path: string): boolean => path.includes('/sys/internal/ui/mounts/');

/** Says which engine a mount has; anything else succeeds. */
const answer = ({ path }: { readonly path: string }) => {
  const [, mount = '', name = ''] = /\/ui\/mounts\/((?:team\/)?([^/]+))/.exec(path) ?? [];
  if (!isLook(path)) return { status: 204 };
  return name in types
    ? { body: { data: { type: types[name], path: `${mount}/` } } }
    : { status: 403, body: { errors: ['preflight capability check returned 403'] } };
};

/** What is sent of a request that was answered: which engine its mount has is read before. */
const sent = (line: string): readonly string[] => {
  const [method = '', path = ''] = line.split(' ');
  const isMounted = /^\/(?:team\/)?(?:pki|%70ki|aws|ldap)\//.test(path) && !['GET', 'PATCH'].includes(method);
  return [...(isMounted ? ['LOOK'] : []), method];
};

const send = async (line: string, service = 'secrets', namespace = '') => {
  const at = (origin: string) => ({
    ...secretsAt(origin),
    TRIVET_JOBS_URL: origin,
    TRIVET_JOBS_TOKEN: 't',
    TRIVET_WORKSPACES_URL: origin,
    TRIVET_WORKSPACES_TOKEN: 't',
    ...(namespace === '' ? {} : { TRIVET_SECRETS_NAMESPACE: namespace }),
  });
  const { code, stderr, asked } = await answering(`api ${service} ${line}`, at, answer);
  return [code, asked.map(({ method, path }) => (isLook(path) ? 'LOOK' : method)), stderr] as const;
};

test.each([
  ['secrets', 'POST /pki/revoke', 'Revoke a certificate?'],
  ['secrets', 'DELETE /sys/mounts/pki', 'No command sends it'],
  ['secrets', `PATCH /pki/roles/web --data '{"ttl":"1h"}'`, 'No command sends it'],
  ['secrets', 'POST /auth/token/revoke-self', 'everything that was borrowed with it'],
  ['secrets', 'POST /sys/leases/revoke-force/aws', 'No command sends it'],
  ['secrets', 'PUT /sys/leases/revoke-prefix/aws', 'No command sends it'],
  ['secrets', 'POST /auth/approle/role/x', 'No command sends it'],
  ['secrets', 'POST /team/sys/leases/revoke-force/aws', 'No command sends it'],
  ['secrets', 'GET /pki/crl/rotate-delta', 'No command sends it'],
  ['jobs', 'GET /v1/client/gc', 'No command sends it'],
  ['jobs', 'PUT /v1/system/gc', 'No command sends it'],
  ['jobs', 'DELETE /v1/job/web', 'Stop job web?'],
  ['secrets', `POST /pki/config/crl --data '{"disable":"true"}'`, 'revocation'],
  ['secrets', `POST /pki/config/crl --data '{"disable":1}'`, 'revocation'],
  ['jobs', 'PUT /v1/var/a?cas={1}', 'Send PUT /v1/var/a?cas={1}?'],
  ['workspaces', 'POST /runs/run-1/actions/apply', 'No command sends it'],
  [
    'workspaces',
    `PATCH /workspaces/ws-1 --data '{"data":{"attributes":{"vcs-repo":null}}}'`,
    'Disconnect ws-1',
  ],
])('without a terminal and without --yes nothing is sent: %s %s', async (service, line, question) => {
  const [code, methods, stderr] = await send(line, service);
  expect([code, methods]).toEqual([2, []]);
  expect(stderr).toContain(question);
  const [, path = ''] = line.split(' ');
  // What no command sends, nobody knows: its path is the answer.
  const isKnown = !stderr.includes('No command sends it');
  const answered = isKnown ? '--yes' : `--confirm ${path.split('?')[0]}`;
  expect(stderr).toContain(isKnown ? 'give --yes' : answered);
  if (!isKnown) expect((await send(`${line} --yes`, service)).slice(0, 2)).toEqual([2, []]);
  expect((await send(`${line} ${answered}`, service)).slice(0, 2)).toEqual([0, sent(line)]);
  expect((await send(`${line} --dry-run`, service)).slice(0, 2)).toEqual([0, []]);
});

test.each(['POST', 'PUT'])(
  'what a question depends on is read before it: %s /ldap/library/team-a',
  async (method) => {
    const line = `${method} /ldap/library/team-a`;
    const [code, methods] = await send(line);
    expect(code).not.toBe(0);
    expect(methods).toEqual(['LOOK', 'GET']);
    expect((await send(`${line} --yes`)).slice(0, 2)).toEqual([0, ['LOOK', method]]);
  },
);

test.each([
  ['secrets', 'DELETE /pki/root', 'pki'],
  ['secrets', 'DELETE /team/pki/root/', 'team/pki'],
  ['secrets', 'DELETE /pki//root', 'pki'],
  ['secrets', 'DELETE /%70ki/root', 'pki'],
  ['jobs', 'DELETE /v1/job/web?purge=true', 'web'],
  ['jobs', 'DELETE /v1/job/web?purge=T', 'web'],
  ['jobs', 'DELETE /v1/job/web?global=True', 'web'],
  ['workspaces', 'DELETE /workspaces/ws-1', 'ws-1'],
])('where its command wants the name, --yes is not enough: %s %s', async (service, line, name) => {
  const [code, methods, stderr] = await send(`${line} --yes`, service);
  expect([code, methods]).toEqual([2, []]);
  expect(stderr).toContain(`To confirm without a prompt: --confirm ${name}`);
  expect((await send(`${line} --confirm another`, service)).slice(0, 2)).toEqual([2, []]);
  expect((await send(`${line} --confirm ${name}`, service)).slice(0, 2)).toEqual([0, sent(line)]);
});

test.each([
  ['secrets', 'POST /sys/capabilities-self'],
  ['secrets', 'POST /auth/token/renew-self'],
  ['secrets', 'POST /auth/userpass/login/alice --no-token'],
  ['secrets', 'POST /sys/leases/renew'],
  ['secrets', 'POST /pki/issue/web'],
  ['secrets', 'POST /aws/creds/ci'],
  ['secrets', 'GET /pki/roles/web'],
  ['secrets', 'GET /secret/data/a'],
  ['jobs', 'POST /v1/job/web/plan'],
  ['jobs', 'POST /v1/search'],
  ['workspaces', 'DELETE /workspaces/ws-1/relationships/tags'],
  ['workspaces', 'POST /workspaces/ws-1/actions/lock'],
])('a read, a change without a question, and a session of trivet are sent: %s %s', async (service, line) => {
  expect((await send(line, service)).slice(0, 2)).toEqual([0, sent(line)]);
});

test.each([
  ['/secret/roles/web', 'No command sends it'],
  ['/other/roles/web', 'The engine of its mount could not be read'],
])('where the engine is another one, or is not known, the path is the answer: POST %s', async (path, why) => {
  const [code, methods, stderr] = await send(`POST ${path} --yes`);
  expect([code, methods.includes('POST'), stderr]).toEqual([2, false, expect.stringContaining(why)]);
  expect(stderr).toContain(`--confirm ${path}`);
  const [confirmed, all] = await send(`POST ${path} --confirm ${path}`);
  expect([confirmed, all.at(-1)]).toEqual([0, 'POST']);
});

test('the question names the namespace and the server', async () => {
  const [, , stderr] = await send('POST /sys/leases/revoke-force/aws', 'secrets', 'team');
  expect(stderr).toMatch(
    /Send POST \/sys\/leases\/revoke-force\/aws\? .*\(namespace team at http:\/\/[^)]*\)/,
  );
});

test('a batch with such a line sends nothing', async () => {
  const server = await secretsServer(answer);
  const run = (end: string) =>
    runCli(words('batch run -'), {
      env: server.env,
      stdin: `api secrets POST /auth/token/renew-self\napi secrets DELETE /pki/root ${end}\n`,
    });
  const refused = await run('--yes');
  expect([refused.code, server.received.length]).toEqual([2, 0]);
  expect(refused.stderr).toContain('--confirm pki');
  expect((await run('--confirm pki')).code).toBe(0);
});

describe('a model', () => {
  const destroy = { service: 'secrets', METHOD: 'POST', path: '/sys/leases/revoke-force/aws' };

  test('sends none of which trivet does not know what it changes, not even with a person', async () => {
    const server = await secretsServer(answer);
    const alone = await openMcp(['--allow', 'api'], { env: server.env });
    expect((await alone.call('api', destroy)).failed).toBe(true);
    await alone.end();
    expect(server.received).toEqual([]);
    const asked = await openMcp(['--allow', 'api'], {
      env: server.env,
      answer: () => ({ action: 'accept', content: { confirm: true } }),
    });
    expect((await asked.call('api', destroy)).failed).toBe(true);
    const known = { service: 'secrets', METHOD: 'DELETE', path: '/pki/roles/web' };
    expect((await asked.call('api', known)).failed).toBe(false);
    expect(asked.asked.length).toBe(1);
    await asked.end();
    const changed = server.received.filter(({ method }) => method !== 'GET').map(({ path }) => path);
    expect(changed).toEqual([expect.stringContaining('pki/roles/web')]);
    expect(server.received.some(({ path }) => path.includes('revoke-force'))).toBe(false);
  });
});
