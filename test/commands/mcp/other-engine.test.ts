/** Tests that a tool which only reads does not pass on a secret that another engine keeps under the same path. */
import { afterEach, expect, test } from 'vitest';
import { useServers } from '../../support/counting-server.ts';
import type { McpSession } from '../../support/mcp.ts';
import { openMcp } from '../../support/mcp.ts';
import { runCli } from '../../support/run-cli.ts';

const serve = useServers();

let session: McpSession | undefined;
afterEach(async () => {
  await session?.end();
  session = undefined;
});

/** What a key-value engine returns for any path, in its second and in its first version. */
const replies = {
  versioned: { data: { plain: 'kept-secret', api_key: 'kept-secret' }, metadata: { version: 1 } },
  flat: { plain: 'kept-secret', api_key: 'kept-secret' },
};

const environment = async (data: object): Promise<Record<string, string>> => {
  const { origin } = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ lease_id: '', lease_duration: 0, renewable: false, data }));
  });
  return {
    TRIVET_SECRETS_URL: `${origin}/v1`,
    TRIVET_SECRETS_TOKEN: 'a-token',
    TRIVET_SECRETS_PRODUCT: 'openbao',
  };
};

const tools = [
  ['pki_urls_show', { mount: 'kv' }, 'pki urls show --mount kv'],
  ['pki_crl_config_show', { mount: 'kv' }, 'pki crl config show --mount kv'],
  ['ldap_library_status', { mount: 'kv', set: 'x' }, 'ldap library status x --mount kv'],
] as const;

test.each(
  Object.entries(replies).flatMap(([engine, data]) => tools.map((tool) => [engine, data, ...tool] as const)),
)('the secret of a %s engine is not the reply of its tool', async (_, data, tool, given, line) => {
  const env = await environment(data);
  session = await openMcp([], { env });
  const { failed, texts } = await session.call(tool, given);
  expect({ failed, text: texts[0] }).toEqual({ failed: true, text: expect.stringContaining('it has no ') });
  expect(texts.join('\n')).not.toMatch(/kept-secret|api_key/);
  const shell = await runCli([...line.split(' '), '-o', 'json'], { env });
  expect(shell.code).toBe(8);
  expect(`${shell.stdout}${shell.stderr}`).not.toMatch(/kept-secret|api_key/);
});
