/** Tests "Did you mean …?" for an object that the server does not have. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSandbox } from '../../src/sandbox/start.ts';
import { runCli, words } from '../support/run-cli.ts';
import type { Sandbox } from '../../src/sandbox/start.ts';
import { environmentOf } from '../support/sandbox.ts';
import { smallServer } from '../support/small-server.ts';
import type { Answer, FakeRequest, Reply } from '../support/fake-server.ts';

let env: Readonly<Record<string, string>> = {};
let close: () => unknown = () => undefined;
beforeAll(async () => {
  const sandbox: Sandbox = await startSandbox();
  env = environmentOf(sandbox);
  close = () => sandbox.close();
});
afterAll(() => close());

describe('did you mean', () => {
  test.each([
    ['workspace show network-prdo', 'network-prod'],
    ['workspace lock demo/dns-prd', 'dns-prod'],
    ['job stop ap --yes', 'api'],
    ['pki role show wbe', 'web'],
    ['aws role show dploy', 'deploy'],
    ['ldap library show team/opps', 'team/ops'],
  ])('%s suggests %s', async (line, name) => {
    const { code, stderr } = await runCli(words(line), { env });
    expect({ code, stderr }).toEqual({ code: 5, stderr: expect.stringContaining(`Did you mean ${name}`) });
  });

  test('-o json has the hint, too', async () => {
    const { stderr } = await runCli(words('pki role show wbe -o json'), { env });
    expect(JSON.parse(stderr).error.hint).toMatch(/^It does not exist[^\n]*\nDid you mean web\?$/);
  });

  test('nothing is suggested if no name is similar', async () => {
    const { stderr } = await runCli(words('pki role show something-else'), { env });
    expect(stderr).not.toContain('Did you mean');
  });
});

describe('the list for suggestions', () => {
  const missing: Answer = { status: 404, body: 'job not found' };
  const ask = async (line: string, list: (request: FakeRequest) => Reply, stdin?: string) => {
    const server = await smallServer((request) => (request.path === '/v1/jobs' ? list(request) : missing));
    const result = await runCli(words(line), { env: server.env, ...(stdin === undefined ? {} : { stdin }) });
    const all = server.received.filter(({ path }) => path === '/v1/jobs');
    // Every namespace is searched for the name itself first.
    const isEvery = ({ query }: FakeRequest): boolean => query['namespace'] === '*';
    return { ...result, every: all.filter(isEvery), lists: all.filter((one) => !isEvery(one)) };
  };
  const jobs = (...ids: readonly string[]): Answer => ({
    body: ids.map((ID) => ({ ID, Status: 'running' })),
  });

  test('is one request in the namespace of the object, after one for its name in every namespace', async () => {
    const { stderr, every, lists } = await ask('job show wbe --namespace batch', () => jobs('web', 'db'));
    expect(stderr).toContain('Did you mean web?');
    expect(lists.map(({ query }) => query['namespace'])).toEqual(['batch']);
    expect(every.map(({ query }) => query['prefix'])).toEqual(['wbe']);
  });

  test('is limited to names that begin alike', async () => {
    const others = Array.from({ length: 100 }, (_, index) => `a-${index}`);
    const { stderr, lists } = await ask('job show zebar', ({ query }) =>
      query['prefix'] === undefined ? jobs(...others) : jobs('zebra'),
    );
    expect(stderr).toContain('Did you mean zebra?');
    expect(lists.map(({ query }) => query['prefix'])).toEqual([undefined, 'zeb']);
  });

  test.each<[string, Reply, number]>([
    ['refuses the list', { status: 403, body: 'Permission denied' }, 1],
    ['sends something else', { body: '<html>' }, 1],
    // The time limit is that of both.
    ['never answers', undefined, 0],
  ])('does not change the error of a server that %s', async (_, answer, own) => {
    const { code, stderr, every, lists } = await ask('job show wbe', () => answer);
    expect({ code, every: every.length, lists: lists.length }).toEqual({ code: 5, every: 1, lists: own });
    expect(stderr).toMatch(
      /^trivet: job wbe not found in namespace default at .*\n.*\n {2}It does not exist/,
    );
    expect(stderr).not.toMatch(/Did you mean|denied|html/);
  });

  test('is not requested for the items of a batch', async () => {
    const line = '["job","show","wbe"]\n';
    const { every, lists } = await ask('batch run -', () => jobs('web'), line.repeat(3));
    expect([...every, ...lists]).toEqual([]);
  });
});
