/** Tests that a first attempt without a reply may have succeeded, whatever the reply to the second. */
import { expect, test } from 'vitest';
import { useServers } from '../support/counting-server.ts';
import { runCli, words } from '../support/run-cli.ts';

const serve = useServers();

interface Case {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The exit code of such a reply to a first attempt. */
  readonly exitAtFirst: number;
  readonly product?: string;
}

const json = { 'content-type': 'application/vnd.api+json' };
const cases: readonly Case[] = [
  { status: 429, headers: { ...json, 'retry-after': '3600' }, exitAtFirst: 7 },
  { status: 503, headers: { ...json, 'retry-after': '3600' }, exitAtFirst: 9 },
  { status: 503, headers: { ...json, 'retry-after': '3600' }, exitAtFirst: 9, product: 'hcp-terraform' },
  { status: 303, headers: { location: 'https://done.example/' }, exitAtFirst: 9 },
  { status: 307, headers: { ...json, location: 'https://leader.example/' }, exitAtFirst: 8 },
  { status: 404, headers: { 'content-type': 'text/html' }, body: '<html>not here</html>', exitAtFirst: 8 },
];

const remove = async (
  { status, headers, body = '{"errors":[]}', product = 'generic' }: Case,
  lost: boolean,
) => {
  let changes = 0;
  const server = await serve((request, response) => {
    if (request.method === 'GET') {
      response.writeHead(200, json).end('{"data":{"id":"ws-0123456789abcdef","attributes":{"name":"web"}}}');
      return;
    }
    changes += 1;
    if (lost && changes === 1) request.socket.destroy();
    else response.writeHead(status, headers).end(body);
  });
  const env = {
    TRIVET_WORKSPACES_URL: `${server.origin}/api/v2`,
    TRIVET_WORKSPACES_TOKEN: 'a-token',
    TRIVET_WORKSPACES_PRODUCT: product,
  };
  const line = 'workspace delete ws-0123456789abcdef --yes --timeout 30s';
  const result = await runCli(words(line), { env });
  return { ...result, sent: changes };
};

test.each(cases)('a $status after a lost reply leaves the outcome unknown', async (answer) => {
  const { code, sent, stderr } = await remove(answer, true);
  expect({ code, sent }, stderr).toEqual({ code: 9, sent: 2 });
  expect(stderr).toMatch(/\n {2}It is not known whether the change was made\.\n$/);
});

test.each(cases)('a $status at the first attempt exits $exitAtFirst ($product)', async (answer) => {
  const { code, sent, stderr } = await remove(answer, false);
  const last =
    answer.exitAtFirst === 9 ? 'It is not known whether the change was made.' : 'Nothing was changed.';
  expect(stderr.trimEnd().split('\n').at(-1)).toBe(`  ${last}`);
  expect({ code, sent }).toEqual({ code: answer.exitAtFirst, sent: 1 });
});
