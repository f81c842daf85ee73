/** Tests what of the reply to a raw request a model gets, and a table shows: no token of the run, nothing unknown. */
import { afterEach, describe, expect, test } from 'vitest';
import { fakeServer } from '../../support/fake-server.ts';
import type { McpSession } from '../../support/mcp.ts';
import { openMcp } from '../../support/mcp.ts';
import { runCli, words } from '../../support/run-cli.ts';
import { secretsServer, smallServer } from '../../support/small-server.ts';

let session: McpSession | undefined;
afterEach(async () => {
  await session?.end();
  session = undefined;
});

const mounts: Readonly<Record<string, string>> = { pki: 'pki', secret: 'kv', transit: 'transit' };
const server = () =>
  secretsServer(({ path }) => {
    const mount = /\/sys\/internal\/ui\/mounts\/([^/]+)/.exec(path)?.[1];
    if (mount !== undefined) return { body: { data: { type: mounts[mount], path: `${mount}/` } } };
    return path.endsWith('/lookup-self')
      ? { body: { data: { id: 'the-token', display_name: 'root', meta: ['Bearer the-token'] } } }
      : { body: { data: { pw: 'hush', list: ['hush'], count: 7, empty: '' }, lease_id: 'a/b' } };
  });

const open = async (flags: readonly string[] = []): Promise<McpSession> => {
  const { env } = await server();
  const answer = () => ({ action: 'accept', content: { confirm: true } });
  session = await openMcp(['--allow', 'api', ...flags], { env, answer });
  return session;
};
const get = (path: string, METHOD = 'GET') => ({ service: 'secrets', METHOD, path });

describe('a model', () => {
  test.each([
    ['GET', '/secret/data/foo'],
    ['GET', '/secret/roles/foo'],
    ['GET', '/transit/export/encryption-key/k'],
  ])('gets no value of a reply of which trivet knows nothing: %s %s', async (method, path) => {
    const { texts } = await (await open()).call('api', get(path, method));
    const text = texts.join('\n');
    expect(text).not.toContain('hush');
    expect(text).toContain('"pw"');
    expect(text).toContain('does not know what is secret in this reply');
  });

  test('gets no state, and no URL with which one is read or written', async () => {
    const data = {
      type: 'state-versions',
      id: 'sv-1',
      attributes: { 'hosted-state-upload-url': 'https://hush' },
    };
    const headers = { 'content-type': 'application/vnd.api+json' };
    const { origin } = await fakeServer(() => ({ body: { data, outputs: ['hush'] }, headers }));
    const env = { TRIVET_WORKSPACES_URL: `${origin}/api/v2`, TRIVET_WORKSPACES_TOKEN: 't' };
    session = await openMcp(['--allow', 'api'], { env });
    for (const path of ['/state-versions/sv-1/download', '/workspaces/ws-1?include=outputs']) {
      const { texts } = await session.call('api', { service: 'workspaces', METHOD: 'GET', path });
      expect(texts.join()).toContain('hosted-state-upload-url');
      expect(texts.join()).not.toContain('hush');
    }
  });

  test.each([[[]], [['--reveal']]])('gets the reply to a known read: %j', async (flags) => {
    const { texts } = await (await open(flags)).call('api', get('/pki/roles/web'));
    expect(texts.join('\n')).toContain('hush');
  });

  test('gets everything where secrets are shown', async () => {
    const { texts } = await (await open(['--reveal'])).call('api', get('/secret/data/foo'));
    expect(texts.join('\n')).toContain('hush');
  });

  test('does not get the token of the run', async () => {
    const { texts } = await (await open()).call('api', get('/auth/token/lookup-self'));
    const text = texts.join('\n');
    expect(text).toContain('root');
    expect(text).not.toContain('the-token');
  });

  test('gets no text that is not JSON and unknown', async () => {
    const { env } = await smallServer(() => ({ body: 'hush', headers: { 'content-type': 'text/plain' } }));
    session = await openMcp(['--allow', 'api'], { env });
    const given = { service: 'jobs', METHOD: 'GET', path: '/v1/client/fs/cat/1' };
    const { texts } = await session.call('api', given);
    expect(texts.join('\n')).not.toContain('hush');
  });
});

test.each([
  ['a table', '-o table', {}, false],
  ['a read-only run', '-o json', { TRIVET_READ_ONLY: '1' }, false],
  ['JSON for a program', '-o json', {}, true],
])('the token of the run in %s', async (_, flags, more, isShown) => {
  const { env } = await server();
  const { stdout } = await runCli(words(`api secrets GET /auth/token/lookup-self ${flags}`), {
    env: { ...env, ...more },
  });
  expect(stdout).toContain('root');
  expect(stdout.includes('the-token')).toBe(isShown);
});

test("trivet's own words stay in an error in which the server uses them, too", async () => {
  const { env } = await secretsServer(({ path }) =>
    path.endsWith('/lookup-self')
      ? { body: { data: { id: 'the-token' } } }
      : { status: 403, body: { errors: ['1 error occurred:\n\t* permission denied\n\n'] } },
  );
  session = await openMcp([], { env });
  const { texts } = await session.call('pki_role_show', { role: 'web' });
  expect(texts[0]).toMatch(/^permission denied for GET \/pki\/roles\/web/);
});
