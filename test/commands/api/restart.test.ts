/** Tests that `trivet api` takes a read that the catalogue knows as a change for that change, whatever the door. */
import { describe, expect, test } from 'vitest';
import type { FakeRequest } from '../../support/fake-server.ts';
import { openMcp } from '../../support/mcp.ts';
import { useProtectedProfile } from '../../support/protected.ts';
import { environmentOf } from '../../support/sandbox.ts';
import { smallServer } from '../../support/small-server.ts';

const { bench, trivet, path: fileAt } = useProtectedProfile();
const path = '/v1/client/allocation/1/restart';
const restarts = (): readonly string[] =>
  bench
    .requests()
    .filter((request) => request.path.endsWith('/restart'))
    .map(({ method }) => method);
const given = { service: 'jobs', METHOD: 'GET', path };

/** The ways to write one path that a server takes for the same. */
const spellings = [
  path,
  `${path}/`,
  `${path}?task=main`,
  '/v1/client/allocation/1/%72estart',
  '/v1//client/allocation/1/restart',
];

describe('a GET that restarts', () => {
  test.each(spellings)('is not sent by a read-only run, however it is written: %s', async (one) => {
    const run = await bench.trivet(`api jobs GET ${one}`, { env: { TRIVET_READ_ONLY: '1' } });
    expect([run.code, restarts()]).toEqual([4, []]);
    expect(run.stderr).toContain('job.restart changes something');
  });

  test('is not sent by a read-only run, where the address holds the first part of the path', async () => {
    const url = `${environmentOf(bench.sandbox())['TRIVET_JOBS_URL'] ?? ''}/v1`;
    const env = { TRIVET_READ_ONLY: '1', TRIVET_JOBS_URL: url };
    const run = await bench.trivet(`api jobs GET ${path.slice(3)}`, { env });
    expect([run.code, restarts()]).toEqual([4, []]);
    expect(run.stderr).toContain('job.restart changes something');
    expect((await bench.trivet('api jobs GET /jobs', { env })).code).toBe(0);
  });

  test.each(['/v1/%zz', '/v1/job/%E4', '/v1/%'])(
    'a path that cannot be decoded is refused: %s',
    async (one) => {
      const { code, stderr } = await bench.trivet(`api jobs GET ${one}`);
      expect([code, stderr]).toEqual([2, expect.stringContaining('a % that encodes no character')]);
    },
  );

  test('is confirmed on a protected profile: by nobody without a terminal, by --confirm-profile', async () => {
    const refused = await trivet(`api jobs GET ${path} --yes`);
    expect([refused.code, refused.stderr.includes('--confirm-profile prod'), restarts()]).toEqual([
      2,
      true,
      [],
    ]);
    const declined = await trivet(`api jobs GET ${path}`, { typed: 'n', tty: true });
    expect([declined.code, restarts()]).toEqual([2, []]);
    await trivet(`api jobs GET ${path} --confirm-profile prod --yes`);
    expect(restarts()).toEqual(['GET']);
  });

  test.each([500, 502, 503, 504])('is not sent again after a %i, as a read is', async (status) => {
    const counted = async (line: string): Promise<readonly [number, number]> => {
      const server = await smallServer(() => ({ status, body: 'busy' }));
      const { code } = await bench.trivet(line, { env: server.env });
      return [code, server.received.length];
    };
    expect(await counted(`api jobs GET ${path} --yes`)).toEqual([9, 1]);
  });

  test('is not sent by mcp in a read-only run, nor to a protected profile without a person', async () => {
    const sent = (received: readonly FakeRequest[]) => received.filter((one) => one.path === path).length;
    const server = await smallServer(() => ({ body: {} }));
    const readOnly = await openMcp(['--allow', 'api'], { env: { ...server.env, TRIVET_READ_ONLY: '1' } });
    const refused = await readOnly.call('api', given);
    expect([refused.failed, refused.texts.join(''), sent(server.received)]).toEqual([
      true,
      expect.stringContaining('job.restart changes something'),
      0,
    ]);
    await readOnly.end();
    const env = { TRIVET_CONFIG_DIR: fileAt('config') };
    const prod = await openMcp(['--allow', 'api'], { env });
    const unconfirmed = await prod.call('api', given);
    expect([unconfirmed.failed, restarts()]).toEqual([true, []]);
    await prod.end();
    const asked = await openMcp(['--allow', 'api'], { env, answer: () => ({ action: 'decline' }) });
    const declined = await asked.call('api', given);
    expect([declined.failed, asked.asked.length, restarts()]).toEqual([true, 1, []]);
    await asked.end();
  });
});
