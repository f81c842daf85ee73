/** Tests log-ins in a browser: who may come back, with what, how often, and what the browser then shows. */
import { createServer } from 'node:net';
import type { Server } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Io } from '../../../src/system/io.ts';
import { useConfigFolder } from '../../support/config-folder.ts';
import { useServers } from '../../support/counting-server.ts';
import { freePort } from '../../support/free-port.ts';
import { useSandbox } from '../../support/sandbox.ts';

const { trivet, profiles } = useConfigFolder();
const { sandbox } = useSandbox({ fresh: true });
const serve = useServers();

let port = 0;
const blockers: Server[] = [];
beforeEach(async () => {
  port = await freePort();
  const { urls } = sandbox();
  await trivet(
    `profile set demo --secrets-url ${urls.secrets} --secrets-product generic --jobs-url ${urls.jobs} ` +
      `--jobs-product generic --workspaces-url ${urls.workspaces} --workspaces-product generic`,
  );
});
afterEach(async () => {
  await Promise.all(blockers.splice(0).map((one) => new Promise((done) => one.close(done))));
});

const visit = (url: string, more: RequestInit = {}): Promise<Response> =>
  fetch(url, { redirect: 'manual', ...more });
const onward = (reply: Response): string => reply.headers.get('location') ?? '';

/** At the page of the provider, that person; returns the address that the browser goes back to. */
const person =
  (user: string) =>
  async (page: string): Promise<string> =>
    onward(
      await visit(page, {
        method: 'POST',
        body: new URLSearchParams({ user }),
        headers: { origin: new URL(page).origin, 'sec-fetch-site': 'same-origin' },
      }),
    );

interface Browser {
  readonly env: Readonly<Record<string, string>>;
  readonly io: Partial<Io>;
  /** What the browser showed at its end. */
  readonly shown: () => Promise<string>;
  readonly argv: () => readonly string[];
}

/** @param walk from the page of the provider to what is shown at the end */
const browser = (walk: (page: string) => Promise<string>): Browser => {
  let shown: Promise<string> | undefined;
  let argv: readonly string[] = [];
  return {
    env: { BROWSER: '/bin/sh' },
    io: {
      startProgram: async (given) => {
        argv = given;
        shown = visit(given.at(-1) ?? '').then((reply) => walk(onward(reply)));
        return true;
      },
    },
    shown: async () => (await shown) ?? '',
    argv: () => argv,
  };
};
const asking = (user: string) => browser(async (page) => (await visit(await person(user)(page))).text());

const login = (line: string, { env, io }: Pick<Browser, 'env' | 'io'>) =>
  trivet(`login ${line} --callback-port ${port} --timeout 20s`, { env, io });
const methods = [
  ['secrets', 'oidc', 'oidc-alice'],
  ['jobs', 'oidc', 'OIDC-people'],
  ['workspaces', 'browser', 'alice'],
] as const;

describe.each(methods)('a log-in to %s with --method %s', (service, method, user) => {
  const line = `${service} --method ${method}`;

  test('ends in the browser and in the profile', async () => {
    const alice = asking('alice');
    const result = await login(line, alice);
    expect(result).toMatchObject({ code: 0, stdout: '' });
    expect(await alice.shown()).toContain('<h1>Logged in</h1>');
    const shown = await trivet(`whoami ${service} -o json`);
    expect(JSON.parse(shown.stdout)).toMatchObject([{ user }]);
  });

  test('passes on what the provider refuses', async () => {
    const nobody = asking('');
    const result = await login(line, nobody);
    expect(result).toMatchObject({ code: 4, stdout: '' });
    expect(result.stderr).toContain('access_denied: the person refused');
    expect(await nobody.shown()).toContain('<h1>Not logged in</h1>');
    expect(profiles()).not.toContain('"token"');
  });

  test('refuses a code that the provider did not give', async () => {
    const forger = browser(async (page) => {
      const back = new URL(await person('alice')(page));
      back.searchParams.set('code', 'forged-code');
      return (await visit(back.href)).text();
    });
    const result = await login(line, forger);
    expect(result).toMatchObject({ code: 4 });
    expect(result.stderr).not.toContain('forged-code');
    expect(await forger.shown()).toContain('Not logged in');
    expect(profiles()).not.toContain('"token"');
  });

  test('ignores every request without its state', async () => {
    const replies: number[] = [];
    const crowd = browser(async (page) => {
      const back = new URL(await person('alice')(page));
      const changed = (name: string, value: string): string => {
        const other = new URL(back);
        other.searchParams.set(name, value);
        return other.href;
      };
      const tries: readonly (readonly [string, RequestInit?])[] = [
        [`${back.origin}${back.pathname}?code=x`],
        [changed('state', 'forged')],
        [changed('state', '')],
        [back.href, { method: 'PUT' }],
        [
          `${back.origin}${back.pathname}`,
          { method: 'POST', body: new URLSearchParams({ state: 'x', code: 'y' }) },
        ],
        [`${back.origin}${back.pathname}`, { method: 'POST', body: '{"state":"x"}' }],
        [`${back.origin}/other`],
        [`${back.origin}/favicon.ico`],
      ];
      for (const [url, more] of tries) replies.push((await visit(url, more)).status);
      const last = await visit(back.href);
      replies.push(last.status);
      return last.text();
    });
    expect(await login(line, crowd)).toMatchObject({ code: 0 });
    await crowd.shown();
    expect(replies).toEqual([400, 400, 400, 400, 400, 400, 404, 404, 200]);
  });

  test('accepts the form that a provider lets the browser send', async () => {
    const form = browser(async (page) => {
      const back = new URL(await person('alice')(page));
      const reply = await visit(`${back.origin}${back.pathname}`, {
        method: 'POST',
        body: back.searchParams,
      });
      return reply.text();
    });
    expect(await login(line, form)).toMatchObject({ code: 0 });
    expect(await form.shown()).toContain('Logged in');
  });

  test('has no state, code or nonce in the arguments of the browser or in the output', async () => {
    let seen: readonly string[] = [];
    const watched = browser(async (page) => {
      const back = await person('alice')(page);
      const of = (url: string, name: string) => new URL(url).searchParams.get(name) ?? '';
      seen = [of(page, 'state'), of(back, 'code'), of(page, 'nonce')].filter((one) => one !== '');
      return (await visit(back)).text();
    });
    const result = await login(`${line} -v -o json`, watched);
    expect(result.code).toBe(0);
    expect(watched.argv().join(' ')).toMatch(/^\/bin\/sh http:\/\/localhost:\d+\/[0-9a-f]{32}$/);
    for (const secret of seen) {
      expect(result.stdout + result.stderr).not.toContain(secret);
      expect(watched.argv().join(' ')).not.toContain(secret);
      expect(profiles()).not.toContain(secret);
    }
  });

  test('ends with 124 if nobody comes, and leaves the port', async () => {
    const result = await trivet(`login ${line} --no-browser --callback-port ${port} --timeout 1s`);
    expect(result).toMatchObject({ code: 124, stdout: '' });
    expect(result.stderr).toMatch(/^open this address .*http:\/\/127\.0\.0\.1:\d+\//);
    expect(result.stderr).toContain('nobody logged in');
    await expect(visit(`http://127.0.0.1:${port}/`)).rejects.toThrow();
  });

  test('ends at once with Ctrl-C', async () => {
    let interrupt: (signal: number) => void = () => undefined;
    const result = await trivet(`login ${line} --no-browser --callback-port ${port} --timeout 60s`, {
      onStart: (signal) => {
        interrupt = signal;
      },
      onStderr: (text) => {
        if (text.includes('open this address')) setImmediate(() => interrupt(2));
      },
    });
    expect(result.code).toBe(130);
    expect(profiles()).not.toContain('"token"');
    await expect(visit(`http://127.0.0.1:${port}/`)).rejects.toThrow();
  });

  test.each(['127.0.0.1', '::1'])('says so if its port is taken on %s', async (host) => {
    const blocker = createServer();
    blockers.push(blocker);
    await new Promise<void>((resolve, reject) => {
      blocker.once('error', reject);
      blocker.listen({ host, port, ipv6Only: true }, resolve);
    });
    const result = await login(line, asking('alice'));
    expect(result).toMatchObject({ code: 3 });
    expect(result.stderr).toContain(`port ${port} is in use`);
    expect(result.stderr).toContain('--callback-port');
  });
});

test('a page of another name cannot reach the callback', async () => {
  const foreign = browser(async (page) => {
    const back = new URL(await person('alice')(page));
    const { request } = await import('node:http');
    const status = await new Promise<number>((resolve) => {
      request(back, { headers: { host: `evil.example:${port}` } }, (reply) => {
        reply.resume();
        resolve(reply.statusCode ?? 0);
      }).end();
    });
    return `${status} ${await (await visit(back.href)).text()}`;
  });
  expect((await login('secrets --method oidc', foreign)).code).toBe(0);
  expect(await foreign.shown()).toMatch(/^403 .*Logged in/s);
});

test('a second tab with the same log-in says that it was answered, and changes nothing', async () => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let exchanges = 0;
  const server = await serve((request, response) => {
    const reply = (value: unknown): void => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    };
    if (request.url === '/v1/auth/oidc/oidc/auth_url') {
      reply({ data: { auth_url: `${server.origin}/page?state=st_one` } });
    } else if (request.url?.startsWith('/v1/auth/oidc/oidc/callback') === true) {
      exchanges += 1;
      void held.then(() => reply({ data: null, auth: { client_token: 'token-of-the-tab' } }));
    } else reply({ data: {} });
  });
  await trivet(`profile set demo --secrets-url ${server.origin}/v1 --secrets-product generic`);
  const tabs = browser(async () => {
    const back = `http://localhost:${port}/oidc/callback?code=c0de&state=st_one`;
    const both = [visit(back), visit(back)];
    const early = await Promise.race(both);
    release();
    const statuses = (await Promise.all(both)).map(({ status }) => status).toSorted((one, two) => one - two);
    return `${early.status} of ${statuses.join(' and ')}: ${await early.text()}`;
  });
  expect(await login('secrets --method oidc', tabs)).toMatchObject({ code: 0 });
  expect(await tabs.shown()).toMatch(/^409 of 200 and 409: .*Already answered/s);
  expect(exchanges).toBe(1);
});

test('the page shows the words of a server as text', async () => {
  const script = '<script>alert(1)</script>';
  const bad = browser(async (page) => {
    const state = new URL(page).searchParams.get('state') ?? '';
    const query = new URLSearchParams({ error: script, state });
    const reply = await visit(`http://localhost:${port}/oidc/callback?${query.toString()}`);
    expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(reply.headers.get('cache-control')).toBe('no-store');
    return reply.text();
  });
  const result = await login('secrets --method oidc', bad);
  expect(result.code).toBe(4);
  const shown = await bad.shown();
  expect(shown).not.toContain(script);
  expect(shown).toContain('&lt;script&gt;');
});

test('the address of the browser works once', async () => {
  const twice = browser(async (page) => (await visit(await person('alice')(page))).text());
  const first = await login('secrets --method oidc', {
    env: twice.env,
    io: {
      startProgram: async (argv) => {
        const entrance = argv.at(-1) ?? '';
        const statuses = [(await visit(entrance)).status, (await visit(entrance)).status];
        expect(statuses).toEqual([303, 404]);
        return false;
      },
    },
  }).catch((error: unknown) => error);
  expect(first).toMatchObject({ code: 124 });
}, 30_000);

test('an empty address of the server is a refusal that names the redirect address', async () => {
  const server = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":{"auth_url":""}}');
  });
  await trivet(`profile set demo --secrets-url ${server.origin}/v1 --secrets-product generic`);
  const result = await login('secrets --method oidc', asking('alice'));
  expect(result).toMatchObject({ code: 4 });
  expect(result.stderr).toContain(`http://localhost:${port}/oidc/callback`);
});

test('a discovery document cannot send codes to another server', async () => {
  const other = await serve();
  const server = await serve((_, response) => {
    const login = { client: 'x', authz: '/authz', token: `${other.origin}/token`, ports: [10_000, 10_010] };
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ 'login.v1': login }));
  });
  await trivet(`profile set demo --workspaces-url ${server.origin}/api/v2 --workspaces-product generic`);
  const result = await login('workspaces --method browser', asking('alice'));
  expect(result).toMatchObject({ code: 3 });
  expect(result.stderr).toContain(other.origin);
  expect(other.seen).toEqual([]);
});

test('an exchange does not follow a redirect', async () => {
  const other = await serve();
  const server = await serve((request, response) => {
    if (request.url === '/token') {
      response
        .writeHead(302, { location: `${other.origin}/?error=invalid_grant&error_description=why` })
        .end();
      return;
    }
    const login = { client: 'x', authz: `${sandbox().origin}/app/oauth2/auth`, token: '/token' };
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ 'login.v1': login }));
  });
  await trivet(`profile set demo --workspaces-url ${server.origin}/api/v2 --workspaces-product generic`);
  const eager = browser(async (page) => {
    const wanted = new URL(page).searchParams;
    const query = new URLSearchParams({ code: 'a-code-of-the-test', state: wanted.get('state') ?? '' });
    return (await visit(`${wanted.get('redirect_uri') ?? ''}?${query.toString()}`)).text();
  });
  const result = await login('workspaces --method browser', eager);
  expect(result).toMatchObject({ code: 4 });
  expect(result.stderr).toContain('invalid_grant: why');
  expect(result.stderr).not.toContain('a-code-of-the-test');
  expect(other.seen).toEqual([]);
});
