/** Tests `job restart`: the state of the tasks decides, not the reply. */
import { describe, expect, test } from 'vitest';
import { useSandbox } from '../../support/sandbox.ts';
import type { Answer } from '../../support/fake-server.ts';
import { smallServer } from '../../support/small-server.ts';

const bench = useSandbox();

describe('job restart', () => {
  const job = {
    ID: 'j',
    TaskGroups: [{ Name: 'g', Update: { MinHealthyTime: 0 }, Tasks: [{ Name: 'main' }] }],
  };
  const allocation = (at: number, restarts: number, more: Record<string, unknown> = {}) => ({
    ID: `${at}1111111-2222-3333-4444-555555555555`,
    Name: `j.g[${at}]`,
    TaskGroup: 'g',
    CreateIndex: 5,
    ClientStatus: 'running',
    DesiredStatus: 'run',
    TaskStates: {
      main: {
        State: 'running',
        Restarts: restarts,
        StartedAt: `2026-01-01T00:00:0${restarts}Z`,
        Failed: false,
        Events: [],
      },
    },
    ...more,
  });
  /** A server whose first allocation is `after` once it was restarted; `looked` is called with each look at it. */
  const serverWith = (after: Record<string, unknown>, looked: () => Answer | undefined = () => undefined) => {
    let restarted = false;
    return smallServer(({ path }) => {
      const instead = restarted ? looked() : undefined;
      if (instead !== undefined) return instead;
      if (path.endsWith('/restart')) {
        restarted = true;
        return { body: { Index: 0 } };
      }
      if (path.endsWith('/allocations'))
        return { body: [restarted ? after : allocation(1, 0), allocation(2, 0)] };
      return { body: job };
    });
  };

  test('stops at the first allocation that does not stay running, with exit 12 and the reason', async () => {
    const crashed = allocation(1, 1, {
      ClientStatus: 'failed',
      TaskStates: {
        main: { State: 'dead', Failed: true, Restarts: 1, Events: [{ Type: 'Terminated', ExitCode: 3 }] },
      },
    });
    const { env, received } = await serverWith(crashed);
    const { code, stdout, stderr } = await bench.trivet('job restart j --yes -o json', { env });
    expect(code).toBe(12);
    expect(
      (JSON.parse(stdout) as readonly { readonly result: string }[]).map(({ result }) => result),
    ).toEqual(['failed', 'not-restarted']);
    expect(stderr).toContain(
      'the allocation is failed: main: exit code 3, restarted once; 1 allocation was not restarted',
    );
    expect(received.filter(({ path }) => path.endsWith('/restart'))).toHaveLength(1);
  });

  test('stops where an allocation fails that was restarted before and ran', async () => {
    const restarted = new Set<number>();
    const now = (at: number) => {
      const failed = {
        ClientStatus: 'failed',
        TaskStates: { main: { State: 'dead', Failed: true, Restarts: 1 } },
      };
      const crashed = at === 1 && restarted.has(2);
      return allocation(at, restarted.has(at) ? 1 : 0, crashed ? failed : {});
    };
    const { env, received } = await smallServer(({ path }) => {
      const [, of] = /allocation\/(\d).*\/restart$/.exec(path) ?? [];
      if (of !== undefined) {
        restarted.add(Number(of));
        return { body: { Index: 0 } };
      }
      return { body: path.endsWith('/allocations') ? [now(1), now(2), now(3)] : job };
    });
    const { code, stdout, stderr } = await bench.trivet('job restart j --yes -o json', { env });
    const results = (JSON.parse(stdout) as readonly { readonly result: string }[]).map(
      ({ result }) => result,
    );
    expect([code, results]).toEqual([12, ['failed', 'running', 'not-restarted']]);
    expect(stderr).toContain('was restarted: the allocation is failed');
    expect(received.filter(({ path }) => path.endsWith('/restart'))).toHaveLength(2);
  });

  test('takes a restart that crashed and was restarted for a failure', async () => {
    const { env } = await serverWith(allocation(1, 2));
    const { code, stderr } = await bench.trivet('job restart j --yes', { env });
    expect(code).toBe(12);
    expect(stderr).toContain('was restarted: its tasks did not stay running: main: restarted 2 times');
  });

  test('does not take a 200 without effect for a success', async () => {
    const { env } = await serverWith(allocation(1, 0));
    const { code, stderr } = await bench.trivet('job restart j --yes --wait-timeout 1s', { env });
    expect([code, stderr.includes('waited for its tasks to start again')]).toEqual([124, true]);
  });

  test('does not know the result where the wait cannot be read, and restarts no more', async () => {
    const { env } = await serverWith(allocation(1, 0), () => ({ status: 400, body: 'no' }));
    const { code, stdout, stderr } = await bench.trivet('job restart j --yes -o json', { env });
    expect(code, stderr).toBe(9);
    expect(JSON.parse(stdout)).toMatchObject([{ result: 'unknown' }, { result: 'not-restarted' }]);
    expect(JSON.parse(stderr.split('\n').find((line) => line.includes('"error"')) ?? '{}')).toMatchObject({
      error: { code: 'unknown-outcome', effect: 'done', lookUp: 'trivet job status j' },
    });
  });

  test.each([
    ['a pause', true],
    ['a read', false],
  ])('names a Ctrl-C in %s of its wait, and what was not restarted', async (_, isReplied) => {
    let deliver: (signal: number) => void = () => undefined;
    const { env, received } = await serverWith(allocation(1, 0), () => {
      if (isReplied) setTimeout(() => deliver(2), 50);
      else deliver(2);
      return undefined;
    });
    const { code, stdout, stderr } = await bench.trivet('job restart j --yes -o json', {
      env,
      onStart: (signal) => {
        deliver = signal;
      },
    });
    expect(code).toBe(130);
    const reason = 'the wait for its tasks to start again was interrupted';
    expect(JSON.parse(stdout)).toMatchObject([
      { result: 'interrupted', reason },
      { result: 'not-restarted', reason: '' },
    ]);
    expect(stderr).toContain(`was restarted: ${reason}; 1 allocation was not restarted`);
    expect(stderr).toContain('See its state: trivet job status j');
    expect(received.filter(({ path }) => path.endsWith('/restart'))).toHaveLength(1);
  });
});

describe('trivet api', () => {
  test('does not repeat such a GET after a broken reply', async () => {
    const { env, received } = await smallServer((_request, _before, { incoming }) => {
      incoming.socket.destroy();
      return undefined;
    });
    const { code } = await bench.trivet('api jobs GET /v1/client/allocation/1/restart --yes', { env });
    expect([code, received.length]).toEqual([9, 1]);
  });
});
