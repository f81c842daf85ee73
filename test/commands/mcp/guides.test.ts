/** Tests the resources and prompts of trivet mcp: the guides, and what an agent is asked to look into. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { chooseTools } from '../../../src/features/mcp/tools.ts';
import { groups } from '../../../src/commands/groups.ts';
import { readManifest } from '../../../src/commands/manifest/workflows/manifest-document.ts';
import type { McpSession } from '../../support/mcp.ts';
import { openMcp } from '../../support/mcp.ts';
import { environmentOf, useSandbox } from '../../support/sandbox.ts';

const { sandbox, requests } = useSandbox();
let session: McpSession | undefined;
const open = async (...argv: readonly string[]): Promise<McpSession> => {
  session = await openMcp(argv, { env: environmentOf(sandbox()) });
  return session;
};
afterEach(async () => {
  await session?.end();
  session = undefined;
});

const textOf = (message: { readonly content: object } | undefined): string =>
  message !== undefined && 'text' in message.content ? String(message.content.text) : '';

describe('resources', () => {
  test('are the guides, each as the text that trivet help guide prints', async () => {
    const { client } = await open();
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain('trivet://guide/incident');
    expect(resources.find(({ name }) => name === 'incident')?.title).toMatch(/^A night with a broken job\./);
    for (const { uri } of resources) {
      const { contents } = await client.readResource({ uri });
      expect(contents).toEqual([{ uri, mimeType: 'text/plain', text: expect.stringMatching(/\S/) }]);
    }
    expect(requests()).toEqual([]);
  });

  test.each(['trivet://guide/none', 'trivet://guide/../../package', 'file:///etc/passwd', 'trivet://guide/'])(
    '%s is not one',
    async (uri) => {
      const { client } = await open();
      await expect(client.readResource({ uri })).rejects.toThrow();
    },
  );
});

describe('prompts', () => {
  test('are the scenarios of the sandbox, with tools that are served and no change', async () => {
    const { client } = await open();
    const { prompts } = await client.listPrompts();
    const { tools } = await client.listTools();
    const scenarios = readFileSync(join(import.meta.dirname, '../../../src/sandbox/scenarios.ts'), 'utf8')
      .split('plays: Readonly<Record<string, Play>> = {')[1]
      ?.match(/'[a-z-]+'(?=:)/g)
      ?.map((name) => name.slice(1, -1));
    expect(scenarios).toHaveLength(5);
    expect(prompts.map(({ name }) => name)).toEqual(scenarios);
    for (const { name, arguments: wanted = [] } of prompts) {
      const given = Object.fromEntries(wanted.map((one) => [one.name, 'x y']));
      const { messages } = await client.getPrompt({ name, arguments: given });
      const text = textOf(messages[0]);
      const named = [...text.matchAll(/^- (\S+) \(trivet/gm)].map(([, tool]) => tool);
      expect(named.length).toBeGreaterThan(0);
      for (const tool of named) expect(tools.map((one) => one.name)).toContain(tool);
      expect(text).toContain('Change nothing.');
      expect(text).not.toMatch(/\b(?:JOB|WORKSPACE)\b/);
      expect(text.length).toBeLessThan(1024);
    }
  });

  test('name the object as a word of a shell, and read logs only where their tool is served', async () => {
    const { client } = await open('--toolset', 'job,job-logs');
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['crash-loop', 'stuck-deployment']);
    const asked = async (job: string): Promise<string> =>
      textOf((await client.getPrompt({ name: 'crash-loop', arguments: { job } })).messages[0]);
    expect(await asked('web')).toContain('- job_logs (trivet job logs web --stderr)');
    expect(await asked('web; reboot')).toContain("(trivet job status 'web; reboot')");
    await session?.end();
    const other = await open('--toolset', 'job');
    const without = await other.client.getPrompt({ name: 'crash-loop', arguments: { job: 'web' } });
    expect(textOf(without.messages[0])).not.toContain('job_logs');
  });

  test('are refused without their argument, and where no tool of theirs is served', async () => {
    const { client } = await open('--toolset', 'job');
    await expect(client.getPrompt({ name: 'crash-loop', arguments: {} })).rejects.toThrow(
      /lacks an argument/,
    );
    await expect(client.getPrompt({ name: 'forgotten-lock', arguments: { workspace: 'a' } })).rejects.toThrow(
      /does not exist here/,
    );
  });
});

test('a toolset loads no other group, and a tool that is not served is described when it is called', async () => {
  const loaded: string[] = [];
  const watched = groups.map((group) => ({
    ...group,
    load: () => {
      loaded.push(group.name);
      return group.load();
    },
  }));
  const tools = await chooseTools(watched, readManifest(), {
    toolsets: ['message', 'pki-role'],
    allow: ['job stop'],
    reveal: false,
    structured: false,
  });
  expect(loaded).toEqual(['job', 'pki', 'message']);
  expect(tools.served.map(({ name }) => name)).toEqual([
    'job_stop',
    'pki_role_show',
    'pki_role_list',
    'message_list',
    'message_show',
  ]);
  expect(await tools.named('workspace_lock')).toMatchObject({ served: false, access: 'change' });
  expect(await tools.named('workspace_frobnicate')).toBeUndefined();
  expect(loaded).toEqual(['job', 'pki', 'message', 'workspace', 'workspace']);
});
