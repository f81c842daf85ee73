/** A first try whose reply was lost may have been carried out: what a repeat is answered does not undo that. */
import { expect, test } from 'vitest';
import { useServers } from '../support/counting-server.ts';
import { runCli, words } from '../support/run-cli.ts';

const serve = useServers();

interface Case {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The exit code of the same answer to a first try. */
  readonly alone: number;
}

const json = { 'content-type': 'application/vnd.api+json' };
const cases: readonly Case[] = [
  { status: 429, headers: { ...json, 'retry-after': '3600' }, alone: 7 },
  { status: 503, headers: { ...json, 'retry-after': '3600' }, alone: 7 },
  { status: 307, headers: { ...json, location: 'https://leader.example/' }, alone: 8 },
  { status: 404, headers: { 'content-type': 'text/html' }, body: '<html>not here</html>', alone: 8 },
];

const update = async ({ status, headers, body = '{"errors":[]}' }: Case, lost: boolean) => {
  const server = await serve((request, response) => {
    if (lost && server.seen.length === 1) request.socket.destroy();
    else response.writeHead(status, headers).end(body);
  });
  const env = { TRIVET_WORKSPACES_URL: `${server.origin}/api/v2`, TRIVET_WORKSPACES_TOKEN: 'a-token' };
  const line = 'workspace update ws-0123456789abcdef --description x --timeout 30s';
  const result = await runCli(words(line), { env });
  return { ...result, sent: server.seen.length };
};

test.each(cases)('a $status after it: unknown', async (answer) => {
  const { code, sent, stderr } = await update(answer, true);
  expect({ code, sent }, stderr).toEqual({ code: 9, sent: 2 });
  expect(stderr).toContain('may have been done');
  expect(stderr).not.toMatch(/nothing was changed/i);
});

test.each(cases)('a $status alone: nothing was changed', async (answer) => {
  const { code, sent } = await update(answer, false);
  expect({ code, sent }).toEqual({ code: answer.alone, sent: 1 });
});
