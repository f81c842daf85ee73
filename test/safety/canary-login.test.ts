/** Tests that nothing of a log-in appears in output, files or arguments: replies repeat everything that was sent. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { useConfigFolder } from '../support/config-folder.ts';
import { standIn } from '../support/credential-stores.ts';
import { useServers } from '../support/counting-server.ts';
import { leaks } from './canary-forms.ts';

const { trivet, profiles, path } = useConfigFolder();
const serve = useServers();

const canary = 'canary-Of-A-Log-In-4711';
const env = {
  SECRET: canary,
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: canary,
};

/** Lines that send the canary, by service. */
const lines = [
  ['secrets', '--method userpass --username ann --password-from env:SECRET'],
  ['secrets', '--method ldap --username ann --password-from env:SECRET'],
  ['secrets', '--role-id r --secret-id-from env:SECRET'],
  ['secrets', '--role-id r --secret-id-from env:SECRET --wrapped'],
  ['secrets', '--method jwt --jwt-from env:SECRET'],
  ['secrets', '--method kubernetes --role r --jwt-from env:SECRET'],
  ['secrets', '--method userpass --username carol --password-from env:SECRET --passcode-from env:SECRET'],
  ['secrets', '--method github'],
  ['jobs', '--method jwt --jwt-from env:SECRET'],
] as const;

const echoes = [
  { status: 400, type: 'application/json' },
  { status: 403, type: 'application/json' },
  { status: 500, type: 'text/plain' },
  { status: 200, type: 'text/html' },
  { status: 302, type: 'text/plain' },
  // The canary is the new token, and its reply lacks what a token has.
  { status: 200, type: 'application/json' },
] as const;

const echoing = ({ status, type }: (typeof echoes)[number]) =>
  serve((request, response) => {
    const body: Buffer[] = [];
    request.on('data', (chunk: Buffer) => body.push(chunk));
    request.on('end', () => {
      const all = `${request.method} ${request.url} ${JSON.stringify(request.headers)} ${Buffer.concat(body).toString()}`;
      const text = `${all} ${canary} ${Buffer.from(all).toString('base64')} ${encodeURIComponent(all)}`;
      response.writeHead(status, {
        'content-type': type,
        location: `/${encodeURIComponent(canary)}`,
        'x-request-id': canary,
      });
      const offered = JSON.stringify([{ Name: 'ci', Type: 'JWT', Default: true }]);
      if (request.url === '/v1/acl/auth-methods') response.end(offered);
      else
        response.end(type === 'application/json' ? JSON.stringify({ errors: [text], data: { text } }) : text);
    });
  });

test.each(lines)('a log-in to %s with %s shows its secret nowhere', async (service, flags) => {
  const problems: string[] = [];
  for (const echo of echoes) {
    const server = await echoing(echo);
    await trivet(
      `profile set p --${service}-url ${server.origin}${service === 'secrets' ? '/v1' : ''} --${service}-product generic`,
    );
    for (const mode of ['-v', '-v -o json']) {
      const result = await trivet(`login ${service} ${flags} ${mode} --timeout 150ms`, {
        env: {
          ...env,
          TRIVET_STATE_DIR: path('state'),
          ACTIONS_ID_TOKEN_REQUEST_URL: `${server.origin}/identity`,
        },
      });
      expect(result.code).not.toBe(0);
      for (const text of [result.stdout, result.stderr])
        problems.push(...leaks(text, canary).map((form) => `${echo.status} ${echo.type} ${mode}: ${form}`));
    }
  }
  expect(problems).toEqual([]);
  expect(profiles()).not.toContain(canary);
  expect(existsSync(path('state'))).toBe(false);
});

test('a token that a log-in gave is in the profile and nowhere else', async () => {
  const server = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({ data: null, warnings: [canary], auth: { client_token: canary, lease_duration: 60 } }),
    );
  });
  await trivet(`profile set p --secrets-url ${server.origin}/v1 --secrets-product generic`);
  const line = 'login secrets --method userpass --username ann --password-from env:SECRET -v';
  const stored = await trivet(line, { env: { SECRET: 'another-secret-1234' } });
  expect(stored.code).toBe(0);
  const status = await trivet('auth status -o json -v');
  const shown = await trivet('profile show p -o json');
  const ended = await trivet('logout secrets -v');
  for (const { stdout, stderr } of [stored, status, shown, ended])
    expect(leaks(stdout + stderr, canary)).toEqual([]);
  expect(profiles()).not.toContain(canary);
});

/** Every file below a folder but those of the keeper's own. */
const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.startsWith(join(folder, 'keeper', 'kept')));

test.each(['program', 'linux', 'darwin', 'win32'] as const)(
  'a token in a keeper (%s) is in no other file, and in no output',
  async (kind) => {
    const server = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const auth = { client_token: canary, lease_duration: 600, renewable: true };
      response.end(JSON.stringify({ data: { keys: ['web'] }, auth }));
    });
    const keeper = standIn(path('keeper'), kind);
    const named = kind === 'program' ? `command:${JSON.stringify([join(keeper.bin, 'keep')])}` : 'system';
    const run = (line: string, now = 0) =>
      trivet(line, {
        env: {
          SECRET: 'another-secret-1234',
          PATH: keeper.bin,
          DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere',
          TRIVET_STATE_DIR: path('state'),
        },
        now: () => Date.now() + now,
        ...(kind === 'program' ? {} : { io: { platform: kind } }),
      });
    await run(
      `profile set p --secrets-url ${server.origin}/v1 --secrets-product openbao --token-keeper '${named}'`,
    );
    const results = [];
    for (const line of [
      'login secrets --method userpass --username ann --password-from env:SECRET -v',
      'auth status -o json -v',
      'profile show p -o json',
      'profile explain secrets',
      'pki role list -v',
      'pki role write web --allow-any-name --yes -v',
      'doctor -v',
    ])
      results.push(await run(line));
    results.push(await run('pki role list -v', 500_000));
    expect(results[0]?.code).toBe(0);
    expect(results[4]?.code).toBe(0);
    const text = results.map(({ stdout, stderr }) => stdout + stderr).join('\n');
    expect(leaks(text, canary)).toEqual([]);
    expect(Object.keys(keeper.kept()).length + (kind === 'win32' ? 1 : 0)).toBeGreaterThan(0);
    const found = filesIn(path('.')).filter((file) => leaks(readFileSync(file, 'latin1'), canary).length > 0);
    expect(found).toEqual([]);
  },
);
