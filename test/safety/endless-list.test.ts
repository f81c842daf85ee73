/** Tests lists that a server never ends: an error, not endless output. */
import { describe, expect, test } from 'vitest';
import { runCli, words } from '../support/run-cli.ts';
import { smallServer } from '../support/small-server.ts';

const job = (index: number) => ({
  ID: `job-${index}`,
  Name: `job-${index}`,
  Namespace: 'default',
  Status: 'dead',
});
const workspace = (index: number) => ({
  type: 'workspaces',
  id: `ws-${index}`,
  attributes: { name: `w${index}` },
});

const jobs = (answer: (index: number) => { readonly body: unknown; readonly token: string }) =>
  smallServer((_, index) => {
    const { body, token } = answer(index);
    return { body, headers: { 'x-nomad-nexttoken': token } };
  });

const workspaces = async (answer: (number: number) => unknown) => {
  const { env, received } = await smallServer(({ query }) => ({
    body: answer(Number(query['page[number]'] ?? 1)),
  }));
  const url = `${env['TRIVET_JOBS_URL']}/api/v2`;
  return {
    received,
    env: { TRIVET_WORKSPACES_URL: url, TRIVET_WORKSPACES_TOKEN: 'the-token', TRIVET_ORGANIZATION: 'demo' },
  };
};

describe.each(['-o tsv', '-o json'])('job list %s', (format) => {
  test.each([
    ['a token that comes again', (index: number) => ({ body: [job(index)], token: 'same' }), 2],
    ['tokens that go round', (index: number) => ({ body: [job(index)], token: `t${index % 3}` }), 4],
    ['the same page under new tokens', (index: number) => ({ body: [job(1)], token: `t${index}` }), 2],
  ])('%s ends with an error', async (_, answer, requests) => {
    const { env, received } = await jobs(answer);
    const result = await runCli(words(`job list ${format}`), { env });
    expect({ code: result.code, requests: received.length }, result.stderr).toEqual({ code: 7, requests });
    expect(result.stderr).toContain('the list is incomplete');
  });
});

describe.each(['-o tsv', '-o json'])('workspace list %s', (format) => {
  test('a page that is sent again under another number ends with an error', async () => {
    const { env, received } = await workspaces((number) => ({
      data: [workspace(number === 1 ? 1 : 2)],
      meta: { pagination: { 'next-page': 9 } },
    }));
    const result = await runCli(words(`workspace list ${format}`), { env });
    expect({ code: result.code, requests: received.length }, result.stderr).toEqual({ code: 7, requests: 3 });
    expect(result.stderr).toContain('the list is incomplete');
  });

  test('an impossible total ends with an error, and no further page is requested', async () => {
    const { env, received } = await workspaces((number) => ({
      data: [workspace(number)],
      meta: { pagination: { 'current-page': number, 'next-page': number + 1, 'total-pages': 1e15 } },
    }));
    const result = await runCli(words(`workspace list ${format}`), { env });
    expect({ code: result.code, requests: received.length }, result.stderr).toEqual({ code: 8, requests: 1 });
    expect(result.stderr).toContain('announces 1000000000000000 pages');
    expect((await runCli(words(`workspace list --limit 1 ${format}`), { env })).code).toBe(0);
  });
});
