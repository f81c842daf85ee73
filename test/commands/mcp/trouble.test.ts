/** Tests calls that take long, are cancelled, or have an unknown outcome. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { McpSession } from '../../support/mcp.ts';
import { openMcp } from '../../support/mcp.ts';
import { environmentOf, useSandbox } from '../../support/sandbox.ts';

let session: McpSession | undefined;
afterEach(async () => {
  vi.useRealTimers();
  await session?.end();
  session = undefined;
});

describe('a change whose reply is lost', () => {
  const { sandbox, requests } = useSandbox({ faults: ['lost:1@/actions/lock'] });

  test('is reported as an unknown outcome, with the tool that looks it up', async () => {
    session = await openMcp(['--allow', 'workspace lock'], { env: environmentOf(sandbox()) });
    const { failed, texts } = await session.call('workspace_lock', { workspace: 'demo/network-prod' });
    expect(failed).toBe(true);
    expect(texts[0]).toContain('(exit 9, unknown-outcome)');
    expect(texts[0]).toContain('It is not known whether the change was made. Do not repeat this call');
    expect(texts[0]).toMatch(/To see whether it happened: trivet workspace show ws-/);
    expect(texts.at(-1)).toBe('Look it up with the tool workspace_show');
    expect(requests().filter(({ method }) => method === 'POST')).toHaveLength(1);
  });
});

describe('a server that limits the rate', () => {
  const { sandbox } = useSandbox({ faults: ['429:1@/workspaces'] });

  test.each(['modern', 'legacy'] as const)('is reported as progress to a %s client', async (era) => {
    session = await openMcp([], { era, env: environmentOf(sandbox()) });
    const progress: (string | undefined)[] = [];
    const { failed } = await session.call(
      'workspace_list',
      { limit: 1 },
      { onprogress: ({ message }) => progress.push(message) },
    );
    expect(failed).toBe(false);
    // Only the first client meets the fault.
    if (era === 'modern') expect(progress).toEqual([expect.stringContaining('429')]);
    else expect(progress).toEqual([]);
  });
});

describe('a server that takes long', () => {
  const { sandbox, requests } = useSandbox({ faults: ['slow:60s@/workspaces'] });

  test('is reported as progress, and abandoned at the end of the time for a call', async () => {
    session = await openMcp([], { env: environmentOf(sandbox()) });
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const progress: (string | undefined)[] = [];
    const call = session.call(
      'workspace_list',
      {},
      { onprogress: ({ message }) => progress.push(message), timeout: 3_600_000 },
    );
    await expect.poll(() => requests().length).toBeGreaterThan(0);
    vi.advanceTimersByTime(10_000);
    await expect.poll(() => progress).toEqual(['still at work after 5 s', 'still at work after 10 s']);
    vi.advanceTimersByTime(590_000);
    const { failed, texts } = await call;
    expect({ failed, text: texts[0] }).toEqual({
      failed: true,
      text: expect.stringMatching(/^it took longer than 10 minutes, the limit for one call \(exit /),
    });
  });

  test('is abandoned when the client cancels, and the program ends with the client', async () => {
    session = await openMcp([], { env: environmentOf(sandbox()) });
    const cancel = new AbortController();
    const call = session.call('workspace_list', {}, { signal: cancel.signal });
    await expect.poll(() => requests().length).toBeGreaterThan(0);
    cancel.abort('enough');
    await expect(call).rejects.toThrow();
    // The next call gets its reply.
    expect((await session.call('profile_explain')).failed).toBe(false);
    expect(await session.end()).toMatchObject({ code: 0 });
    session = undefined;
  });
});
