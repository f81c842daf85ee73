/** Lines on standard input of `trivet mcp` that are not messages, written by hand: a client of the SDK sends none. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { runCli } from '../../support/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'trivet-messages-'));
afterAll(() => rmSync(folder, { recursive: true }));

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
};

interface Reply {
  readonly id: unknown;
  readonly error?: { readonly code: number };
}

/** Closes standard input when two replies have come. */
const repliesTo = async (lines: readonly string[]): Promise<readonly Reply[]> => {
  const stdin = new PassThrough();
  const stdout = new PassThrough().setEncoding('utf8');
  let said = '';
  stdout.on('data', (text: string) => {
    said += text;
    if (said.split('\n').length > 2) stdin.end();
  });
  stdin.write(lines.map((line) => `${line}\n`).join(''));
  const { code, stderr } = await runCli(['mcp'], { cwd: folder, io: { stdin, stdout } });
  expect(code, stderr).toBe(0);
  return said
    .trim()
    .split('\n')
    .map((line): Reply => JSON.parse(line));
};

test.each([
  ['no JSON', 'nonsense', null, -32_700],
  ['half an object', '{"jsonrpc":"2.0",', null, -32_700],
  ['an object of something else', '{"a":1}', null, -32_600],
  ['a list', '[]', null, -32_600],
  ['a request with a method that is not text', '{"jsonrpc":"2.0","id":"x","method":5}', 'x', -32_600],
  ['an unknown method', '{"jsonrpc":"2.0","id":7,"method":"no/such"}', 7, -32_601],
])('%s gets the error of JSON-RPC, and the next request its reply', async (_, line, id, code) => {
  const replies = await repliesTo([line, '', JSON.stringify(initialize)]);
  expect(replies.map((reply) => [reply.id, reply.error?.code])).toEqual(
    expect.arrayContaining([
      [id, code],
      [1, undefined],
    ]),
  );
  expect(replies).toHaveLength(2);
});
