/** Servers that begin TLS later, and servers with several names. */
import { createServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import { createSecureContext, createServer as createTlsServer, TLSSocket } from 'node:tls';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { runCli, words } from '../../support/run-cli.ts';
import type { Made } from './authority-maker.ts';
import { make } from './authority-maker.ts';

let root: Made;
let leaf: Made;
let other: Made;
beforeAll(async () => {
  root = await make({ name: 'Root', ca: true });
  leaf = await make({ name: 'localhost', issuer: root, names: ['localhost'] });
  other = await make({ name: 'other.example.com', issuer: root, names: ['other.example.com'] });
});

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

const listening = async (server: Server): Promise<number> => {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
};

/** A server that greets, and replies to each chunk with the next reply; the last one begins TLS. */
const clear = (
  greeting: string,
  replies: readonly (readonly [expected: RegExp, reply: string])[],
  begins = true,
) =>
  listening(
    createServer((socket: Socket) => {
      socket.on('error', () => undefined);
      let at = 0;
      const take = (chunk: Buffer): void => {
        const [expected, reply] = replies[at] ?? [/^$/, ''];
        if (!expected.test(chunk.toString('latin1'))) {
          socket.destroy();
          return;
        }
        at += 1;
        if (at === replies.length && begins) {
          socket.removeListener('data', take);
          socket.write(Buffer.from(reply, 'latin1'));
          const tls = new TLSSocket(socket, { isServer: true, key: leaf.key, cert: leaf.pem + root.pem });
          tls.on('error', () => undefined);
        } else socket.write(Buffer.from(reply, 'latin1'));
      };
      socket.on('data', take);
      if (greeting !== '') socket.write(greeting);
    }),
  );

const ldapOk = '\x30\x0c\x02\x01\x01\x78\x07\x0a\x01\x00\x04\x00\x04\x00';
const ldapBusy = '\x30\x0c\x02\x01\x01\x78\x07\x0a\x01\x02\x04\x00\x04\x00';

describe('a server that begins TLS later', () => {
  test.each([
    [
      'smtp',
      '220-mail\r\n220 ready\r\n',
      [
        [/^EHLO /, '250-mail\r\n250 STARTTLS\r\n'],
        [/^STARTTLS\r\n$/, '220 go\r\n'],
      ],
    ],
    ['imap', '* OK ready\r\n', [[/^a STARTTLS\r\n$/, 'a OK go\r\n']]],
    ['pop3', '+OK ready\r\n', [[/^STLS\r\n$/, '+OK go\r\n']]],
    ['ldap', '', [[/1\.3\.6\.1\.4\.1\.1466\.20037$/, ldapOk]]],
    ['postgres', '', [[/^.{8}$/s, 'S']]],
  ] as const)('is inspected and verified over %s', async (scheme, greeting, replies) => {
    const port = await clear(greeting, replies);
    const { code, stdout, stderr } = await runCli(words(`pki inspect ${scheme}://127.0.0.1:${port} -o json`));
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject([{ common_name: 'localhost' }, { subject: 'CN=Root' }]);
    const verified = await runCli(words(`pki verify ${scheme}://localhost:${port} --revocation off -o json`));
    expect(verified.code).toBe(0);
    expect(JSON.parse(verified.stdout)).toContainEqual(
      expect.objectContaining({ check: 'names', detail: 'for localhost' }),
    );
  });

  test.each([
    ['smtp', '554 go away\r\n', []],
    [
      'smtp',
      '220 ready\r\n',
      [
        [/^EHLO /, '250 mail\r\n'],
        [/^STARTTLS/, '454 not now\r\n'],
      ],
    ],
    ['imap', '* OK ready\r\n', [[/^a STARTTLS/, 'a BAD what\r\n']]],
    ['pop3', '+OK ready\r\n', [[/^STLS/, '-ERR what\r\n']]],
    ['ldap', '', [[/20037$/, ldapBusy]]],
    ['postgres', '', [[/./s, 'N']]],
  ] as const)('exits 8 if it refuses: %s', async (scheme, greeting, replies) => {
    const port = await clear(greeting, replies, false);
    const { code, stderr } = await runCli(words(`pki inspect ${scheme}://127.0.0.1:${port}`));
    expect(code).toBe(8);
    expect(stderr).toContain(`does not begin TLS over ${scheme}: it refused`);
  });
});

test('a server with several names is asked for the one of --server-name', async () => {
  const server = createTlsServer({
    key: leaf.key,
    cert: leaf.pem + root.pem,
    SNICallback: (name, answer) =>
      answer(
        null,
        name === 'other.example.com'
          ? createSecureContext({ key: other.key, cert: other.pem + root.pem })
          : undefined,
      ),
  });
  const port = await listening(server);
  const url = `https://localhost:${port}`;
  const plain = await runCli(words(`pki inspect ${url} --field common_name`));
  expect(plain.stdout).toContain('localhost');
  const named = await runCli(words(`pki inspect ${url} --server-name other.example.com --field common_name`));
  expect(named.stdout).toContain('other.example.com');
  const verified = await runCli(
    words(`pki verify ${url} --server-name other.example.com --revocation off -o json`),
  );
  expect(verified.code).toBe(0);
  expect(JSON.parse(verified.stdout)).toContainEqual(
    expect.objectContaining({ detail: 'for other.example.com' }),
  );
});

test('an intermediate that a server does not send is missing', async () => {
  const middle = await make({ name: 'Middle', ca: true, issuer: root });
  const below = await make({ name: 'localhost', issuer: middle, names: ['localhost'] });
  const port = await listening(createTlsServer({ key: below.key, cert: below.pem }));
  const { code, stdout } = await runCli(
    words(`pki verify https://localhost:${port} --revocation off -o json`),
  );
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toContainEqual(expect.objectContaining({ code: 'issuer-missing' }));
});
