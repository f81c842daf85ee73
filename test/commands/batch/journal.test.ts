/** Tests that the journal of a batch belongs to one run at a time, to its list and to its servers. */
import type { RequestListener } from 'node:http';
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { useServers } from '../../support/counting-server.ts';
import type { CliOptions } from '../../support/run-cli.ts';
import { runCli, words } from '../../support/run-cli.ts';

const serve = useServers();

/** The token is not allowed to read what it deletes. */
const deletes: RequestListener = ({ method }, response) =>
  response.writeHead(method === 'GET' ? 403 : 204).end();

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivet-journal-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const journal = (): string => join(folder, 'journal');

const run = (origin: string, line: string, options: CliOptions = {}) =>
  runCli(words(line), {
    ...options,
    env: {
      TRIVET_SECRETS_URL: `${origin}/v1`,
      TRIVET_SECRETS_TOKEN: 'a-token',
      TRIVET_SECRETS_PRODUCT: 'generic',
      ...options.env,
    },
  });

const stdin = 'pki role delete a --yes\npki role delete b --yes\npki role delete c --yes\n';

test('of many runs with one journal one continues and the others are refused', async () => {
  let answer = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const server = await serve((request, response) => {
    answer();
    void released.then(() => deletes(request, response));
  });
  const line = `batch run - --journal ${journal()} --parallel 1`;
  const first = run(server.origin, line, { stdin });
  await asked;
  const others = await Promise.all(
    Array.from({ length: 5 }, () => run(server.origin, `${line} --resume`, { stdin })),
  );
  for (const { code, stderr } of others) {
    expect(code).toBe(3);
    expect(stderr).toMatch(/in use by another run/);
  }
  release();
  expect((await first).code).toBe(0);
  const deleted = server.seen.filter(({ method }) => method === 'DELETE');
  expect(deleted.map(({ url }) => url.at(-1))).toEqual(['a', 'b', 'c']);
  expect(existsSync(`${journal()}.lock`)).toBe(false);
});

describe('a journal started with other servers', () => {
  const done = async (env: Record<string, string> = {}): Promise<string> => {
    const server = await serve(deletes);
    expect((await run(server.origin, `batch run - --journal ${journal()}`, { stdin, env })).code).toBe(0);
    return server.origin;
  };

  test('is refused with exit 3 even if nothing is left to do', async () => {
    await done();
    const other = await serve();
    const { code, stderr } = await run(other.origin, `batch run - --journal ${journal()} --resume`, {
      stdin,
    });
    expect([code, other.seen]).toEqual([3, []]);
    expect(stderr).toMatch(/belongs to other servers/);
    expect(stderr).toContain(other.origin);
  });

  test('is refused for another namespace; the original namespace continues', async () => {
    const env = { TRIVET_SECRETS_NAMESPACE: 'team-a' };
    const origin = await done(env);
    const line = `batch run - --journal ${journal()} --resume`;
    expect((await run(origin, line, { stdin, env })).code).toBe(0);
    const other = await run(origin, line, { stdin, env: { TRIVET_SECRETS_NAMESPACE: 'team-b' } });
    expect(other.code).toBe(3);
    expect(other.stderr).toMatch(/team-a.*team-b/);
  });

  test('is refused for another mount', async () => {
    const config = { TRIVET_CONFIG_DIR: join(folder, 'config') };
    const server = await serve(deletes);
    const profile = async (mount: string): Promise<void> => {
      const { code } = await runCli(
        words(
          `profile set p --secrets-url ${server.origin}/v1 --pki-mount ${mount} --secrets-product generic`,
        ),
        { env: config },
      );
      expect(code).toBe(0);
    };
    const resumed = (more: string) =>
      runCli(words(`batch run - --profile p --journal ${journal()} ${more}`), {
        env: config,
        stdin: 'pki ca show\n',
      });
    await profile('pki-one');
    await resumed('');
    await profile('pki-two');
    const { code, stderr } = await resumed('--resume');
    expect(code).toBe(3);
    expect(stderr).toMatch(/pki-one.*pki-two/);
  });
});

test('a journal that others can change is refused', async () => {
  const server = await serve(deletes);
  const line = `batch run - --journal ${journal()}`;
  await run(server.origin, line, { stdin });
  chmodSync(journal(), 0o666);
  const { code, stderr } = await run(server.origin, `${line} --resume`, { stdin });
  expect(code).toBe(3);
  expect(stderr).toContain('can be changed by others (mode 0666)');
});

test.skipIf(process.getuid?.() !== 0)('a journal of another user is refused', async () => {
  const server = await serve(deletes);
  const line = `batch run - --journal ${journal()}`;
  await run(server.origin, line, { stdin });
  chownSync(journal(), 12_345, 12_345);
  const sent = server.seen.length;
  const { code, stderr } = await run(server.origin, `${line} --resume`, { stdin });
  expect([code, server.seen.length]).toEqual([3, sent]);
  expect(stderr).toContain(`the receipt ${journal()} belongs to another user`);
});

describe('after a kill', () => {
  test.each([0, 1, 20])('a head of %i bytes lets the run begin', async (size) => {
    const server = await serve(deletes);
    const line = `batch run - --journal ${journal()}`;
    await run(server.origin, line, { stdin });
    writeFileSync(journal(), readFileSync(journal()).subarray(0, size));
    const { code } = await run(server.origin, `${line} --resume`, { stdin });
    expect([code, server.seen.filter(({ method }) => method === 'DELETE').length]).toEqual([0, 6]);
    const entries = readFileSync(journal(), 'utf8').split('\n');
    expect(entries.filter((entry) => entry.startsWith('{"journal"'))).toHaveLength(1);
    expect(entries.filter((entry) => entry.startsWith('{"item"'))).toHaveLength(6);
  });

  test('the lock of a dead process is taken over', async () => {
    const server = await serve(deletes);
    const line = `batch run - --journal ${journal()}`;
    await run(server.origin, line, { stdin });
    writeFileSync(`${journal()}.lock`, `${JSON.stringify({ id: '0'.repeat(24), listens: true })}\n`);
    const { utimesSync } = await import('node:fs');
    utimesSync(`${journal()}.lock`, 1, 1);
    expect((await run(server.origin, `${line} --resume`, { stdin })).code).toBe(0);
  });
});

test.each([
  ['something else', 'is not a receipt'],
  ['{"journal":"0123","items":3}\n', 'is a receipt of format "0123", and this trivet reads format 2'],
])('%j is refused as a journal', async (content, reason) => {
  const server = await serve();
  writeFileSync(journal(), content);
  const { code, stderr } = await run(server.origin, `batch run - --journal ${journal()} --resume`, {
    stdin,
  });
  expect([code, server.seen]).toEqual([3, []]);
  expect(stderr).toContain(reason);
});
