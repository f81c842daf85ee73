/** Tests that nothing of a log-in appears in output, files or arguments: replies repeat everything that was sent. */
import { expect, test } from 'vitest';
import { useConfigFolder } from '../support/config-folder.ts';
import { useServers } from '../support/counting-server.ts';
import { leaks } from './canary-forms.ts';

const { trivet, profiles } = useConfigFolder();
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
      `profile set p --${service}-url ${server.origin}${service === 'secrets' ? '/v1' : ''} --${service}-product documented`,
    );
    for (const mode of ['-v', '-v -o json']) {
      const result = await trivet(`login ${service} ${flags} ${mode} --timeout 150ms`, {
        env: { ...env, ACTIONS_ID_TOKEN_REQUEST_URL: `${server.origin}/identity` },
      });
      expect(result.code).not.toBe(0);
      for (const text of [result.stdout, result.stderr])
        problems.push(...leaks(text, canary).map((form) => `${echo.status} ${echo.type} ${mode}: ${form}`));
    }
  }
  expect(problems).toEqual([]);
  expect(profiles()).not.toContain(canary);
});

test('a token that a log-in gave is in the profile and nowhere else', async () => {
  const server = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({ data: null, warnings: [canary], auth: { client_token: canary, lease_duration: 60 } }),
    );
  });
  await trivet(`profile set p --secrets-url ${server.origin}/v1 --secrets-product documented`);
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
