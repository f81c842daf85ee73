/**
 * Tests the term of a loan: renewed while the command runs, warned of before its end, never the reason to end the
 * command.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Answer, Reply } from '../../support/fake-server.ts';
import { answering, secretsAt } from '../../support/answering.ts';

const lease = 'ldap/creds/dev/abc';
/** Asked before a loan: when the token ends, what it is allowed to, and which engine is mounted. */
const self = (engine: string): readonly string[] => [
  'auth/token/lookup-self',
  'sys/capabilities-self',
  `sys/internal/ui/mounts/${engine}`,
];
const lent = (seconds: number, more: object = {}): Answer => ({
  body: {
    lease_id: lease,
    lease_duration: seconds,
    renewable: true,
    data: { username: 'v_dev', password: 'p-w-of-dev', access_key: 'AKIA', secret_key: 'secret-of-dev' },
    ...more,
  },
});
const renewed = (seconds: number): Answer => ({
  body: { lease_id: lease, lease_duration: seconds, renewable: true, data: null },
});

interface Script {
  readonly creds: Answer;
  /** Replies to the renewal of that number, from 1; the command ends once `done` was called. */
  readonly renew?: (number: number, done: () => void) => Reply;
  readonly line?: string;
  /** The command ends by itself. */
  readonly command?: string;
}

/** Lends to a command that waits until the script is done. */
const lend = async ({ creds, renew, line = 'ldap creds dev', command }: Script) => {
  const folder = mkdtempSync(join(tmpdir(), 'trivet-term-'));
  const file = join(folder, 'done');
  const wait = `sh -c 'while [ ! -e ${file} ]; do sleep 0.02; done; exit 5'`;
  let renewals = 0;
  try {
    const result = await answering(
      `${line} -- ${command ?? wait}`,
      (origin) => ({
        ...secretsAt(origin),
        TRIVET_CONFIG_DIR: join(folder, 'config'),
        PATH: process.env['PATH'] ?? '',
      }),
      ({ path }) => {
        if (path.endsWith('/creds/dev')) return creds;
        if (path === '/v1/sys/leases/revoke') return { status: 204 };
        if (path !== '/v1/sys/leases/renew' || renew === undefined)
          return { status: 404, body: { errors: [] } };
        renewals += 1;
        return renew(renewals, () => writeFileSync(file, ''));
      },
    );
    const paths = result.asked.map(({ path }) => path.replace('/v1/', ''));
    const kept = join(folder, 'config', 'receipts');
    const [receipt = '', ...others] = readdirSync(kept);
    const lines = readFileSync(join(kept, receipt), 'utf8').trim().split('\n');
    const recorded = existsSync(join(folder, 'config', 'lends'));
    return { ...result, paths, recorded, receipt, others, lines };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

// Concurrent, since they wait for the terms to end.
describe.concurrent('the term of a loan', () => {
  test('a lease is renewed by its own length as long as that extends it', async () => {
    const result = await lend({
      creds: lent(3),
      renew: (number, done) => {
        if (number === 2) done();
        return renewed(3);
      },
    });
    expect(result.code).toBe(5);
    const bodies = result.asked
      .filter(({ path }) => path.endsWith('/renew'))
      .map(({ body }) => JSON.parse(body));
    expect(bodies.slice(0, 2)).toEqual([1, 2].map(() => ({ lease_id: lease, increment: '3s' })));
    expect(result.paths.at(-1)).toBe('sys/leases/revoke');
    expect(result.stderr).not.toContain('warning');
    expect(result.stderr).toContain('revoked the credentials of role dev in mount ldap');
  });

  test.each([
    ['with --ttl', 'aws creds dev --ttl 2s', {}],
    ['where it is not renewable', 'ldap creds dev', { renewable: false }],
  ])('nothing is renewed %s, and a warning precedes the end', async (_, line, more) => {
    const result = await lend({ line, creds: lent(2, more), command: 'sleep 2' });
    expect(result.code).toBe(0);
    expect(result.stderr).toMatch(
      /warning: the credentials of role dev in mount \w+ end in [01] s, at \S+Z, while the command still runs/,
    );
    expect(result.paths).toEqual([
      ...self(line.startsWith('ldap') ? 'ldap' : 'cloud'),
      expect.stringContaining('/creds/dev'),
      'sys/leases/revoke',
    ]);
  });

  test('a lease that the server ended early is reported, and not given back', async () => {
    const result = await lend({
      creds: lent(3),
      renew: (_, done) => {
        done();
        return { status: 400, body: { errors: ['lease not found'] } };
      },
    });
    expect(result.code).toBe(5);
    expect(result.paths).toEqual([...self('ldap'), 'ldap/creds/dev', 'sys/leases/renew']);
    expect(result.stderr).toContain('ended early');
    expect(result.stderr).toContain('expired before the command ended');
    expect(result.recorded).toBe(true);
  });

  test('a token that is not allowed to renew is reported once, and the lease is given back', async () => {
    const result = await lend({
      creds: lent(3),
      renew: (_, done) => {
        done();
        return { status: 403, body: { errors: ['1 error occurred:\n\t* permission denied\n\n'] } };
      },
    });
    expect(result.code).toBe(5);
    expect(result.stderr.split('cannot be renewed')).toHaveLength(2);
    expect(result.paths.at(-1)).toBe('sys/leases/revoke');
  });

  test('a renewal that the end of the command cuts off leaves nothing open', async () => {
    const result = await lend({
      creds: lent(3),
      renew: (_, done) => {
        done();
        return undefined;
      },
    });
    expect(result.code).toBe(5);
    expect(result.paths).toEqual([
      ...self('ldap'),
      'ldap/creds/dev',
      'sys/leases/renew',
      'sys/leases/revoke',
    ]);
    expect(result.receipt).toMatch(/\.30d\.receipt$/);
    expect(result.others).toEqual([]);
    expect(result.lines).toContain('{"over":"revoked the credentials of role dev in mount ldap"}');
  });

  test('a renewal that fails for a moment is retried', async () => {
    const result = await lend({
      creds: lent(6),
      renew: (number, done) => {
        if (number === 5) done();
        return number < 5 ? { status: 502, body: 'away' } : renewed(6);
      },
    });
    expect(result.code).toBe(5);
    expect(result.stderr).toContain('revoked the credentials of role dev in mount ldap');
  });
});
