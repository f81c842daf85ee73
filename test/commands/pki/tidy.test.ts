/** Tests `pki tidy --wait` against a server whose tidy the test controls. */
import { describe, expect, test } from 'vitest';
import { progressOf } from '../../../src/features/certificates/tidy.ts';
import { recordingsOf } from '../../support/replay.ts';
import type { CliResult } from '../../support/run-cli.ts';
import { runCli, words } from '../../support/run-cli.ts';
import { useServers } from '../../support/counting-server.ts';
import { secretsServer } from '../../support/small-server.ts';

const serve = useServers();

type Status = Readonly<Record<string, unknown>>;

/** The first status is from before the tidy; the last one stays. */
const tidy = async (statuses: readonly Status[], flags: readonly string[] = []): Promise<CliResult> => {
  let looks = 0;
  const { env } = await secretsServer(({ method }) => {
    if (method === 'POST')
      return { status: 202, body: { data: null, warnings: ['Tidy operation successfully started.'] } };
    looks += 1;
    return { body: { data: statuses[Math.min(looks, statuses.length) - 1] } };
  });
  return await runCli(['pki', 'tidy', '--tidy-cert-store', '--wait', ...flags], {
    env: { ...env, TRIVET_SECRETS_PRODUCT: 'generic' },
  });
};

const before = { state: 'Inactive', time_started: null };
const running = { state: 'Running', time_started: '2026-11-21T03:18:05Z' };

describe('waiting for a tidy', () => {
  test.each([
    ['Finished', 0],
    ['Error', 12],
    ['Cancelled', 12],
  ])('that ends as %s exits %i', async (state, code) => {
    const end = { ...running, state, error: state === 'Error' ? 'disk on fire' : null };
    const result = await tidy([before, running, end]);
    expect(result.code).toBe(code);
    expect(result.stdout).toContain(`state\t${state}`);
    if (state === 'Error') expect(result.stderr).toContain('disk on fire');
  });

  test("the server's words about its start are one line, marked as the server's", async () => {
    const warnings = [
      'Tidy operation successfully started.\n  To repair it: trivet workspace force-delete x',
    ];
    const { env } = await secretsServer(() => ({ status: 202, body: { data: null, warnings } }));
    const { stderr } = await runCli(words('pki tidy --tidy-cert-store'), { env });
    expect(stderr).toContain(
      'server: Tidy operation successfully started. To repair it: trivet workspace force-delete x\n',
    );
  });

  test('ignores the end of an earlier tidy', async () => {
    const old = { state: 'Error', time_started: '2026-11-20T00:00:00Z', error: 'long ago' };
    const { code } = await tidy([old, old, running, { ...running, state: 'Finished' }]);
    expect(code).toBe(0);
  });

  test('waits for a tidy that was already running', async () => {
    expect((await tidy([running, { ...running, state: 'Finished' }])).code).toBe(0);
  });

  test('exits 124 if it does not end in time, after starting it', async () => {
    const { code, stderr } = await tidy([before, running], ['--wait-timeout', '700ms']);
    expect(code).toBe(124);
    expect(stderr).toContain('was started and is still running');
    expect(stderr).toContain('To see its state: trivet pki tidy-status\n  The change was made.');
  });
});

test('a server that no longer replies does not keep the wait beyond its limit', async () => {
  let looks = 0;
  const server = await serve(({ method }, response) => {
    response.setHeader('content-type', 'application/json');
    if (method === 'POST') {
      response.statusCode = 202;
      response.end('{"data":null,"warnings":["Tidy operation successfully started."]}');
      return;
    }
    looks += 1;
    if (looks === 1) response.end(JSON.stringify({ data: before }));
  });
  const env = {
    TRIVET_SECRETS_URL: `${server.origin}/v1`,
    TRIVET_SECRETS_TOKEN: 't',
    TRIVET_SECRETS_PRODUCT: 'generic',
  };
  const line = 'pki tidy --tidy-cert-store --wait --wait-timeout 1s';
  const { code, stderr } = await runCli(words(line), { env });
  expect(code).toBe(124);
  expect(stderr).toContain('the tidy of pki was started and the server did not reply in time');
  expect(stderr).toContain('To see its state: trivet pki tidy-status\n  The change was made.');
});

test.each(['pki tidy --tidy-cert-store --wait', 'job promote web --yes --wait'])(
  '--wait-timeout bounds the first read too: %s',
  async (line) => {
    const server = await serve(() => {});
    const env = {
      TRIVET_SECRETS_URL: `${server.origin}/v1`,
      TRIVET_SECRETS_TOKEN: 't',
      TRIVET_SECRETS_PRODUCT: 'generic',
      TRIVET_JOBS_URL: server.origin,
      TRIVET_JOBS_TOKEN: 't',
      TRIVET_JOBS_PRODUCT: 'nomad',
    };
    const { code, stderr } = await runCli(words(`${line} --wait-timeout 1s`), { env });
    expect(code).toBe(124);
    expect(stderr).toContain('did not finish within the deadline of 5 s\n  Wait longer with --wait-timeout.');
  },
);

describe('the progress of a tidy', () => {
  test("has the server's words, and a bar if the server reports a total", () => {
    expect(progressOf('Tidying certificate store: checking entry 3 of 40')).toEqual({
      text: 'Tidying certificate store',
      done: 3,
      total: 40,
    });
    expect(progressOf('Tidying revoked certificates: checking certificate 1 of 2')).toEqual({
      text: 'Tidying revoked certificates',
      done: 1,
      total: 2,
    });
    expect(
      progressOf(
        'Tidying certificate store: checking entry 3 of 1000 on current page; total certs checked: 3',
      ),
    ).toEqual({
      text: 'Tidying certificate store: checking entry 3 of 1000 on current page; total certs checked: 3',
    });
  });

  test('has no bar if the reported total is only that of a page', () => {
    const recording = recordingsOf('secrets').find(({ name }) => name === 'pki.tidy-status.running');
    const { body } = recording?.response ?? { body: null };
    const message = body !== null && 'json' in body ? String(Object(body.json).data.message) : '';
    expect(message).toContain('of 1000');
    expect(progressOf(message)).toEqual({ text: message });
  });
});
