import type { TlsOptions } from 'node:tls';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Phase, Tls } from '../../src/catalogue/http.ts';
import type { Authority, Issued } from './http-certificates.ts';
import { issue, makeAuthority } from './http-certificates.ts';
import { acceptServer, ok, request, sendOptions, targetAt, tlsServer } from './http-servers.ts';
import { failureOf, replyOf, ways } from './http-transports.ts';

const certificates: {
  authority?: Authority;
  other?: Authority;
  good?: Issued;
  client?: Issued;
  wrongHost?: Issued;
  expired?: Issued;
  future?: Issued;
  alone?: Issued;
} = {};

const day = 86_400_000;
const local = ['127.0.0.1', 'localhost'];

beforeAll(async () => {
  const authority = await makeAuthority('test root');
  const past = { notBefore: new Date(Date.now() - 3 * day), notAfter: new Date(Date.now() - 2 * day) };
  const next = { notBefore: new Date(Date.now() + 2 * day), notAfter: new Date(Date.now() + 3 * day) };
  Object.assign(certificates, {
    authority,
    other: await makeAuthority('another root'),
    good: await issue(authority, { names: local }),
    client: await issue(authority, { names: ['client'] }),
    wrongHost: await issue(authority, { names: ['other.example'] }),
    expired: await issue(authority, { names: local, ...past }),
    future: await issue(authority, { names: local, ...next }),
    alone: await issue(undefined, { names: local }),
  });
});

const pick = <Name extends keyof typeof certificates>(name: Name) => {
  const found = certificates[name];
  if (found === undefined) throw new Error(`no certificate ${name}`);
  return found;
};

interface Case {
  readonly name: string;
  readonly server: () => TlsOptions;
  readonly client: () => Tls;
  readonly says: RegExp;
  readonly phase?: Phase | 'any';
}

const trusting = (): Tls => ({ ca: pick('authority').pem });

const cases: readonly Case[] = [
  {
    name: 'another host',
    server: () => pick('wrongHost'),
    client: trusting,
    says: /for another name.*other\.example/,
  },
  { name: 'expired', server: () => pick('expired'), client: trusting, says: /expired/ },
  { name: 'not yet valid', server: () => pick('future'), client: trusting, says: /not valid yet/ },
  { name: 'self-signed', server: () => pick('alone'), client: trusting, says: /self-signed/ },
  {
    name: 'another CA',
    server: () => pick('good'),
    client: () => ({ ca: pick('other').pem }),
    says: /unknown CA/,
  },
  { name: 'an unknown CA', server: () => pick('good'), client: () => ({}), says: /unknown CA/ },
  {
    name: 'TLS 1.1',
    server: () => ({
      ...pick('good'),
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    }),
    client: trusting,
    says: /no safe TLS version|ended the TLS handshake/,
  },
  {
    name: 'a CA file without certificates',
    server: () => pick('good'),
    client: () => ({ ca: 'not a certificate' }),
    says: /CA file contains no certificate/,
  },
  {
    name: 'a CA file with a broken certificate',
    server: () => pick('good'),
    client: () => ({ ca: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n' }),
    says: /CA file contains no certificate/,
  },
  {
    name: 'a key of another certificate',
    server: () => pick('good'),
    client: () => ({ ...trusting(), cert: pick('client').cert, key: pick('good').key }),
    says: /does not belong to the client certificate/,
  },
  {
    name: 'a certificate without a key',
    server: () => pick('good'),
    client: () => ({ ...trusting(), cert: pick('client').cert }),
    says: /certificate but no key/,
  },
  {
    name: 'a client certificate that is not PEM',
    server: () => pick('good'),
    client: () => ({ ...trusting(), cert: 'x', key: 'y' }),
    says: /not readable PEM/,
  },
  {
    name: 'no client certificate, TLS 1.3',
    server: () => ({
      ...pick('good'),
      requestCert: true,
      rejectUnauthorized: true,
      ca: pick('authority').pem,
      minVersion: 'TLSv1.3',
    }),
    client: trusting,
    says: /requires a client certificate/,
    // The alert proves that nothing was accepted; without it the outcome is unknown.
    phase: 'any',
  },
  {
    name: 'no client certificate, TLS 1.2',
    server: () => ({
      ...pick('good'),
      requestCert: true,
      rejectUnauthorized: true,
      ca: pick('authority').pem,
      maxVersion: 'TLSv1.2',
    }),
    client: trusting,
    says: /client certificate/,
    phase: 'any',
  },
];

describe.each(ways)('$name', (way) => {
  test.each(cases)('reports $name', async ({ server: options, client, says, phase = 'not-sent' }) => {
    const server = await tlsServer(options(), (socket) => socket.end(ok()));
    const target = targetAt(0, { origin: `https://127.0.0.1:${server.port}`, tls: client() });
    const failure = await failureOf(
      way,
      request({ headers: { 'X-Vault-Token': 'canary' } }),
      sendOptions(target),
    );
    expect(failure.message).toMatch(says);
    expect(failure.fault).toBe('tls');
    if (phase !== 'any') expect(failure.phase).toBe(phase);
    expect(server.received()).toBe('');
    await server.close();
  });

  test('verifies in spite of NODE_TLS_REJECT_UNAUTHORIZED=0', async () => {
    const server = await tlsServer(pick('good'), (socket) => socket.end(ok()));
    const target = targetAt(0, { origin: `https://127.0.0.1:${server.port}` });
    const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    try {
      const failure = await failureOf(way, request(), sendOptions(target));
      expect(failure).toMatchObject({ fault: 'tls', phase: 'not-sent' });
    } finally {
      if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
      else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before;
    }
    expect(server.received()).toBe('');
    await server.close();
  });

  test('trusts a server with a client certificate and another server name', async () => {
    const server = await tlsServer(
      {
        ...pick('wrongHost'),
        requestCert: true,
        rejectUnauthorized: true,
        ca: pick('authority').pem,
        minVersion: 'TLSv1.3',
      },
      (socket) => socket.end(ok('mutual')),
    );
    const tls = { ...trusting(), ...pick('client'), serverName: 'other.example' };
    const target = targetAt(0, { origin: `https://127.0.0.1:${server.port}`, tls });
    const reply = await replyOf(way, request(), sendOptions(target));
    expect(Buffer.from(reply.body).toString()).toBe('mutual');
    await server.close();
  });

  test('reports https to a plain http server', async () => {
    const server = await acceptServer((socket) => {
      socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    });
    const target = targetAt(0, { origin: `https://127.0.0.1:${server.port}`, tls: trusting() });
    const failure = await failureOf(way, request(), sendOptions(target));
    expect(failure).toMatchObject({ fault: 'tls', phase: 'not-sent' });
    expect(failure.message).toMatch(/does not speak TLS/);
    await server.close();
  });

  test('reports plain http to a TLS server', async () => {
    const server = await tlsServer(pick('good'), (socket) => socket.end(ok()));
    const failure = await failureOf(way, request(), sendOptions(targetAt(server.port)));
    expect(failure.phase).toBe('sent');
    expect(`${failure.message} ${failure.hint}`).toMatch(/https:\/\//);
    await server.close();
  });

  test('ends a handshake that hangs at the connect deadline', async () => {
    const server = await acceptServer(() => {});
    const target = targetAt(0, { origin: `https://127.0.0.1:${server.port}`, tls: trusting() });
    const options = sendOptions(target);
    const failure = await failureOf(way, request(), {
      ...options,
      deadlines: { ...options.deadlines, connect: 500 },
    });
    expect(failure).toMatchObject({ fault: 'connect-timeout', phase: 'not-sent' });
    await server.close();
  });

  test('reports a server that closes during the handshake', async () => {
    const server = await acceptServer((socket) => socket.once('data', () => socket.end()));
    const target = targetAt(0, { origin: `https://127.0.0.1:${server.port}`, tls: trusting() });
    const failure = await failureOf(way, request(), sendOptions(target));
    expect(failure).toMatchObject({ fault: 'tls', phase: 'not-sent' });
    await server.close();
  });

  test('treats a close without the end of the TLS stream as a truncated reply', async () => {
    const server = await tlsServer(pick('good'), (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345', () => socket.destroy());
    });
    const target = targetAt(0, { origin: `https://127.0.0.1:${server.port}`, tls: trusting() });
    const failure = await failureOf(way, request(), sendOptions(target));
    expect(failure).toMatchObject({ fault: 'closed', phase: 'reply-started' });
    await server.close();
  });
});
