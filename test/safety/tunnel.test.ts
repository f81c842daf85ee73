/** Tests trivet through a proxy and over a unix socket: what each side sees, and whom trivet trusts. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { runBin } from '../support/run-bin.ts';
import { runCli } from '../support/run-cli.ts';
import { issue, makeAuthority } from '../unit/http-certificates.ts';
import type { Issued } from '../unit/http-certificates.ts';
import { rawServer, tlsServer } from '../unit/http-servers.ts';
import type { RawServer } from '../unit/http-servers.ts';

const jobs = '[{"ID":"web","Name":"web","Status":"running"}]';
const reply = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${jobs.length}\r\n\r\n${jobs}`;

let folder = '';
let right: Issued;
let wrong: Issued;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trivet-tunnel-'));
  const authority = await makeAuthority('root of the tunnel');
  writeFileSync(join(folder, 'ca.pem'), authority.pem);
  right = await issue(authority, { names: ['api.invalid'] });
  wrong = await issue(authority, { names: ['other.invalid'] });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const serve = async (certificate: Issued): Promise<RawServer> => {
  const server = await tlsServer(certificate, (socket) => socket.end(reply));
  onTestFinished(() => server.close());
  return server;
};

/** A proxy that connects every tunnel to `server`, or replies with `status`. */
const proxyTo = async (server: RawServer, status?: string): Promise<RawServer> => {
  const proxy = await rawServer((socket) => {
    if (status !== undefined) {
      socket.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    socket.removeAllListeners('data');
    const inner = connect(server.port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(inner);
      inner.pipe(socket);
    });
    inner.on('error', () => socket.destroy());
  });
  onTestFinished(() => proxy.close());
  return proxy;
};

const list = ['job', 'list', '-o', 'name'];
const behind = (proxy: RawServer) => ({
  TRIVET_JOBS_URL: 'https://api.invalid',
  TRIVET_JOBS_TOKEN: 'the-token',
  TRIVET_JOBS_PRODUCT: 'nomad',
  TRIVET_JOBS_CA_FILE: join(folder, 'ca.pem'),
  HTTPS_PROXY: `http://user:sesame@127.0.0.1:${proxy.port}`,
});

test('the proxy gets the host and its own password, and the server the token', async () => {
  const server = await serve(right);
  const proxy = await proxyTo(server);
  expect(await runBin(list, { env: behind(proxy) })).toMatchObject({ code: 0, stdout: 'web\n', stderr: '' });
  expect(proxy.received()).toMatch(/^CONNECT api\.invalid:443 HTTP\/1\.1\r\n/);
  expect(proxy.received()).toContain(`Basic ${Buffer.from('user:sesame').toString('base64')}`);
  expect(proxy.received()).not.toContain('the-token');
  expect(server.received()).toContain('the-token');
  expect(server.received()).not.toContain('sesame');
});

test('behind a proxy the name of the server is verified', async () => {
  const server = await serve(wrong);
  const env = { ...behind(await proxyTo(server)), NODE_TLS_REJECT_UNAUTHORIZED: '0' };
  const { code, stdout, stderr } = await runBin(list, { env });
  expect({ code, stdout }).toEqual({ code: 8, stdout: '' });
  expect(stderr).toContain('other.invalid');
  expect(server.received()).toBe('');
});

test.each(['407 Proxy Authentication Required', '403 Forbidden', '302 Found', '502 Bad Gateway'])(
  'a proxy that answers %s is exit 8, and its password is not shown',
  async (status) => {
    const server = await serve(right);
    const { code, stdout, stderr } = await runCli(list, { env: behind(await proxyTo(server, status)) });
    expect({ code, stdout }).toEqual({ code: 8, stdout: '' });
    expect(stderr).toContain(status.slice(0, 3));
    expect(stderr).not.toContain('sesame');
    expect(server.received()).toBe('');
  },
);

test('NO_PROXY is respected', async () => {
  const proxy = await proxyTo(await serve(right));
  const { code } = await runCli(list, { env: { ...behind(proxy), NO_PROXY: 'api.invalid' } });
  expect({ code, proxy: proxy.connections() }).toEqual({ code: 8, proxy: 0 });
});

test('a unix socket can be used', async () => {
  const path = join(folder, 'api.sock');
  const server = await rawServer((socket) => socket.end(reply), path);
  onTestFinished(() => server.close());
  const { code, stdout, stderr } = await runBin(list, {
    env: { TRIVET_JOBS_URL: `unix://${path}`, TRIVET_JOBS_TOKEN: 'the-token', TRIVET_JOBS_PRODUCT: 'nomad' },
  });
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: 'web\n', stderr: '' });
  expect(server.received()).toMatch(/^GET \/v1\/jobs/);
});
