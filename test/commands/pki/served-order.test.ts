/** Tests the order of a served chain: `pki verify` reads it from a hello of its own, and openssl agrees. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TlsOptions } from 'node:tls';
import { createServer } from 'node:tls';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { orderedCertificates } from '../../../src/http/connection/presented-certificates.ts';
import { useSandbox } from '../../support/sandbox.ts';
import type { Made } from './authority-maker.ts';
import { make } from './authority-maker.ts';

const { trivet } = useSandbox();
const folder = mkdtempSync(join(tmpdir(), 'trivet-order-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const trust = join(folder, 'root.pem');

let [root, upper, lower, leaf]: (Made | undefined)[] = [];
beforeAll(async () => {
  root = await make({ name: 'Root', ca: true });
  upper = await make({ name: 'Upper', issuer: root, ca: true });
  lower = await make({ name: 'Lower', issuer: upper, ca: true });
  leaf = await make({ name: 'leaf', issuer: lower, names: ['127.0.0.1', 'localhost'] });
  writeFileSync(trust, root.pem);
});

const pems = (...certificates: readonly (Made | undefined)[]): string =>
  certificates.map((one) => one?.pem ?? '').join('');

const serve = async (cert: string, more: TlsOptions = {}): Promise<number> => {
  const server = createServer({ cert, key: leaf?.key ?? '', ...more }, (socket) => socket.end());
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.close();
  });
  return (server.address() as AddressInfo).port;
};

const rowOf = async (port: number): Promise<string> => {
  const { stdout } = await trivet(`pki verify https://127.0.0.1:${port} --trust ${trust} --revocation off`);
  return stdout.split('\n').find((line) => line.startsWith('served')) ?? '';
};

describe('a chain', () => {
  test('in its order is complete', async () => {
    expect(await rowOf(await serve(pems(leaf, lower, upper)))).toBe('served\tok\tcomplete: 3 certificates');
  });

  test('with its CAs exchanged is a warning, since some clients refuse it', async () => {
    expect(await rowOf(await serve(pems(leaf, upper, lower)))).toMatch(/warning\t.*not sent in the order/);
  });

  test('with a certificate twice is a warning', async () => {
    expect(await rowOf(await serve(pems(leaf, lower, lower, upper)))).toMatch(
      /warning\tit is sent twice: CN=Lower/,
    );
  });

  test('of a server that speaks only TLS 1.3 has an unknown order', async () => {
    const port = await serve(pems(leaf, lower, upper), { minVersion: 'TLSv1.3' });
    expect(await rowOf(port)).toMatch(/unknown\t.*order/);
  });
});

const target = (port: number) => ({ origin: `https://127.0.0.1:${port}`, basePath: '', tls: {} });

test('is sent as openssl shows it, by keys of every kind', async () => {
  const port = await serve(pems(leaf, upper, lower, root));
  const sent = await orderedCertificates(target(port), { timeoutMs: 10_000 });
  const subjects = (sent ?? []).map((der) => Buffer.from(der).toString('base64'));
  expect(subjects).toHaveLength(4);
  const words = ['s_client', '-connect', `127.0.0.1:${port}`, '-showcerts', '-tls1_2'];
  // Not at once: the server is in this process.
  const stdout = await new Promise<string>((resolve) => {
    const child = execFile('openssl', words, (error, text) => resolve(error === null ? text : ''));
    child.stdin?.end();
  });
  if (stdout === '') return;
  const shown = [...stdout.matchAll(/-----BEGIN CERTIFICATE-----([^-]*)-----END/g)].map(([, text = '']) =>
    text.replaceAll('\n', ''),
  );
  expect(subjects).toEqual(shown.slice(0, subjects.length));
});

test.each([
  ['an alert', Buffer.from([21, 3, 3, 0, 2, 2, 70])],
  ['text', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ['a record that ends early', Buffer.from([22, 3, 3, 0x40, 0, 2])],
  [
    'certificates that are longer than their message',
    Buffer.from([22, 3, 3, 0, 11, 11, 0, 0, 7, 0, 0, 4, 0, 0, 9, 1]),
  ],
  ['no certificate', Buffer.from([22, 3, 3, 0, 7, 11, 0, 0, 3, 0, 0, 0])],
  ['nothing', Buffer.alloc(0)],
])('a reply with %s shows no order', async (_, reply) => {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    socket.end(reply);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  expect(await orderedCertificates(target(port), { timeoutMs: 10_000 })).toBeUndefined();
});
