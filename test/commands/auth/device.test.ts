/** Tests log-ins that are confirmed in a browser on another machine, while trivet asks the server. */
import { PassThrough } from 'node:stream';
import { beforeEach, describe, expect, test } from 'vitest';
import { useConfigFolder } from '../../support/config-folder.ts';
import { useServers } from '../../support/counting-server.ts';
import { useSandbox } from '../../support/sandbox.ts';

const { trivet, profiles } = useConfigFolder();
const { sandbox, requests, clear } = useSandbox({ fresh: true });
const serve = useServers();

const line = 'login secrets --method device --role devices';

beforeEach(async () => {
  await trivet(
    `profile set demo --secrets-url ${sandbox().urls.secrets} --secrets-product generic --token-keeper file`,
  );
  clear();
});

/** Watches stderr for the address and the code, and types the code at the page. */
const person = (user: string) => {
  const stderr = new PassThrough();
  let text = '';
  let visited = false;
  stderr.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    const [, code, page] = /type the code (\S+): (\S+)/.exec(text) ?? [];
    if (code === undefined || page === undefined || visited) return;
    visited = true;
    void fetch(page, {
      method: 'POST',
      body: new URLSearchParams({ user, code: code.toLowerCase() }),
      headers: { origin: new URL(page).origin, 'sec-fetch-site': 'same-origin' },
    });
  });
  return { io: { stderr }, said: () => text };
};

describe('a log-in with a device code', () => {
  test('shows the address and the code, waits, and ends in the profile', async () => {
    const alice = person('alice');
    const result = await trivet(line, { io: alice.io });
    expect(result.code).toBe(0);
    expect(alice.said()).toMatch(
      /^to log in to secrets, open this address in a browser on any machine and type the code [A-Z]{4}-[A-Z]{4}: http:\S+\/identity\/device\n/,
    );
    const paths = requests().map(({ method, path }) => `${method} ${path}`);
    expect(paths[0]).toBe('POST /v1/auth/oidc/oidc/auth_url');
    expect(paths.at(-1)).toBe('POST /v1/auth/oidc/oidc/poll');
    const who = JSON.parse((await trivet('whoami secrets -o json')).stdout);
    expect(who).toMatchObject([{ user: 'oidc-alice', method: 'oidc' }]);
    expect(profiles()).toContain('"role": "devices"');
  });

  test('that the person refuses is exit 4, and stores nothing', async () => {
    const before = profiles();
    const nobody = person('');
    expect((await trivet(line, { io: nobody.io })).code).toBe(4);
    expect(nobody.said()).toContain('authorization failed: access_denied');
    expect(profiles()).toBe(before);
  });

  test('that nobody confirms is exit 124', async () => {
    const result = await trivet(`${line} --timeout 300ms`);
    expect(result.code).toBe(124);
    expect(result.stderr).toContain('nobody confirmed the log-in to secrets within 0.3 s');
  });

  test('with a role of the other kind names the right method', async () => {
    const device = await trivet('login secrets --method device --role people');
    expect([device.code, device.stderr]).toEqual([4, expect.stringContaining('--method oidc')]);
    const oidc = await trivet('login secrets --method oidc --role devices --no-browser');
    expect([oidc.code, oidc.stderr]).toEqual([
      2,
      expect.stringMatching(/Use --method device\.\n {2}Nothing was changed\./),
    ]);
  });
});

test.each([
  [['authorization_pending', 'slow_down', 'authorization_pending'], 0, ''],
  [['authorization_pending', 'authorization failed: expired_token'], 4, 'The code may have expired'],
  [['OpenBao login failed. Expired or missing OAuth state.'], 4, 'The code may have expired'],
])('a device log-in that the server answers with %j is exit %i', async (replies, code, words) => {
  const left = [...replies];
  const server = await serve((request, response) => {
    const begins = request.url?.endsWith('/auth_url') === true;
    const error = begins ? undefined : left.shift();
    const data = { auth_url: 'https://id.example/d?c=AB', poll_interval: '0.01', state: 'st_1' };
    const auth = { client_token: 'token-1234', lease_duration: 600, renewable: true };
    const body = begins ? { data } : error === undefined ? { data: null, auth } : { errors: [error] };
    response
      .writeHead(error === undefined ? 200 : 400, { 'content-type': 'application/json' })
      .end(JSON.stringify(body));
  });
  await trivet(`profile set demo --secrets-url ${server.origin}/v1 --secrets-product openbao`);
  const result = await trivet('login secrets --method device --mount sso');
  expect(result.code).toBe(code);
  expect(result.stderr).toContain(words);
  expect(result.stderr).toContain(
    'to log in to secrets, open this address in a browser on any machine: https://id.example/d?c=AB\n',
  );
  expect(server.seen.map(({ url }) => url)[0]).toBe('/v1/auth/sso/oidc/auth_url');
  expect(server.seen.filter(({ url }) => url.endsWith('/poll'))).toHaveLength(
    code === 0 ? replies.length + 1 : replies.length,
  );
});
