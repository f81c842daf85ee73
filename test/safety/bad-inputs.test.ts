/** Tests harmful inputs: each causes one clear line, exit 2 or 3, and nothing is sent. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { safe } from '../../src/output/text/safe.ts';
import { useServers } from '../support/counting-server.ts';
import type { CliOptions } from '../support/run-cli.ts';
import { runCli } from '../support/run-cli.ts';

const serve = useServers();

let folder = '';
const at = (name: string): string => join(folder, name);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivet-bad-'));
  mkdirSync(at('folder'));
  symlinkSync(at('target'), at('dangling'));
  writeFileSync(at('other'), 'kept');
  symlinkSync(at('other'), at('link'));
  spawnSync('mkfifo', [at('fifo')]);
  writeFileSync(at('huge'), '');
  truncateSync(at('huge'), 1024 ** 3);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const token = 'a-token-of-the-test';

/** Runs against a server that would accept anything, and must not get a request. */
const refused = async (
  argv: readonly string[],
  { exit, says, env = {}, ...more }: CliOptions & { readonly exit: 2 | 3; readonly says?: RegExp },
): Promise<string> => {
  const server = await serve();
  const result = await runCli(argv, {
    ...more,
    env: {
      TRIVET_SECRETS_URL: `${server.origin}/v1`,
      TRIVET_SECRETS_TOKEN: token,
      TRIVET_WORKSPACES_URL: `${server.origin}/api/v2`,
      TRIVET_WORKSPACES_TOKEN: token,
      TRIVET_JOBS_URL: server.origin,
      TRIVET_JOBS_TOKEN: token,
      ...env,
    },
  });
  const { code, stdout, stderr } = result;
  expect({ code, stdout, sent: server.seen.length }, stderr).toEqual({ code: exit, stdout: '', sent: 0 });
  expect(stderr.startsWith('trivet: '), stderr).toBe(true);
  expect(stderr).not.toMatch(/^\s+at |node:internal|Error:/m);
  expect(stderr).not.toContain(token);
  // The message is one line; hints are on indented lines below.
  expect(
    stderr
      .trimEnd()
      .split('\n')
      .slice(1)
      .every((line) => line === '' || /^\s/.test(line)),
    stderr,
  ).toBe(true);
  // No control characters.
  expect(safe(stderr, { multiline: true })).toBe(stderr);
  expect(stderr.length).toBeLessThan(20_000);
  if (says !== undefined) expect(stderr).toMatch(says);
  return stderr;
};

describe('names that would reach another resource are refused (1-6, 8-10)', () => {
  const names = [
    '..',
    '.',
    '',
    ' ',
    '../../sys/seal',
    '..%2f..%2fsys',
    '%2e%2e',
    '%252e%252e',
    '%2E.',
    'a\\..\\b',
    'a/../../b',
    'a\u0000b',
    'a\r\nX-Evil: 1',
    'a\nb',
    '\ud800',
    'a%00b',
    'a%0d%0ab',
  ];
  const commands: readonly (readonly string[])[] = [
    ['pki', 'role', 'show'],
    ['cloud', 'role', 'delete', '--yes'],
    ['ldap', 'static-role', 'show'],
    ['ldap', 'library', 'check-out'],
    ['job', 'show'],
  ];
  test.each(
    commands.flatMap((command) =>
      names.map((name) => [command.join(' '), JSON.stringify(name), command, name] as const),
    ),
  )('by %s: %s', async (_, __, command, name) => {
    expect(
      await refused(
        [...command, '--', name].filter((word) => word !== '--'),
        { exit: 2 },
      ),
    ).toMatch(/^trivet: /);
  });

  test('as a mount', async () => {
    for (const mount of ['..', 'a/../b', '', '%2e%2e']) {
      expect(await refused(['pki', 'role', 'list', `--mount=${mount}`], { exit: 2 })).toMatch(/^trivet: /);
    }
  });
});

test('a raw path with a "." or ".." part is refused, also where only a server that decodes it first sees one', async () => {
  const server = await serve();
  const env = { TRIVET_JOBS_URL: server.origin, TRIVET_JOBS_TOKEN: token };
  const slashes = ['/', '%2F', '%2f', '%252F', '%5C', '%5c'];
  const dots = ['.', '..', '%2e%2E', '.%2e', '%252e.'];
  const paths = slashes.flatMap((slash) =>
    dots.flatMap((dot) => [
      `/v1/job/a${slash}${dot}${slash}b`,
      `/v1/job/a${slash}${dot}`,
      `/v1/job/${dot}${slash}b`,
    ]),
  );
  for (const path of paths) {
    const { code, stderr } = await runCli(['api', 'jobs', 'PUT', path, '--yes'], { env });
    expect([path, code, stderr]).toEqual([
      path,
      2,
      expect.stringMatching(/"\." or "\.\." part|percent-encoded/),
    ]);
  }
  expect(server.seen).toEqual([]);
  for (const path of ['/v1/job/team%2Fweb', '/v1/job/a..b', '/v1/job/..%2Ecfg', '/v1/job/a%2F.b%2F...'])
    await runCli(['api', 'jobs', 'GET', path], { env });
  expect(server.seen.map(({ url }) => url)).toEqual([
    '/v1/job/team%2Fweb',
    '/v1/job/a..b',
    '/v1/job/..%2Ecfg',
    '/v1/job/a%2F.b%2F...',
  ]);
});

test('a name with ? and # is sent as a name (7)', async () => {
  const server = await serve();
  const env = { TRIVET_SECRETS_URL: `${server.origin}/v1`, TRIVET_SECRETS_TOKEN: token };
  await runCli(['pki', 'role', 'show', 'a?x=1#y%'], { env });
  expect(server.seen.map(({ url }) => url)).toEqual(['/v1/pki/roles/a%3Fx%3D1%23y%25']);
});

describe('tokens are refused (11-13)', () => {
  const tokens: readonly (readonly [string, string])[] = [
    ['a header in it', 'abc\r\nX-Evil: 1'],
    ['a line break in it', 'abc\ndef'],
    ['two line breaks at its end', 'abc\n\n'],
    ['nothing', ''],
    ['only a newline', '\n'],
    ['a euro sign', 'abc\u20ac'],
    ['a byte order mark', '\ufeffabc'],
    ['a NUL', 'abc\u0000'],
    ['100 kB', 'x'.repeat(100_000)],
  ];
  test.each(tokens)('with %s, in a file', async (name, value) => {
    writeFileSync(at('token'), value, { mode: 0o600 });
    const message = await refused(['pki', 'role', 'list', '--token-file', at('token')], { exit: 3 });
    expect(message, name).not.toContain('abc');
  });
  test.each(tokens.filter(([, value]) => value !== '' && value !== '\n'))(
    'with %s, in the environment',
    async (_, value) => {
      const message = await refused(['pki', 'role', 'list'], {
        exit: 3,
        env: { TRIVET_SECRETS_TOKEN: value },
      });
      expect(message).not.toContain('abc');
    },
  );
});

test.each([
  'http://user:pw@127.0.0.1/v1',
  'https://host%2F10.0.0.1/',
  '//host/v1',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'http://127.0.0.1:0/v1',
  'http://127.0.0.1:99999/v1',
  'http://[::1/v1',
  'https://host/v1/../sys',
  'https://host/v1?x=1',
  'https://host/v1#x',
  'ftp://host/',
  'not a url',
  'https://',
  '',
])('base URL %j is refused (14)', async (url) => {
  const message = await refused(['pki', 'role', 'list', `--base-url=${url}`], {
    exit: url === '' ? 3 : 3,
  }).catch(() => refused(['pki', 'role', 'list', `--base-url=${url}`], { exit: 2 }));
  expect(message).not.toContain('user:pw');
});

test.each(['-1', '1e9', 'NaN', '5m5', '', '0', 'Infinity', '25h', '99999999999999999999', '\uff11\uff48'])(
  '--timeout %j is refused (15)',
  async (value) => {
    expect(await refused(['pki', 'role', 'list', `--timeout=${value}`], { exit: 2 })).toMatch(/^trivet: /);
  },
);

describe('files for a body are refused (16)', () => {
  test.each([
    ['missing', 'no-such-file'],
    ['a folder', 'folder'],
    ['a pipe that never ends', 'fifo'],
    ['a gigabyte', 'huge'],
  ])('if %s', async (_, name) => {
    expect(await refused(['pki', 'role', 'write', 'x', '--body', `@${at(name)}`], { exit: 3 })).toMatch(
      /^trivet: /,
    );
    expect(await refused(['pki', 'sign', 'web', '--csr', `@${at(name)}`], { exit: 3 })).toMatch(/^trivet: /);
    expect(await refused(['job', 'register', at(name)], { exit: 3 })).toMatch(/^trivet: /);
  });

  test('if an endless device', async () => {
    expect(await refused(['pki', 'role', 'write', 'x', '--body', '@/dev/zero'], { exit: 3 })).toMatch(
      /^trivet: /,
    );
  });

  test.each([
    ['invalid UTF-8', Buffer.from([0x7b, 0xff, 0x7d])],
    ['invalid JSON', Buffer.from('{"a":')],
    ['nested 200,000 deep', Buffer.from('['.repeat(200_000))],
    ['nothing', Buffer.from('')],
  ])('if %s', async (_, content) => {
    writeFileSync(at('body'), content);
    const server = await serve();
    const env = { TRIVET_SECRETS_URL: `${server.origin}/v1`, TRIVET_SECRETS_TOKEN: token };
    const { code, stderr } = await runCli(
      ['pki', 'crl', 'config', 'set', '--expiry', '96h', '--body', `@${at('body')}`],
      { env },
    );
    expect([2, 3], stderr).toContain(code);
    expect(server.seen).toEqual([]);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  test('except that keys of a prototype reach none, and numbers stay exact', async () => {
    const text =
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"n":18446744073709551615,"z":-0}';
    writeFileSync(at('body'), text);
    const server = await serve();
    const env = { TRIVET_SECRETS_URL: `${server.origin}/v1`, TRIVET_SECRETS_TOKEN: token };
    await runCli(['pki', 'crl', 'config', 'set', '--expiry', '96h', '--body', `@${at('body')}`], { env });
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
    expect(server.seen.find(({ method }) => method === 'POST')?.body).toContain('18446744073709551615');
  });
});

test.each([':'.repeat(1_000_000), 'zz', '39:dd:', '', '../39'])(
  'serial number %.20j is refused (19)',
  async (serial) => {
    expect(await refused(['pki', 'cert', 'show', serial], { exit: 2 })).toMatch(/^trivet: /);
    expect(await refused(['pki', 'revoke', serial, '--yes'], { exit: 2 })).toMatch(/^trivet: /);
  },
);

test.each(['-1h', '\uff10\uff11h', '1x', '1h 1m', '--', '1e3', '0x10'])(
  'duration %j is refused (20)',
  async (ttl) => {
    expect(
      await refused(['pki', 'issue', 'web', '--common-name', 'a.example.com', `--ttl=${ttl}`], { exit: 2 }),
    ).toMatch(/^trivet: /);
  },
);

describe('--out is refused (21-24)', () => {
  test.each([
    ['a symbolic link', 'link'],
    ['a dangling symbolic link', 'dangling'],
    ['a folder', 'folder'],
    ['a folder that does not exist', 'none/file'],
    ['an empty name', ''],
  ])('for %s', async (_, name) => {
    expect(
      await refused(['cloud', 'creds', 'ci', '--out', name === '' ? '' : at(name)], { exit: 3 }),
    ).toMatch(/^trivet: /);
  });
});

describe('the profiles file is refused (33)', () => {
  const contents: readonly (readonly [string, string | Buffer, number])[] = [
    ['half a file', '{"profiles":{"a":{', 0o600],
    ['nothing in it', '', 0o600],
    ['null in it', 'null', 0o600],
    ['a list', '[]', 0o600],
    ['a byte order mark', '\ufeff{}', 0o600],
    ['NUL bytes', Buffer.alloc(64), 0o600],
    ['permissions for others', '{"version":1,"profiles":{}}', 0o644],
    [
      'a name that reaches the prototype',
      '{"version":1,"profiles":{"__proto__":{"organization":"x"}}}',
      0o600,
    ],
  ];
  test.each(contents)('with %s', async (_, content, mode) => {
    const config = mkdtempSync(join(folder, 'config-'));
    writeFileSync(join(config, 'profiles.json'), content, { mode });
    const env = { TRIVET_CONFIG_DIR: config, TRIVET_SECRETS_URL: '', TRIVET_SECRETS_TOKEN: '' };
    expect(await refused(['pki', 'role', 'list'], { exit: 3, env })).toMatch(/^trivet: /);
    expect(await refused(['profile', 'set', 'other', '--secrets-namespace', 'x'], { exit: 3, env })).toMatch(
      /^trivet: /,
    );
  });

  test.each(['__proto__', '../x', 'a\nb', ''])('with a profile named %j', async (name) => {
    expect(await refused(['profile', 'set', name, '--secrets-namespace', 'x'], { exit: 3 })).toMatch(
      /^trivet: /,
    );
  });

  test('with a profile named like a flag', async () => {
    expect(await refused(['profile', 'set', '-x', '--secrets-namespace', 'x'], { exit: 2 })).toMatch(
      /^trivet: /,
    );
  });
});

describe('arguments are refused (35)', () => {
  test.each([
    ['a token on the command line', ['workspace', 'list', `--token=${token}`]],
    ['an unknown flag with an escape', ['workspace', 'list', '--\u001b]0;title\u0007']],
    ['128 kB of a flag', ['workspace', 'list', `--${'a'.repeat(131_072)}`]],
    ['a flag twice', ['pki', 'role', 'list', '--mount', 'a', '--mount', 'b']],
    ['a flag without its value', ['pki', 'role', 'list', '--mount']],
    ['an unknown command with an escape', ['\u001b[2J']],
    ['a command that reaches the prototype', ['__proto__']],
    ['a sub-command that reaches the prototype', ['pki', 'constructor']],
    ['an enum that reaches the prototype', ['pki', 'role', 'list', '-o', '__proto__']],
    ['a wrong enum', ['pki', 'role', 'list', '-o', 'xml']],
  ] as const)('like %s', async (_, argv) => {
    expect(await refused(argv, { exit: 2 })).toMatch(/^trivet: /);
  });
});

describe('standard input is refused (36)', () => {
  test('if used twice', async () => {
    expect(
      await refused(['ldap', 'config', 'set', '--binddn', 'cn=x', '--bindpass', '-', '--certificate', '-'], {
        exit: 2,
        stdin: 'x',
      }),
    ).toMatch(/^trivet: /);
  });
  test('if it is binary where text is expected', async () => {
    expect(
      await refused(['pki', 'sign', 'web', '--csr', '-'], {
        exit: 3,
        stdin: Buffer.from([0xff, 0xfe, 0x00]),
      }),
    ).toMatch(/^trivet: /);
  });
  test('if it is larger than 32 MiB', async () => {
    expect(
      await refused(['pki', 'sign', 'web', '--csr', '-'], {
        exit: 3,
        stdin: Buffer.alloc(33 * 1024 * 1024, 0x61),
      }),
    ).toMatch(/^trivet: /);
  });
});

test('an invalid proxy is reported before anything is sent (34)', async () => {
  const env = {
    TRIVET_SECRETS_URL: 'https://host.example/v1',
    TRIVET_SECRETS_TOKEN: token,
    HTTPS_PROXY: 'junk',
  };
  const { code, stderr } = await runCli(['pki', 'role', 'list'], { env });
  expect(code).toBe(8);
  expect(stderr).toMatch(/^trivet: HTTPS_PROXY is not /);
});
