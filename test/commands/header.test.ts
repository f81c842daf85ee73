/**
 * Tests `--header`: sent to the resolved server with every request, never shown, refused by commands that send nothing.
 */
import type { RequestListener } from 'node:http';
import { describe, expect, test } from 'vitest';
import { useConfigFolder } from '../support/config-folder.ts';
import { useServers } from '../support/counting-server.ts';
import { fakeServer } from '../support/fake-server.ts';

const { trivet, file } = useConfigFolder();
const serve = useServers();

const value = 'canary-5f3a9c';
const env = (origin: string): Readonly<Record<string, string>> => ({
  TRIVET_WORKSPACES_URL: `${origin}/api/v2`,
  TRIVET_WORKSPACES_TOKEN: 'token-of-workspaces',
  TRIVET_SECRETS_URL: `${origin}/v1`,
  TRIVET_SECRETS_TOKEN: 'token-of-secrets',
  TRIVET_JOBS_URL: origin,
  TRIVET_JOBS_TOKEN: 'token-of-jobs',
  GATEWAY: value,
});

const answer =
  (status: number, body: string): RequestListener =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  };

describe('--header is sent', () => {
  test.each([
    ['a literal', () => `X-Gateway=${value}`],
    ['a variable', () => 'X-Gateway=env:GATEWAY'],
    ['a file, without its last newline', () => `X-Gateway=@${file('key', `${value}\n`)}`],
  ])('as %s', async (_, header) => {
    const server = await serve(answer(200, '{"data":{"id":"a"}}'));
    const result = await trivet(`lease lookup a --header ${header()}`, { env: env(server.origin) });
    expect(result.code).toBe(0);
    expect(server.seen[0]?.headers).toMatchObject({
      'x-gateway': value,
      authorization: 'Bearer token-of-secrets',
    });
  });

  test('more than once, together with a literal that begins with @', async () => {
    const server = await serve(answer(200, '[]'));
    await trivet('job list --header A=1 --header B=@@x --header C=', { env: env(server.origin) });
    expect(server.seen[0]?.headers).toMatchObject({ a: '1', b: '@x', c: '' });
  });

  test('with look-ups, raw requests and probes', async () => {
    const server = await serve(answer(200, '{"data":{"id":"ws-aaaaaaaaaaaaaaaa","attributes":{}}}'));
    const header = '--header X-Gateway=env:GATEWAY';
    await trivet(`workspace lock acme/web ${header}`, { env: env(server.origin) });
    await trivet(`api jobs GET /v1/nodes ${header}`, { env: env(server.origin) });
    await trivet(`doctor secrets ${header}`, { env: env(server.origin) });
    expect(server.seen.length).toBeGreaterThan(3);
    expect(new Set(server.seen.map(({ headers }) => headers['x-gateway']))).toEqual(new Set([value]));
  });

  test('with the upgrade of an action', async () => {
    const seen: (string | string[] | undefined)[] = [];
    const { origin, http } = await fakeServer(() => ({ body: [] }));
    http.on('upgrade', ({ headers }, socket) => {
      seen.push(headers['x-gateway']);
      socket.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n');
    });
    const result = await trivet(
      'job action web run --alloc-id 82c00d2c-5d86-7155-9b91-b87575099713 --task t --header X-Gateway=env:GATEWAY',
      { env: env(origin) },
    );
    expect(result.code).toBe(125);
    expect(seen).toEqual([value]);
  });

  test('by a line of a batch that has the flag', async () => {
    const server = await serve(answer(200, '[]'));
    await trivet('batch run -', {
      env: env(server.origin),
      stdin: 'job list --header X-Gateway=env:GATEWAY\njob list\n',
    });
    expect(new Set(server.seen.map(({ headers }) => headers['x-gateway']))).toEqual(
      new Set([value, undefined]),
    );
  });

  test('never while the product of another address is detected', async () => {
    const server = await serve();
    const result = await trivet(
      `profile set p --secrets-url ${server.origin}/v1 --secrets-product detect --header X-Gateway=${value}`,
    );
    expect(result.code).toBe(2);
    expect(server.seen).toEqual([]);
  });

  test('in place of a header that trivet would set for a raw request', async () => {
    const server = await serve();
    await trivet('api jobs GET /x --header Accept=text/plain', { env: env(server.origin) });
    expect(server.seen[0]?.headers.accept).toBe('text/plain');
  });
});

describe('the value of --header is never shown', () => {
  test.each(['--dry-run', '--dry-run -o json', '--curl', '--verbose', '--verbose -o json'])(
    'with %s',
    async (how) => {
      const server = await serve(answer(403, JSON.stringify({ errors: [`no access with ${value}`] })));
      const result = await trivet(`pki role delete web --yes --header X-Gateway=${value} ${how}`, {
        env: env(server.origin),
      });
      expect(result.stdout + result.stderr).not.toContain(value);
      if (how.startsWith('--verbose')) expect(result.stderr).toContain('no access with [hidden]');
      else expect(result.stdout).toContain('TRIVET_HEADER_X_GATEWAY');
    },
  );

  test('and --curl names the variable that was given', async () => {
    const { stdout } = await trivet('job list --curl --header X-Gateway=env:GATEWAY', {
      env: env('http://127.0.0.1:1'),
    });
    expect(stdout).toContain('x-gateway: %s');
    expect(stdout).toContain('"$GATEWAY"');
    expect(stdout).not.toContain(value);
  });

  test.each([
    ['X-Gateway=env:GATEWAY', '--header X-Gateway=env:GATEWAY'],
    [`X-Gateway=${value}`, '--header X-Gateway=env:TRIVET_HEADER_X_GATEWAY'],
  ])('and the look-up command of %s names a variable', async (header, again) => {
    const server = await serve(answer(500, '{"errors":["broken"]}'));
    const result = await trivet(`pki role delete web --yes --header ${header}`, { env: env(server.origin) });
    expect(result.code).toBe(9);
    expect(result.stderr).toContain(`trivet pki role show web --mount pki ${again}`);
    expect(result.stderr).not.toContain(value);
  });
});

describe('--header is refused before anything is sent', () => {
  test.each([
    'Authorization=x',
    'x-vault-token=x',
    'X-Nomad-Token=x',
    'Host=x',
    'Content-Length=1',
    'Transfer-Encoding=chunked',
    'Connection=close',
    'Proxy-Authorization=x',
    'Sec-WebSocket-Key=x',
    'Accept=x',
    'Content-Type=x',
    'User-Agent=x',
    'X-Vault-Namespace=x',
    "'a b=x'",
    "'a\tb=x'",
    '=x',
    'nothing',
    'X-A=1 --header x-a=2',
    "'X-A=é'",
    "'X-A=1\r\nX-B: 2'",
    'X-A=env:NOT_SET_ANYWHERE',
    'X-A=@nowhere',
  ])('for %s', async (header) => {
    const server = await serve();
    const result = await trivet(`lease lookup a --header ${header}`, { env: env(server.origin) });
    expect(result.code).toBe(header.includes('@nowhere') ? 3 : 2);
    expect(server.seen).toEqual([]);
  });

  test('without repeating a value that is not allowed', async () => {
    for (const wrong of [`'X-A=${value}\n'`, `Authorization=${value}`, `=${value}`, value]) {
      const { code, stderr } = await trivet(`lease lookup a --header ${wrong}`);
      expect(code).toBe(2);
      expect(stderr).not.toContain(value);
    }
  });

  test.each([
    ['profile list', 'sends no request'],
    ['profile explain', 'sends no request'],
    ['auth status', 'sends no request'],
    ['sandbox exec', 'sends no request'],
    ['manifest', 'sends no request'],
    ['doctor', 'more than one service'],
    ['batch run -', 'setting of one service'],
  ])('by trivet %s', async (line, why) => {
    const result = await trivet(`${line} --header X-A=1${line === 'sandbox exec' ? ' -- true' : ''}`, {
      stdin: 'job list\n',
    });
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toContain(why);
  });
});
