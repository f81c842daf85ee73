/** Tests the built program as an MCP server in a separate process. */
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, test } from 'vitest';

const program = join(import.meta.dirname, '..', '..', 'bin', 'trivet');

/** The second text of a reply is the item. */
const itemIn = ({ content }: { readonly content: readonly object[] }): unknown => {
  const [, second = {}] = content;
  return 'text' in second ? JSON.parse(String(second.text)) : undefined;
};

test('trivet mcp serves its own sandbox until the client leaves', async () => {
  const { TRIVET_PROGRAM: command = program } = process.env;
  const transport = new StdioClientTransport({
    command,
    args: ['mcp', '--sandbox', '--toolset', 'workspace,job', '--allow', 'workspace lock'],
    stderr: 'pipe',
  });
  let errors = '';
  transport.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(transport);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain('workspace_lock');
  const locked = await client.callTool({
    name: 'workspace_lock',
    arguments: { workspace: 'network-prod', reason: 'migration' },
  });
  expect(itemIn(locked)).toMatchObject({ name: 'network-prod', locked: true });
  const shown = await client.callTool({ name: 'workspace_show', arguments: { workspace: 'network-prod' } });
  expect(itemIn(shown)).toMatchObject({ locked: true });
  const { pid } = transport;
  await client.close();
  // The process is gone: a signal cannot be sent.
  expect(() => process.kill(pid ?? 0, 0)).toThrow(/ESRCH/);
  expect(errors).toContain(`serving ${tools.length} tools`);
});
