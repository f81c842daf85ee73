/** Tests a batch that is killed or meets a full disk: when resumed, it does each item once and loses no result. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChildProcess } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CountingServer } from '../support/counting-server.ts';
import { useServers } from '../support/counting-server.ts';
import { launcher } from '../support/program.ts';
import { partOf } from '../support/part.ts';
import { runBin, runProgram } from '../support/run-bin.ts';
import { runCli } from '../support/run-cli.ts';

const serve = useServers();

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivet-kill-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const count = 6;
const stdin = Array.from({ length: count }, (_, index) => `aws sts role-${index + 1}\n`).join('');

/** The requests but the question which engine is mounted. */
const issued = ({ seen }: CountingServer) => seen.filter(({ path }) => !path.includes('/sys/'));

const answer = (response: ServerResponse, secret: string): void => {
  const data = { access_key: 'AKIA', secret_key: secret, security_token: null };
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ lease_id: 'cloud/creds/x', lease_duration: 60, renewable: true, data }));
};

const env = (origin: string): Record<string, string> => ({
  TRIVET_CONFIG_DIR: join(folder, 'config'),
  TRIVET_SECRETS_URL: `${origin}/v1`,
  TRIVET_SECRETS_TOKEN: 'a-token',
  TRIVET_SECRETS_PRODUCT: 'generic',
});

/** The event that kills a run: its `at`th request, reply or result. */
interface Moment {
  readonly event: 'request' | 'reply' | 'result';
  readonly at: number;
}

const moments: readonly Moment[] = (['request', 'reply', 'result'] as const).flatMap((event) =>
  [1, 3, count].map((at) => ({ event, at })),
);

test.each(partOf(moments, 2))(
  'a batch that is killed at $event $at does each item once when resumed',
  async ({ event, at }) => {
    const journal = join(folder, 'journal');
    const made = new Map<string, string>();
    const twice: string[] = [];
    let victim: ChildProcess | undefined;
    let seen = 0;
    const happens = (what: Moment['event']): boolean => {
      if (what !== event || victim === undefined) return false;
      seen += 1;
      if (seen !== at) return false;
      victim.kill('SIGKILL');
      return true;
    };
    const server = await serve((request, response) => {
      const role = request.url?.split('/').at(-1) ?? '';
      if (request.url?.includes('/sts/') !== true) {
        // The look-up command of an item whose outcome is unknown.
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end('{"data":{"credential_type":"iam_user"}}');
        return;
      }
      if (made.has(role)) twice.push(role);
      made.set(role, `secret-of-${role}-`);
      if (happens('request')) return;
      answer(response, `secret-of-${role}-`);
      happens('reply');
    });
    const argv = ['batch', 'run', '-', '--journal', journal, '--parallel', '2'];
    const first = await runBin(argv, {
      env: env(server.origin),
      stdin,
      onStart: (child) => {
        victim = child;
        child.stdout?.on('data', (chunk: Buffer) => {
          for (const line of chunk.toString().split('\n')) if (line !== '') happens('result');
        });
      },
    });
    victim = undefined;
    expect(existsSync(journal)).toBe(true);
    const second = await runCli([...argv, '--resume'], { env: env(server.origin), stdin });
    expect([0, 10]).toContain(second.code);
    expect(twice).toEqual([]);
    // Either a result was read, or the resumed run reports the outcome as unknown: nothing disappears silently.
    const [before, after] = [first.stdout, second.stdout];
    const unknown = after
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
      .flatMap(({ exit, argv: words }) => (exit === 9 ? [words.at(-1)] : []));
    for (let number = 1; number <= count; number += 1) {
      const role = `role-${number}`;
      const secret = made.get(role);
      const read = secret !== undefined && (before.includes(secret) || after.includes(secret));
      expect(read || unknown.includes(role), role).toBe(true);
    }
  },
);

describe('a full disk', () => {
  test('for the journal and the receipt is exit 74, and only items in the journal were sent', async () => {
    const journal = join(folder, 'journal');
    const server = await serve((request, response) => answer(response, request.url ?? ''));
    const many = stdin.repeat(30);
    // ulimit counts 1024 bytes; with the signal ignored Node gets the error.
    const script = `trap '' XFSZ; ulimit -f 1; exec "$0" batch run - --journal "$1"`;
    const { code, stderr, stdout } = await runProgram('bash', ['-c', script, launcher, journal], {
      env: env(server.origin),
      stdin: many,
    });
    expect([code, stderr]).toEqual([
      74,
      expect.stringMatching(/cannot write the receipt|the receipt \S+ cannot be written/),
    ]);
    expect(stderr).not.toMatch(/defect/);
    const begun = readFileSync(journal, 'utf8').match(/"item":\d+\}/g) ?? [];
    expect(issued(server).length).toBeLessThanOrEqual(begun.length);
    const ends = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const isUntouched = (effect: unknown): boolean => effect === 'not-sent' || effect === 'unchanged';
    expect(ends.filter(({ error }) => !isUntouched(error?.effect))).toHaveLength(issued(server).length);
  });

  test.skipIf(!existsSync('/dev/full'))(
    'for the results leaves each result in the recovery file',
    async () => {
      const server = await serve((request, response) => answer(response, `secret${request.url ?? ''}`));
      const { code, stderr } = await runProgram(
        'bash',
        ['-c', 'exec "$0" batch run - > /dev/full', launcher],
        {
          env: env(server.origin),
          stdin,
        },
      );
      expect(code).toBe(74);
      const path = /saved to (\S+) /.exec(stderr)?.[1] ?? '';
      const kept = readFileSync(path, 'utf8');
      for (const { url } of issued(server)) expect(kept).toContain(`secret${url}`);
    },
  );
});
