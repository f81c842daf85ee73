/** Tests `job promote` and `job fail`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { recorded } from '../../sandbox/beyond/recorded.ts';
import { useSandbox } from '../../support/sandbox.ts';
import type { Answer } from '../../support/fake-server.ts';
import { smallServer } from '../../support/small-server.ts';

const bench = useSandbox();

describe('job promote', () => {
  const group = {
    DesiredCanaries: 1,
    HealthyAllocs: 1,
    PlacedCanaries: ['c1'],
    DesiredTotal: 1,
    Promoted: false,
  };
  /** A server that accepts a promotion and does nothing. */
  const idle = (
    canary: Record<string, unknown>,
    more: Record<string, unknown> = {},
    put: (state: { promoted: boolean }) => Answer | undefined = () => undefined,
  ) => {
    const state = { promoted: false };
    return smallServer(({ method, path }) => {
      if (method === 'PUT')
        return (
          put(state) ?? {
            body: {
              EvalID: 'e',
              EvalCreateIndex: 1,
              DeploymentModifyIndex: 1,
              RevertedJobVersion: null,
              Index: 1,
            },
          }
        );
      if (path.endsWith('/allocations'))
        return { body: [{ ID: 'c1', TaskGroup: 'g', CreateIndex: 1, ...canary }] };
      const one = {
        ID: 'd1',
        Status: 'running',
        StatusDescription: '',
        TaskGroups: { g: { ...group, ...more, ...(state.promoted ? { Promoted: true } : {}) } },
      };
      if (path.endsWith('/deployment')) return { body: one };
      if (path.endsWith('/deployments')) return { body: [one] };
      return { body: [] };
    });
  };

  test('does not take a 200 without effect for a success', async () => {
    const { env } = await idle({ ClientStatus: 'running', TaskStates: {} });
    const { code, stderr } = await bench.trivet('job promote j', { env });
    expect([code, stderr.includes('no effect on group "g"')]).toEqual([12, true]);
  });

  test('is an unknown outcome when the deployment is not listed afterwards', async () => {
    const { env } = await smallServer(({ method, path }) => {
      if (method === 'PUT')
        return { body: { EvalID: 'e', EvalCreateIndex: 1, DeploymentModifyIndex: 1, Index: 1 } };
      return {
        body: path.endsWith('/deployment')
          ? { ID: 'd1', Status: 'running', StatusDescription: '', TaskGroups: { g: group } }
          : [],
      };
    });
    for (const line of ['job promote j', 'job fail j --yes']) {
      const { code, stderr } = await bench.trivet(line, { env });
      expect([line, code, stderr.includes('its effect cannot be read')]).toEqual([line, 9, true]);
      expect(stderr).toContain('trivet job deployments j');
    }
  });

  test('asks when a canary crashed after it was healthy', async () => {
    const crashed = {
      ClientStatus: 'failed',
      TaskStates: { main: { Failed: true, State: 'dead', Events: [{ Type: 'Terminated', ExitCode: 3 }] } },
    };
    const { env, received } = await idle(crashed);
    const { code, stderr } = await bench.trivet('job promote j', { env });
    expect(code).toBe(2);
    expect(stderr).toContain('warning: canary c1 of group "g" is failed: main: exit code 3');
    expect(received.some(({ method }) => method === 'PUT')).toBe(false);
    await bench.trivet('job promote j --yes', { env });
    expect(received.some(({ method }) => method === 'PUT')).toBe(true);
  });

  test('is refused by the server where a canary has failed for good: one request, and a closed receipt', async () => {
    const { response } = recorded('jobs', 'deployment.promote.canary-failed-after-healthy');
    const dead = { ID: 'c1', TaskGroup: 'g', CreateIndex: 1, ClientStatus: 'failed', TaskStates: {} };
    const { env, received } = await smallServer(({ method, path }) => {
      if (method === 'PUT') return { status: response.status, body: response.body?.text ?? '' };
      if (path.endsWith('/allocations')) return { body: [dead] };
      return { body: { ID: 'd1', Status: 'running', StatusDescription: '', TaskGroups: { g: group } } };
    });
    const folder = mkdtempSync(join(tmpdir(), 'trivet-promote-'));
    const own = { ...env, TRIVET_CONFIG_DIR: folder };
    const { code, stderr } = await bench.trivet('job promote j --yes', { env: own });
    const { stdout } = await bench.trivet('changes -o json', { env: own });
    rmSync(folder, { recursive: true });
    expect([code, stderr]).toEqual([6, expect.stringContaining('has 0/1 healthy allocations')]);
    expect(stderr).toMatch(
      /trivet job fail j, or register a version that works\.\n {2}Nothing was changed\.\n$/,
    );
    expect(received.filter(({ method }) => method === 'PUT')).toHaveLength(1);
    expect(JSON.parse(stdout)).toMatchObject([
      { command: 'job promote', state: 'done', failed: 1, unknown: 0 },
    ]);
  });

  test('names what it knows of a crashed canary first, and does not repeat the refusal of the server', async () => {
    const crashed = {
      ClientStatus: 'failed',
      TaskStates: { main: { Failed: true, State: 'dead', Events: [{ Type: 'Terminated', ExitCode: 3 }] } },
    };
    const { env, received } = await idle(crashed, {}, () => ({
      status: 500,
      body: '1 error occurred:\n\t* Task group "g" has 0/1 healthy allocations"\n\n',
    }));
    const { code, stderr } = await bench.trivet('job promote j --yes', { env });
    expect(code).toBe(6);
    expect(stderr).toMatch(
      /^warning: canary c1 [\s\S]*has 0\/1 healthy allocations[\s\S]*trivet job fail j,[\s\S]*Nothing was changed/,
    );
    expect(received.filter(({ method }) => method === 'PUT')).toHaveLength(1);
  });

  test('of a crashed canary that is started again promotes it, after the warning', async () => {
    const restarted = { ClientStatus: 'pending', TaskStates: { main: { State: 'pending', Restarts: 1 } } };
    const { env } = await idle(restarted, {}, (put) => {
      put.promoted = true;
      return undefined;
    });
    const { code, stderr } = await bench.trivet('job promote j --yes', { env });
    expect([
      code,
      stderr.startsWith('warning: canary c1 of group "g" is pending: main: 1 restart\n'),
    ]).toEqual([0, true]);
  });

  test('asks with the namespace that the run is in', async () => {
    const { env } = await idle({ ClientStatus: 'failed', TaskStates: {} });
    const { code, stderr } = await bench.trivet('job promote j', {
      env: { ...env, TRIVET_JOBS_NAMESPACE: 'batch' },
    });
    expect([code, stderr.includes('has crashed? (namespace batch at ')]).toEqual([2, true]);
  });

  test('refuses a canary that is not healthy yet', async () => {
    const { env, received } = await idle({ ClientStatus: 'running' }, { HealthyAllocs: 0 });
    const { code, stderr } = await bench.trivet('job promote j', { env });
    expect([code, stderr.includes('group "g" has 0 of 1 healthy canary')]).toEqual([6, true]);
    expect(received.some(({ method }) => method === 'PUT')).toBe(false);
  });

  test('refuses a group that was promoted before', async () => {
    const { env } = await idle({ ClientStatus: 'running' }, { Promoted: true });
    const { code, stderr } = await bench.trivet('job promote j --group g', { env });
    expect([code, stderr.includes('were already promoted')]).toEqual([6, true]);
  });
});
