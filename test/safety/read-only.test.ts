/**
 * Tests a read-only run with every command: those that change something, return credentials or write profiles are
 * refused.
 */
import { afterEach, describe, expect, test } from 'vitest';
import type { Command } from '../../src/catalogue/command.ts';
import { nodeIo } from '../../src/system/node-io.ts';
import { refuseOwnChange } from '../../src/run/refuse-changes.ts';
import { allCommands } from '../support/catalogue.ts';
import { useConfigFolder } from '../support/config-folder.ts';
import { useServers } from '../support/counting-server.ts';
import { words } from '../support/run-cli.ts';

const serve = useServers();
const folder = useConfigFolder();

const before = process.cwd();
afterEach(() => {
  process.chdir(before);
});

const profile = (origin: string, readOnly: boolean): string =>
  JSON.stringify({
    version: 1,
    current: 'prod',
    profiles: {
      prod: {
        ...(readOnly ? { readOnly } : {}),
        workspaces: { url: `${origin}/api/v2`, token: { kind: 'stored', value: 'token-of-the-workspaces' } },
        secrets: { url: `${origin}/v1`, token: { kind: 'stored', value: 'token-of-the-secrets' } },
        jobs: { url: origin, token: { kind: 'stored', value: 'token-of-the-jobs' } },
      },
    },
  });

/** What a run needs so that nothing else refuses it. */
const input = { stdin: 'text', env: { SECRET: 'a-secret-of-the-test' } };

const isChange = ({ operations, changes }: Command): boolean =>
  (changes ?? 'nothing') !== 'nothing' ||
  operations.some(({ operation }) => operation.effect !== 'read' || operation.view.kind === 'credentials');

const changing = allCommands.filter(isChange);
const reading = allCommands.filter(
  (command) =>
    !isChange(command) &&
    command.operations.some(({ operation }) => operation.method === 'GET') &&
    command.positional === undefined,
);

/** The first example of a command. */
const exampleOf = ({ path, examples, operations }: Command): readonly string[] =>
  words((examples ?? operations[0]?.operation.examples)?.[0]?.argv ?? path).filter(
    (word) => word !== '--dry-run' && word !== '--curl',
  );

/** Answers its questions, and shows what is returned once. */
const answered = (command: Command): readonly string[] => {
  const argv = exampleOf(command);
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length;
  const shown =
    end === argv.length &&
    command.operations.some(
      ({ operation: { view, returnedOnce } }) => view.kind === 'credentials' || returnedOnce,
    );
  return [...argv.slice(0, end), '--yes', ...(shown ? ['--reveal'] : []), ...argv.slice(end)];
};

/** Creates the files that the arguments name. */
const makeFiles = (argv: readonly string[]): void => {
  for (const word of argv) {
    const name =
      /^(?:--[^=]+=)?@(.+)$/.exec(word)?.[1] ??
      (/\.(?:json|hcl|pem|csr|ldif|md|txt)$/.test(word) ? word : undefined);
    if (name !== undefined) folder.file(name, name.endsWith('.json') ? '{"ID":"web","Name":"web"}' : 'text');
  }
};

const run = async (
  argv: readonly string[],
  how: 'variable' | 'profile',
): Promise<{ code: number; stderr: string; sent: readonly string[]; profiles: boolean }> => {
  const server = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":{}}');
  });
  const text = profile(server.origin, how === 'profile');
  folder.write(text);
  process.chdir(folder.path('.'));
  makeFiles(argv);
  const { code, stderr } = await folder.trivet(
    argv.map((word) => `'${word.replaceAll("'", '')}'`).join(' '),
    {
      ...input,
      env: { ...input.env, ...(how === 'variable' ? { TRIVET_READ_ONLY: '1' } : {}) },
    },
  );
  return {
    code,
    stderr,
    sent: server.seen.map(({ method, url }) => `${method} ${url}`),
    profiles: folder.profiles() === text,
  };
};

test('the catalogue has changes and credentials', () => {
  const paths = changing.map(({ path }) => path);
  expect(paths).toEqual(
    expect.arrayContaining([
      'workspace lock',
      'aws creds',
      'aws static-creds',
      'ldap static-creds',
      'lease recover',
      'job action',
      'profile use',
      'auth login',
    ]),
  );
  expect(paths).not.toContain('workspace list');
});

describe.each(['variable', 'profile'] as const)('in a read-only run by a %s', (how) => {
  test.each(changing.map((command) => [command.path, command] as const))(
    '%s is refused',
    async (_, command) => {
      const { code, stderr, sent, profiles } = await run(answered(command), how);
      expect({ sent, profiles, code }, stderr).toEqual({ sent: [], profiles: true, code: 4 });
      expect(stderr).toMatch(how === 'variable' ? /TRIVET_READ_ONLY/ : /profile \\?"prod/);
    },
  );

  test.each(reading.map((command) => [command.path, command] as const))('%s is sent', async (_, command) => {
    const { sent, stderr } = await run(exampleOf(command), how);
    expect(sent.length, stderr).toBeGreaterThan(0);
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('a raw %s is refused', async (method) => {
    expect(await run(['api', 'secrets', method, '/sys/x'], how)).toMatchObject({ code: 4, sent: [] });
  });

  test.each(['/aws/creds/ci', '/a/b/creds/ci', '/aws/%63reds/ci', '/aws/creds/ci/', '/ldap/static-cred/app'])(
    'a raw GET of credentials is refused: %s',
    async (path) => {
      expect(await run(['api', 'secrets', 'GET', path], how)).toMatchObject({ code: 4, sent: [] });
    },
  );

  test.each([
    ['secrets', '/pki/crl/rotate-delta'],
    ['secrets', '/transit/export/encryption-key/k'],
    ['secrets', '/secret/data/foo'],
    ['secrets', '/identity/oidc/token/x'],
    ['secrets', '/identity/oidc/client/x'],
    ['secrets', '/auth/oidc/oidc/callback?code=1&state=2'],
    ['secrets', '/auth/approle/role/x/secret-id'],
    ['secrets', '/sys/raw/core'],
    ['secrets', '/sys/storage/raft/snapshot'],
    ['secrets', '/sys/rekey/backup'],
    ['jobs', '/v1/client/gc'],
    ['jobs', '/v1/client/allocation/1/gc'],
    ['jobs', '/v1/var/nomad/jobs'],
    ['jobs', '/v1/acl/token/self'],
    ['jobs', '/v1/operator/snapshot'],
    ['jobs', '/v1/acl/token/self?list=true'],
    ['secrets', '/sys/monitor?list=true'],
    ['workspaces', '/state-versions/sv-1/download'],
    ['workspaces', '/state-versions/sv-1/download?list=true'],
    ['workspaces', '/state-versions/sv-1/outputs'],
    ['workspaces', '/workspaces/ws-1/current-state-version'],
    ['workspaces', '/workspaces/ws-1/current-state-version-outputs'],
    ['workspaces', '/workspaces/ws-1?include=outputs'],
    ['workspaces', '/organizations/x/workspaces/w?include=project,outputs'],
    ['workspaces', '/workspaces/ws-1/vars'],
    ['workspaces', '/plans/plan-1'],
    ['workspaces', '/organizations/x/authentication-token'],
    ['workspaces', '/organizations/x/oauth-clients'],
  ])('a raw GET of which nothing is known is refused: %s %s', async (service, path) => {
    expect(await run(['api', service, 'GET', path], how)).toMatchObject({ code: 4, sent: [] });
  });

  test.each([
    ['secrets', 'GET', '/sys/health', '/v1'],
    ['secrets', 'GET', '/sys/mounts/pki/tune', '/v1'],
    ['secrets', 'GET', '/auth/approle/role/x', '/v1'],
    ['secrets', 'GET', '/identity/entity/id/x', '/v1'],
    ['secrets', 'GET', '/secret/metadata/foo?list=true', '/v1'],
    ['secrets', 'GET', '/pki/crl/pem', '/v1'],
    ['workspaces', 'GET', '/organizations/x/teams', '/api/v2'],
    ['workspaces', 'GET', '/runs/run-1', '/api/v2'],
    ['workspaces', 'GET', '/workspaces/ws-1?include=project', '/api/v2'],
    ['jobs', 'GET', '/v1/nodes', ''],
    ['jobs', 'GET', '/v1/acl/policies', ''],
  ])('a raw read that is known is sent: %s %s %s', async (service, method, path, base) => {
    const { sent } = await run(['api', service, method, path], how);
    expect(sent).toContain(`${method} ${base}${path}`);
  });
});

test('a defect that hides the server does not pass for permission', async () => {
  const command = changing.find(({ path }) => path === 'lease recover');
  if (command === undefined) throw new Error('there is no such command');
  const io = { ...nodeIo(process), env: { TRIVET_CONFIG_DIR: folder.path('config') } };
  const servers = { io, endpoint: () => Promise.reject(new TypeError('a defect')) };
  await expect(refuseOwnChange(command, {}, { profile: undefined }, servers)).rejects.toThrow('a defect');
});

test('requests that are only shown are allowed', async () => {
  expect(await run(['message', 'delete', 'm1', '--dry-run'], 'variable')).toMatchObject({ code: 0 });
});

test('a line of a batch is refused, and the batch reports it', async () => {
  const server = await serve((_request, response) => response.writeHead(200).end('{}'));
  folder.write(profile(server.origin, false));
  const { code, stdout } = await folder.trivet('batch run - -o jsonl', {
    stdin: 'message delete m1 --yes\n',
    env: { TRIVET_READ_ONLY: '1' },
  });
  expect({ code, sent: server.seen.map(({ method }) => method) }, stdout).toEqual({ code: 4, sent: [] });
});

test.each(['0', 'false', 'no', 'off'])('TRIVET_READ_ONLY=%s allows changes', async (value) => {
  const server = await serve(({ method }, response) =>
    response.writeHead(method === 'GET' ? 403 : 204).end(),
  );
  folder.write(profile(server.origin, false));
  await folder.trivet('message delete m1 --yes', { env: { TRIVET_READ_ONLY: value } });
  expect(server.seen.map(({ method }) => method)).toContain('DELETE');
});

test.each(['', 'yess', '2'])('TRIVET_READ_ONLY=%o is a mistake, and nothing is sent', async (value) => {
  const server = await serve((_request, response) => response.writeHead(204).end());
  folder.write(profile(server.origin, false));
  const { code } = await folder.trivet('message delete m1 --yes', { env: { TRIVET_READ_ONLY: value } });
  expect({ code, sent: server.seen.length }).toEqual({ code: 3, sent: 0 });
});

test('profile set --read-only binds the profile, and cannot be undone under it', async () => {
  folder.write(profile('http://127.0.0.1:1', false));
  expect((await folder.trivet('profile set prod --read-only')).code).toBe(0);
  expect((await folder.trivet('profile show prod --field readOnly')).stdout).toBe('true');
  expect(await folder.trivet('profile set prod --no-read-only')).toMatchObject({
    code: 4,
    stderr: expect.stringContaining('profiles.json'),
  });
  // Using another profile makes no difference.
  expect((await folder.trivet('profile set other --jobs-url http://127.0.0.1:1')).code).toBe(4);
  const other = { env: { TRIVET_PROFILE: 'other' } };
  expect(
    (await folder.trivet('profile set other --jobs-url http://127.0.0.1:1 --jobs-product nomad', other)).code,
  ).toBe(0);
  expect((await folder.trivet('profile set prod --no-read-only', other)).code).toBe(4);
  expect((await folder.trivet('profile use other', other)).code).toBe(0);
  expect((await folder.trivet('profile explain jobs --profile prod')).stdout).toMatch(
    /readOnly\s+true\s+profile "prod"/,
  );
});
