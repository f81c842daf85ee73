import { spawnSync, spawn } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { curlText } from '../../src/http/format/curl.ts';
import { dryRun, dryRunText } from '../../src/http/format/describe.ts';
import type { HttpRequest } from '../../src/catalogue/http.ts';
import { openTransport } from '../../src/http/transport/transport.ts';
import { ok, rawServer, request, sendOptions, targetAt } from './http-servers.ts';

const pem = '-----BEGIN KEY-----\n"$HOME" `id` \\ $(id) %s ä\n-----END KEY-----\n';
const secrets = [
  { name: 'TRIVET_SECRETS_TOKEN', value: 'hvs.canary' },
  { name: 'TRIVET_SECRET_PEM_BUNDLE', value: pem },
  { name: 'TRIVET_SECRET_BINDPASS', value: 'pw' },
];

const importCa = request({
  method: 'POST',
  path: '/pki/config/ca',
  headers: { 'User-Agent': 'trivet/0', 'X-Vault-Token': 'hvs.canary', Authorization: 'Bearer hvs.canary' },
  body: {
    kind: 'json',
    value: { pem_bundle: pem, bindpass: 'pw', note: 'mentions hvs.canary once', big: 9007199254740993n },
  },
  secrets,
});

describe('a dry run', () => {
  test('shows the request with names in place of secrets', () => {
    expect(dryRun(importCa, targetAt(8200))).toEqual({
      method: 'POST',
      url: 'http://127.0.0.1:8200/v1/pki/config/ca',
      headers: {
        'User-Agent': 'trivet/0',
        'X-Vault-Token': '$TRIVET_SECRETS_TOKEN',
        Authorization: 'Bearer $TRIVET_SECRETS_TOKEN',
        'Accept-Encoding': 'identity',
        'Content-Type': 'application/json',
      },
      body: {
        pem_bundle: '$TRIVET_SECRET_PEM_BUNDLE',
        bindpass: '$TRIVET_SECRET_BINDPASS',
        note: 'mentions $TRIVET_SECRETS_TOKEN once',
        big: 9007199254740993n,
      },
    });
  });

  test('reads like the request', () => {
    const text = dryRunText(importCa, targetAt(8200));
    expect(text).toMatch(/^POST http:\/\/127\.0\.0\.1:8200\/v1\/pki\/config\/ca\nUser-Agent: trivet\/0\n/);
    expect(text).toContain('\n\n{\n  "pem_bundle": "$TRIVET_SECRET_PEM_BUNDLE",\n');
    expect(text).toContain('9007199254740993');
    expect(text).not.toContain('canary');
  });

  test('hides an undeclared token because of its header', () => {
    const text = dryRunText(request({ headers: { 'X-Nomad-Token': 'canary' } }), targetAt(1));
    expect(text).toContain('X-Nomad-Token: [hidden]');
  });

  test('shows text and counts bytes', () => {
    const bytes = (content: Uint8Array): HttpRequest =>
      request({ method: 'POST', body: { kind: 'bytes', bytes: content, type: 'x/y' } });
    expect(dryRunText(bytes(Buffer.from([0xff, 0])), targetAt(1))).toContain('\n\n(2 bytes)\n');
    expect(dryRunText(bytes(Buffer.from('plain')), targetAt(1))).toContain('\n\nplain\n');
  });
});

const has = (program: string): boolean => spawnSync(program, ['--version']).status === 0;
const canCurl = has('curl') && spawnSync('sh', ['-c', 'exit 0']).status === 0;
if (!canCurl) process.stderr.write('no curl or sh: the curl commands are not executed\n');

/** What a server gets from the curl command, run by a shell. */
const executed = async (
  make: (port: number) => string,
  shell = 'sh',
  env: Readonly<Record<string, string>> = Object.fromEntries(secrets.map(({ name, value }) => [name, value])),
): Promise<{ text: string; stderr: string }> => {
  const server = await rawServer((socket) => socket.end(ok()));
  const child = spawn(shell, ['-s'], {
    env: { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', ...env },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  // Longer than an argument can be.
  child.stdin.end(`${make(server.port)}\n`);
  let stderr = '';
  child.stderr.on('data', (bytes) => {
    stderr += String(bytes);
  });
  await new Promise((resolve) => child.once('close', resolve));
  const text = Buffer.from(server.received(), 'latin1').toString('utf8');
  await server.close();
  return { text: text.replaceAll(String(server.port), 'PORT'), stderr };
};

/** What a server gets from trivet. */
const sent = async (what: HttpRequest): Promise<string> => {
  const server = await rawServer((socket) => socket.end(ok()));
  const transport = await openTransport('one-shot');
  await transport.send(what, sendOptions(targetAt(server.port)));
  const text = Buffer.from(server.received(), 'latin1').toString('utf8');
  await server.close();
  return text.replaceAll(String(server.port), 'PORT');
};

/** Request line, headers in any order and case, body; without headers of the connection. */
const compare = (text: string) => {
  const end = text.indexOf('\r\n\r\n');
  const [line, ...headers] = text.slice(0, end).split('\r\n');
  const kept = headers
    .map((one) => one.trimEnd().replace(/^[^:]*/, (name) => name.toLowerCase()))
    .filter((one) => !/^(?:connection|content-length|accept|expect):/.test(one));
  return { line, headers: kept.sort(), body: text.slice(end + 4) };
};

const plainSecrets: HttpRequest = {
  ...importCa,
  body: {
    kind: 'json',
    value: { bindpass: 'pw', other: 'a $HOME `id` \\ "q" \' ä\n', big: 9007199254740993n },
  },
};

const requests: readonly (readonly [string, HttpRequest])[] = [
  ['a plain read', request({ query: [['page[size]', '20']], headers: { 'User-Agent': 'trivet/0' } })],
  [
    'LIST',
    request({
      method: 'LIST',
      headers: { 'User-Agent': 'trivet/0', 'X-Vault-Token': 'hvs.canary' },
      secrets,
    }),
  ],
  [
    'DELETE with a body',
    request({
      method: 'DELETE',
      headers: { 'User-Agent': 'x' },
      body: { kind: 'json', value: { a: "it's" } },
    }),
  ],
  ['POST without a body', request({ method: 'POST', headers: { 'User-Agent': 'x' } })],
  ['an empty header', request({ headers: { 'User-Agent': 'x', 'X-Empty': '' } })],
  [
    'text that looks like a file for curl',
    request({
      method: 'PUT',
      headers: { 'User-Agent': 'x' },
      body: { kind: 'bytes', bytes: Buffer.from("@it's"), type: 'text/plain' },
    }),
  ],
  [
    'a body too long for an argument',
    request({
      method: 'POST',
      headers: { 'User-Agent': 'x' },
      body: { kind: 'json', value: { text: '$HOME'.repeat(40_000) } },
    }),
  ],
  ['secrets that need no escaping', plainSecrets],
];

describe('the curl command', () => {
  test.runIf(canCurl).each(requests)('sends what trivet sends: %s', async (_, what) => {
    const { text, stderr } = await executed((port) => curlText(what, targetAt(port)));
    expect(stderr).not.toMatch(/error|not found/i);
    expect(compare(text)).toEqual(compare(await sent(what)));
  });

  const shells = ['sh', 'bash', 'dash', 'zsh'].filter(
    (shell) => spawnSync(shell, ['-c', 'exit 0']).status === 0,
  );

  test.runIf(canCurl).each(shells)(
    'sends secrets that need escaping as trivet does, in %s',
    async (shell) => {
      const { text, stderr } = await executed((port) => curlText(importCa, targetAt(port)), shell);
      expect(stderr).not.toMatch(/error|not found/i);
      expect(compare(text)).toEqual(compare(await sent(importCa)));
    },
  );

  const awkward = [
    '"',
    '\\',
    '\\"',
    'a\tb\rc\n',
    '\n\n',
    '%s %d %%',
    "it's",
    '$HOME `id` $(id)',
    'ä😀',
    '\u0001\u001f',
    '-n',
    '\\n',
  ];

  test.runIf(canCurl).each(awkward)('sends a secret such as %j as trivet does', async (value) => {
    const what = request({
      method: 'PUT',
      headers: { 'User-Agent': 'x' },
      body: { kind: 'json', value: { bindpass: value, list: [`<${value}>`, 'plain'] } },
      secrets: [{ name: 'TRIVET_SECRET_BINDPASS', value }],
    });
    const { text } = await executed((port) => curlText(what, targetAt(port)), 'sh', {
      TRIVET_SECRET_BINDPASS: value,
    });
    expect(compare(text)).toEqual(compare(await sent(what)));
  });

  test.runIf(canCurl).each(shells)('sends nothing for an unset variable, in %s', async (shell) => {
    const names = secrets.map(({ name }) => name);
    for (const missing of names) {
      for (const value of ['', undefined]) {
        const others = names.filter((name) => name !== missing).map((name) => [name, 'x']);
        const env = Object.fromEntries(value === undefined ? others : [...others, [missing, value]]);
        const { text, stderr } = await executed((port) => curlText(importCa, targetAt(port)), shell, env);
        expect({ text, named: stderr.includes(missing) }, stderr).toEqual({ text: '', named: true });
      }
    }
  });

  test('contains no secret, and puts none into an argument', () => {
    for (const what of [importCa, plainSecrets]) {
      const text = curlText(what, targetAt(8200));
      expect(text).not.toContain('canary');
      expect(text).not.toContain('BEGIN KEY');
      expect(text).not.toContain('"pw"');
      // Variables occur only in the arguments of printf, a shell builtin, and in the here-document.
      expect(/\| curl (.*)/.exec(text)?.[1]).not.toMatch(/\$/);
    }
  });

  test('looks as documented', () => {
    expect(
      curlText(
        request({
          method: 'LIST',
          headers: { Authorization: 'Bearer hvs.canary' },
          secrets,
        }),
        targetAt(0, { origin: 'https://vault.example:8200', socketPath: '/run/my socket' }),
        { caFile: '/etc/ca.pem', certFile: 'c.pem', keyFile: 'k.pem' },
      ),
    ).toBe(
      String.raw`: "${'$'}{TRIVET_SECRETS_TOKEN:?}" && printf 'Authorization: Bearer %s\n' "$TRIVET_SECRETS_TOKEN" | curl --globoff --request LIST ` +
        `--unix-socket '/run/my socket' --cacert /etc/ca.pem --cert c.pem --key k.pem ` +
        `-H 'Accept-Encoding: identity' -H @- https://vault.example:8200/v1/thing`,
    );
  });
});
