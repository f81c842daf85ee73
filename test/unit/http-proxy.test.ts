import { describe, expect, test } from 'vitest';
import { EnvHttpProxyAgent } from 'undici';
import { describeProxy, proxyFor, proxySecrets } from '../../src/http/connection/proxy.ts';
import type { Serve } from './http-servers.ts';
import { acceptServer, ok, rawServer, request, sendOptions, targetAt, tlsServer } from './http-servers.ts';
import { issue, makeAuthority } from './http-certificates.ts';
import { failureOf, replyOf, ways } from './http-transports.ts';

const proxy = 'http://user:pass%40word@proxy.example:3128';

describe('the choice of a proxy', () => {
  test.each([
    ['https://api.example', { HTTPS_PROXY: proxy }, 'proxy'],
    ['https://api.example', { HTTP_PROXY: proxy }, 'proxy'],
    ['http://api.example', { HTTPS_PROXY: proxy }, 'direct'],
    ['http://api.example', { HTTP_PROXY: proxy }, 'proxy'],
    ['https://api.example', {}, 'direct'],
    ['https://api.example', { https_proxy: '', HTTPS_PROXY: proxy }, 'direct'],
    ['https://127.0.0.1:8200', { HTTPS_PROXY: proxy }, 'direct'],
    ['https://127.8.9.1', { HTTPS_PROXY: proxy }, 'direct'],
    ['https://[::1]:8200', { HTTPS_PROXY: proxy }, 'direct'],
    ['https://localhost', { HTTPS_PROXY: proxy }, 'direct'],
    ['https://a.localhost', { HTTPS_PROXY: proxy }, 'direct'],
    ['https://localhost.example', { HTTPS_PROXY: proxy }, 'proxy'],
    ['https://127.0.0.1.example', { HTTPS_PROXY: proxy }, 'proxy'],
    ['https://api.example', { HTTPS_PROXY: proxy, NO_PROXY: '*' }, 'direct'],
    ['https://api.example', { HTTPS_PROXY: proxy, NO_PROXY: 'api.example' }, 'direct'],
    ['https://api.example', { HTTPS_PROXY: proxy, NO_PROXY: 'example' }, 'direct'],
    ['https://api.example', { HTTPS_PROXY: proxy, NO_PROXY: 'x,.example y' }, 'direct'],
    ['https://api.example', { HTTPS_PROXY: proxy, NO_PROXY: '*.example' }, 'direct'],
    ['https://badexample', { HTTPS_PROXY: proxy, NO_PROXY: 'example' }, 'proxy'],
    ['https://api.example', { HTTPS_PROXY: proxy, NO_PROXY: 'api.example:443' }, 'direct'],
    ['https://api.example', { HTTPS_PROXY: proxy, NO_PROXY: 'api.example:80' }, 'proxy'],
    ['https://192.0.2.7', { HTTPS_PROXY: proxy, NO_PROXY: '192.0.2.0/24' }, 'direct'],
    ['https://192.0.3.7', { HTTPS_PROXY: proxy, NO_PROXY: '192.0.2.0/24' }, 'proxy'],
    ['https://192.0.2.7:8200', { HTTPS_PROXY: proxy, NO_PROXY: 'x, 192.0.2.7' }, 'direct'],
    ['https://192.0.2.7', { HTTPS_PROXY: proxy, NO_PROXY: '192.0.2.0/33' }, 'proxy'],
    ['https://[2001:db8::7]', { HTTPS_PROXY: proxy, NO_PROXY: '2001:db8::/32' }, 'direct'],
    ['https://[2001:db9::7]', { HTTPS_PROXY: proxy, NO_PROXY: '2001:db8::/32' }, 'proxy'],
    ['https://[2001:db8::7]', { HTTPS_PROXY: proxy, NO_PROXY: '2001:db8::7' }, 'direct'],
    ['https://[2001:db8::7]:443', { HTTPS_PROXY: proxy, NO_PROXY: '[2001:db8::7]:443' }, 'direct'],
    ['https://api.example', { HTTPS_PROXY: proxy, NO_PROXY: 'x,*' }, 'direct'],
    ['https://API.example', { HTTPS_PROXY: proxy, no_proxy: 'Api.Example' }, 'direct'],
    ['https://api.example', { HTTPS_PROXY: proxy, no_proxy: '', NO_PROXY: '*' }, 'proxy'],
  ])('%s with %j: %s', (origin, env, kind) => {
    expect(proxyFor(origin, env).kind).toBe(kind);
  });

  test.each(['socks5://x:1080', 'junk', 'file:///x'])('%s is refused', (value) => {
    expect(proxyFor('https://api.example', { HTTPS_PROXY: value }).kind).toBe('refused');
  });

  test('refuses a token through a proxy in plain HTTP, with a message without the password', () => {
    const choice = proxyFor('http://api.example', { HTTP_PROXY: proxy }, true);
    expect(choice.kind).toBe('refused');
    expect(JSON.stringify(choice)).not.toMatch(/word|user/);
    expect(proxyFor('https://api.example', { HTTPS_PROXY: proxy }, true)).toEqual({
      kind: 'proxy',
      url: proxy,
    });
  });

  test('keeps the password for redaction without showing it', () => {
    expect(describeProxy(proxy)).toBe('http://proxy.example:3128');
    expect(proxySecrets(proxy)).toEqual([{ name: 'TRIVET_PROXY_PASSWORD', value: 'pass@word' }]);
    expect(proxySecrets('http://proxy.example:3128')).toEqual([]);
  });

  test.each([
    ['example', 'https://api.example:8443'],
    ['.example:8443', 'https://api.example:8443'],
    ['other.example', 'https://api.example'],
    ['api.example.', 'https://api.example'],
  ])('with NO_PROXY=%s for %s is that of undici', async (noProxy, origin) => {
    // A proxy that refuses at once: the error of undici shows whether it was used.
    const refusing = await acceptServer((socket) => socket.end('HTTP/1.1 502 No\r\n\r\n'));
    const url = `http://127.0.0.1:${refusing.port}`;
    const agent = new EnvHttpProxyAgent({
      httpsProxy: url,
      noProxy,
      connect: (_, done) => done(new Error('direct'), null),
    });
    const asked = await agent
      .request({ origin, path: '/', method: 'GET' })
      .then(() => 'replied')
      .catch((error: unknown) => (error instanceof Error && error.message === 'direct' ? 'direct' : 'proxy'));
    await agent.destroy();
    await refusing.close();
    expect(proxyFor(origin, { https_proxy: url, no_proxy: noProxy }).kind).toBe(asked);
  });
});

const established = 'HTTP/1.1 200 Connection established\r\n\r\n';

const tunnelFaults: readonly (readonly [name: string, serve: Serve, says: RegExp])[] = [
  [
    'answers 502',
    (s) => s.end('HTTP/1.1 502 Bad\r\nContent-Length: 0\r\n\r\n'),
    /refused the tunnel with status 502/,
  ],
  ['answers 407', (s) => s.end('HTTP/1.1 407 Who\r\nContent-Length: 0\r\n\r\n'), /user name and password/],
  ['closes', (s) => s.end(), /closed the connection/],
  ['resets', (s) => s.resetAndDestroy(), /closed the connection/],
  ['answers 200 and closes', (s) => s.end(established), /opened a tunnel .* and closed it/],
  ['does not speak HTTP', (s) => s.end('hello there\r\n\r\n'), /did not reply in HTTP/],
];

describe.each(ways)('$name through a proxy', (way) => {
  test.each(tunnelFaults)('reports one that %s', async (_, serve, says) => {
    const server = await rawServer(serve);
    const target = targetAt(0, {
      origin: 'https://api.example',
      proxy: `http://user:sesame@127.0.0.1:${server.port}`,
    });
    const failure = await failureOf(way, request(), sendOptions(target));
    expect(failure).toMatchObject({ fault: 'proxy', phase: 'not-sent' });
    expect(failure.message).toMatch(says);
    expect(failure.message).toContain(`127.0.0.1:${server.port}`);
    expect(failure.message).not.toContain('sesame');
    // The connector of undici would have connected thousands of times.
    expect(server.connections()).toBe(1);
    await server.close();
  });

  test('reports one that hangs at the connect deadline', async () => {
    const server = await rawServer(() => {});
    const target = targetAt(0, { origin: 'https://api.example', proxy: `http://127.0.0.1:${server.port}` });
    const options = sendOptions(target);
    const failure = await failureOf(way, request(), {
      ...options,
      deadlines: { ...options.deadlines, connect: 500 },
    });
    expect(failure).toMatchObject({ fault: 'proxy', phase: 'not-sent' });
    expect(server.connections()).toBe(1);
    await server.close();
  });

  test('reports one that does not exist', async () => {
    const server = await acceptServer(() => {});
    await server.close();
    const target = targetAt(0, { origin: 'https://api.example', proxy: `http://127.0.0.1:${server.port}` });
    const failure = await failureOf(way, request(), sendOptions(target));
    expect(failure).toMatchObject({ fault: 'proxy', phase: 'not-sent' });
    expect(failure.message).toMatch(/refused the connection/);
  });

  test('shows the proxy only the host and its own credentials', async () => {
    const authority = await makeAuthority('test root');
    const issued = await issue(authority, { names: ['api.example'] });
    const server = await tlsServer({ cert: issued.cert, key: issued.key }, (socket) =>
      socket.end(ok('inner')),
    );
    const { connect } = await import('node:net');
    const tunnel = await rawServer((socket) => {
      socket.removeAllListeners('data');
      const inner = connect(server.port, '127.0.0.1', () => {
        socket.write(established);
        socket.pipe(inner);
        inner.pipe(socket);
      });
      inner.on('error', () => {});
    });
    const target = targetAt(0, {
      origin: 'https://api.example',
      tls: { ca: authority.pem },
      proxy: `http://user:sesame@127.0.0.1:${tunnel.port}`,
    });
    const reply = await replyOf(
      way,
      request({ headers: { authorization: 'Bearer canary' } }),
      sendOptions(target),
    );
    expect(Buffer.from(reply.body).toString()).toBe('inner');
    expect(server.received()).toContain('Bearer canary');
    const seen = tunnel.received();
    expect(seen).toMatch(/^CONNECT api\.example:443 HTTP\/1\.1\r\n/);
    expect(seen).toContain(`Basic ${Buffer.from('user:sesame').toString('base64')}`);
    expect(seen).not.toContain('canary');
    await tunnel.close();
    await server.close();
  });
});
