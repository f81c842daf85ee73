/** Who reaches a sandbox that listens elsewhere, and how. */
import { request } from 'node:https';
import { networkInterfaces } from 'node:os';
import { afterEach, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../src/sandbox/start.ts';
import { startSandbox } from '../../src/sandbox/start.ts';
import { exchange, requestBytes } from './raw-http.ts';

const open: Sandbox[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map(async (sandbox) => sandbox.close()));
});

async function start(options: Parameters<typeof startSandbox>[0]): Promise<Sandbox> {
  const sandbox = await startSandbox({ empty: true, ...options });
  open.push(sandbox);
  return sandbox;
}

describe('an address that other machines can reach', () => {
  it.each(['0.0.0.0', '::', '192.0.2.1'])('%s is refused without a token', async (host) => {
    await expect(startSandbox({ host })).rejects.toThrow('needs a token that you choose');
  });

  it('is served with a token, under numbers, localhost and allowed names only', async () => {
    const tokens = [{ name: 'ci', token: 'ci-token-1', role: 'reader' as const }];
    const { origin } = await start({ host: '0.0.0.0', tokens, allowHosts: ['Sandbox.internal'] });
    const statusFor = async (host: string): Promise<number | undefined> =>
      (await exchange(origin, requestBytes(origin, 'GET /-/health', { Host: host, Connection: 'close' })))
        .statuses[0];
    for (const host of [
      '127.0.0.1',
      'localhost:49153',
      '10.1.2.3:80',
      '[::1]:9',
      'sandbox.internal',
      'SANDBOX.internal:8321',
    ])
      expect([host, await statusFor(host)]).toStrictEqual([host, 200]);
    for (const host of [
      'evil.example',
      'sandbox.internal.evil.example',
      'a127.0.0.1',
      '',
      'localhost.evil:1',
    ])
      expect([host, await statusFor(host)]).toStrictEqual([host, 403]);
  });

  it('still refuses web pages', async () => {
    const { origin } = await start({ host: '0.0.0.0', token: 'owner-token' });
    const line = requestBytes(origin, 'GET /-/health', { Origin: 'https://x.example', Connection: 'close' });
    expect((await exchange(origin, line)).statuses).toStrictEqual([403]);
  });
});

describe('the loopback address', () => {
  it('is the default: nothing listens elsewhere', async () => {
    const { origin } = await start({});
    const { port } = new URL(origin);
    const others = Object.values(networkInterfaces())
      .flatMap((all) => all ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4');
    for (const { address } of others)
      await expect(fetch(`http://${address}:${port}/-/health`)).rejects.toThrow();
  });
});

describe('tokens that the user chose', () => {
  it('have the rights of their role, and are users of their own', async () => {
    const { origin } = await start({
      empty: false,
      tokens: [
        { name: 'ann', token: 'token-of-ann', role: 'owner' },
        { name: 'bob', token: 'token-of-bob', role: 'owner' },
        { name: 'rev', token: 'token-of-rev', role: 'reviewer' },
      ],
    });
    const send = async (token: string, line: string, body?: unknown): Promise<Response> => {
      const [method = '', path = ''] = line.split(' ');
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      return fetch(`${origin}${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    };
    const actions = '/api/v2/workspaces/ws-mJbn8i3TqTQm4eMH/actions';
    expect((await send('token-of-ann', `POST ${actions}/lock`, {})).status).toBe(200);
    const refused = await send('token-of-bob', `POST ${actions}/unlock`);
    expect([refused.status, await refused.text()]).toMatchObject([409, expect.stringContaining('ann')]);
    expect((await send('token-of-rev', 'POST /v1/jobs/parse', { JobHCL: 'job "a" {\n}' })).status).toBe(200);
    expect((await send('token-of-rev', 'DELETE /v1/job/web')).status).toBe(403);
  });
});

describe('TLS', () => {
  it('is trusted through the authority of the sandbox only, under every name', async () => {
    const { origin, ca, urls, token } = await start({ tls: true, allowHosts: ['sandbox'] });
    expect(urls.jobs).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    const { port } = new URL(origin);
    const get = async (servername: string, trust: string | undefined): Promise<number | string> =>
      new Promise((resolve) => {
        const options = {
          host: '127.0.0.1',
          port,
          path: '/v1/jobs',
          servername,
          ca: trust,
          headers: { host: `127.0.0.1:${port}`, 'x-nomad-token': token },
        };
        request(options, (reply) => {
          reply.resume();
          resolve(reply.statusCode ?? 0);
        })
          .on('error', (error) => resolve((error as NodeJS.ErrnoException).code ?? error.message))
          .end();
      });
    expect(await get('localhost', ca)).toBe(200);
    expect(await get('sandbox', ca)).toBe(200);
    expect(await get('other.example', ca)).toBe('ERR_TLS_CERT_ALTNAME_INVALID');
    expect(await get('localhost', undefined)).not.toBe(200);
    expect(await get('localhost', ca)).toBe(200);
  });

  it('breaks connections below it too', async () => {
    const { origin, ca } = await start({ tls: true, faults: ['reset:1', 'lost:1'] });
    const { port } = new URL(origin);
    const failure = async (): Promise<string> =>
      new Promise((resolve) => {
        request({ host: 'localhost', port, path: '/v1/jobs', ca }, (reply) => {
          reply.resume();
          resolve(String(reply.statusCode));
        })
          .on('error', (error) => resolve((error as NodeJS.ErrnoException).code ?? error.message))
          .end();
      });
    expect([await failure(), await failure(), await failure()]).toStrictEqual([
      'ECONNRESET',
      'ECONNRESET',
      '403',
    ]);
  });
});
