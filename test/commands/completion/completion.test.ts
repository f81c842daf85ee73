/** Tests the names that `trivet completion` requests of servers that a sandbox is not: silent, hostile, large. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isOffered } from '../../../src/commands/completion/workflows/candidates.ts';
import { fakeServer } from '../../support/fake-server.ts';
import { runCli } from '../../support/run-cli.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'trivet-completion-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

describe('live names', () => {
  const candidates = (words: readonly string[], env: Readonly<Record<string, string>>, timeout = '20s') =>
    runCli(['completion', 'candidates', ...words, '--context=here', `--timeout=${timeout}`], {
      env: {
        TRIVET_JOBS_TOKEN: 't',
        TRIVET_SECRETS_TOKEN: 't',
        TRIVET_WORKSPACES_TOKEN: 't',
        TRIVET_ORGANIZATION: 'demo',
        TRIVET_CONFIG_DIR: home,
        ...env,
      },
      now: () => 1_700_000_000_000,
    });
  const cached = (kind: string): readonly string[] =>
    readFileSync(join(home, 'cache/names', kind), 'utf8')
      .trimEnd()
      .split('\n');

  test('are absent, without a message, if the server hangs, and are soon requested again', async () => {
    const { origin } = await fakeServer(() => undefined);
    const result = await candidates(['job'], { TRIVET_JOBS_URL: origin }, '300ms');
    expect(result).toMatchObject({ code: 0, stdout: '', stderr: '' });
    expect(cached('job')).toEqual(['trivet names 1 1700000015', 'here']);
  });

  test('include names beyond the first page', async () => {
    const { origin } = await fakeServer(({ query }) => {
      const number = Number(query['page[number]'] ?? 1);
      const data = Array.from({ length: 100 }, (_, index) => ({
        id: `ws-${String(number * 1000 + index).padStart(16, '0')}`,
        type: 'workspaces',
        attributes: { name: `w-${number}-${index}` },
      }));
      const pagination = {
        'current-page': number,
        'next-page': number < 3 ? number + 1 : null,
        'total-pages': 3,
      };
      return {
        headers: { 'content-type': 'application/vnd.api+json' },
        body: { data, meta: { pagination } },
      };
    });
    const { stdout } = await candidates(['workspace'], {
      TRIVET_WORKSPACES_URL: `${origin}/api/v2`,
    });
    expect(stdout.trimEnd().split('\n')).toHaveLength(300);
    expect(stdout).toContain('w-3-99\n');
  });

  test('that a terminal would obey, or that look like a flag, are never stored', async () => {
    const names = [
      'a\nb',
      'a\u001b[31mb',
      'a\u009bb',
      'a\u202eb',
      '-rf',
      '--yes',
      '',
      "it's",
      '$(touch x)',
      'ä b',
    ];
    const { origin } = await fakeServer(() => ({
      body: names.map((name) => ({ ID: name, Name: name, Status: 'running' })),
    }));
    await candidates(['job'], { TRIVET_JOBS_URL: origin });
    expect(cached('job').slice(2)).toEqual(["it's", '$(touch x)', 'ä b']);
  });

  test('namespaces of the secrets service have their whole path', async () => {
    const { origin } = await fakeServer(({ path, headers }) =>
      path.startsWith('/v1/sys/namespaces') && headers['x-vault-namespace'] === 'team'
        ? { body: { data: { keys: ['a/', 'b c/'] } } }
        : { status: 404, body: { errors: [] } },
    );
    const { stdout } = await candidates(['secrets-namespace'], {
      TRIVET_SECRETS_URL: `${origin}/v1`,
      TRIVET_SECRETS_NAMESPACE: 'team',
    });
    expect(stdout).toBe('team/a\nteam/b c\n');
  });

  test('of accounts are those that are borrowed', async () => {
    const { origin } = await fakeServer(() => ({
      body: { data: { 'svc-01': { available: true }, 'svc-02': { available: false } } },
    }));
    const { stdout } = await candidates(['borrowed-account', 'team-a'], {
      TRIVET_SECRETS_URL: `${origin}/v1`,
    });
    expect(stdout).toBe('svc-02\n');
  });
});

test('a name is offered if a line of a terminal can hold it', () => {
  const good = [
    'web',
    'acme/net',
    '39:dd',
    'a@b',
    'a b',
    'a$b',
    'a*',
    "a'b",
    'a=b',
    '~a',
    '#a',
    'ä',
    'a\\b',
    '日本',
  ];
  expect(good.filter((name) => !isOffered(name))).toEqual([]);
  const bad = ['', '-x', 'a\nb', 'a\tb', 'a\u007f', 'a\u2028b', 'a\u202eb', 'a'.repeat(201)];
  expect(bad.filter(isOffered)).toEqual([]);
});
