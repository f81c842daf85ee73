import { beforeEach, describe, expect, it } from 'vitest';
import type { JobsFixture, JsonBody } from '../jobs-fixture.ts';
import { asObject, asText, openJobs } from '../jobs-fixture.ts';
import { register, same } from './jobs.ts';

let jobs: JobsFixture;
let id: string;

const noRestarts = { Attempts: 0, Mode: 'fail' };

function canaries(release: string, task: JsonBody = {}, restarts: JsonBody = noRestarts): JsonBody {
  const group = (Name: string): JsonBody => ({
    Name,
    Count: 1,
    Update: { MaxParallel: 1, Canary: 1, MinHealthyTime: 1e9, HealthyDeadline: 10e9, ProgressDeadline: 20e9 },
    RestartPolicy: restarts,
    ReschedulePolicy: { Attempts: 0, Unlimited: false },
    Tasks: [{ Name: 'main', Driver: 'raw_exec', Config: { command: '/bin/app' }, Env: { release }, ...task }],
  });
  return { ID: 'rec-can', Type: 'service', TaskGroups: [group('g'), group('h')] };
}

const latest = async (): Promise<string> => asText((await jobs.get('/v1/job/rec-can/deployment'))['ID']);
const read = async (): Promise<JsonBody> => jobs.get(`/v1/deployment/${id}`);
const promoted = async (): Promise<unknown> => {
  const groups = asObject((await read())['TaskGroups']);
  return ['g', 'h'].map((name) => asObject(groups[name])['Promoted']);
};

async function alive(member: string): Promise<readonly unknown[]> {
  const all = await jobs.list('/v1/job/rec-can/allocations');
  return all.filter(({ ClientStatus }) => ClientStatus === 'running').map((one) => one[member]);
}

const running = async (): Promise<readonly unknown[]> => alive('ID');
const versions = async (): Promise<readonly unknown[]> => alive('JobVersion');

beforeEach(async () => {
  jobs = openJobs();
  await register(jobs, canaries('1'));
  jobs.clock.advance(20_000);
  await register(jobs, canaries('2'));
  jobs.clock.advance(200);
  id = await latest();
});

describe('a deployment that waits for a person', () => {
  it('is refused until its canaries are healthy', async () => {
    await same(jobs, 'deployment.read.canary-starting', { id });
    expect((await same(jobs, 'deployment.promote.canary-not-yet-healthy', { id })).json).toBeNull();
    expect(await promoted()).toEqual([false, false]);
  });

  it('follows the recorded story: no effect, paused, one group, the rest', async () => {
    jobs.clock.advance(5000);
    const waiting = 'Deployment is running but requires manual promotion';
    expect((await same(jobs, 'deployment.read.needs-promotion', { id })).json).toMatchObject({
      StatusDescription: waiting,
    });
    await same(jobs, 'deployment.promote.id-mismatch', {
      id,
      body: { DeploymentID: '050b558e-02f9-aac3-2c1f-6fba958ba045', All: true },
    });
    await same(jobs, 'deployment.promote.no-id-in-body', { id });
    await same(jobs, 'deployment.promote.get', { id });
    await same(jobs, 'deployment.promote.neither-all-nor-groups', { id });
    await same(jobs, 'deployment.promote.wrong-group', { id });
    jobs.clock.advance(1000);
    expect(await promoted()).toEqual([false, false]);
    await same(jobs, 'deployment.pause.ok', { id });
    await same(jobs, 'deployment.pause.again', { id });
    expect((await same(jobs, 'deployment.read.paused', { id })).json).toMatchObject({
      Status: 'paused',
      StatusDescription: 'Deployment is paused',
    });
    await same(jobs, 'deployment.promote.paused-group', { id });
    expect(await promoted()).toEqual([true, false]);
    jobs.clock.advance(60_000);
    expect((await read())['Status']).toBe('paused');
    await same(jobs, 'deployment.pause.resume', { id });
    await same(jobs, 'deployment.pause.resume-again', { id });
    await same(jobs, 'deployment.promote.same-group-again', { id });
    jobs.clock.advance(5000);
    expect((await same(jobs, 'deployment.read.one-group-promoted', { id })).json).toMatchObject({
      Status: 'running',
    });
    await same(jobs, 'deployment.unblock.not-blocked', { id });
    const { json } = await same(jobs, 'deployment.promote.rest', { id });
    expect(asObject(json)).toMatchObject({ RevertedJobVersion: null });
    jobs.clock.advance(5000);
    await same(jobs, 'deployment.read.successful', { id });
    expect(await read()).toMatchObject({ Status: 'successful' });
    expect(await versions()).toEqual([1, 1]);
    for (const verb of ['promote', 'fail', 'pause', 'unblock']) {
      const name = `deployment.${verb}.terminal`;
      expect(
        (await same(jobs, name, { id, body: { DeploymentID: id, All: true, Pause: true } })).json,
      ).toBeNull();
    }
  });

  it('is not ended by its progress deadline once its canaries are healthy', async () => {
    jobs.clock.advance(120_000);
    const { json } = await same(jobs, 'deployment.read.past-progress-deadline-healthy-canary', { id });
    expect(json).toMatchObject({ Status: 'running' });
  });

  const crashing = { Config: { command: '/bin/sh', args: ['-c', 'sleep 5; exit 1'] } };

  it('can be promoted while its canaries crash and restart, since health is decided once', async () => {
    const again = { Attempts: 10, Mode: 'delay', Interval: 600e9, Delay: 1e9 };
    await register(jobs, canaries('3', crashing, again));
    jobs.clock.advance(3000);
    id = await latest();
    jobs.clock.advance(5000);
    await same(jobs, 'deployment.read.canary-crashing', { id });
    await same(jobs, 'deployment.promote.canary-crashed-after-healthy', { id });
    expect(await promoted()).toEqual([true, true]);
  });

  it('cannot be promoted after a canary crashed for good', async () => {
    await register(jobs, canaries('3', crashing));
    jobs.clock.advance(3000);
    id = await latest();
    jobs.clock.advance(5000);
    await same(jobs, 'deployment.promote.canary-failed-after-healthy', { id });
    expect(await promoted()).toEqual([false, false]);
  });

  it('fails by hand: its canaries stop, and the job keeps its version', async () => {
    jobs.clock.advance(5000);
    const { json } = await same(jobs, 'deployment.fail.running', { id });
    expect(json).toMatchObject({ RevertedJobVersion: null });
    jobs.clock.advance(60_000);
    expect((await same(jobs, 'deployment.read.failed-by-hand', { id })).json).toMatchObject({
      Status: 'failed',
      StatusDescription: 'Deployment marked as failed',
    });
    expect(await versions()).toEqual([0, 0]);
    expect(await jobs.get('/v1/job/rec-can')).toMatchObject({ Version: 1, Stable: false });
    await same(jobs, 'deployment.fail.failed-again', { id, body: { DeploymentID: id } });
    await same(jobs, 'deployment.promote.failed', { id });
    // An evaluation does not take the failed rollout up again.
    await jobs.ask('POST', '/v1/job/rec-can/evaluate');
    jobs.clock.advance(60_000);
    expect(await jobs.list(`/v1/deployment/allocations/${id}`)).toHaveLength(2);
  });

  it('does not stop the promoted canaries of the rollout before', async () => {
    jobs.clock.advance(5000);
    await same(jobs, 'deployment.promote.rest', { id, body: { DeploymentID: id, All: true } });
    jobs.clock.advance(20_000);
    const before = await running();
    await register(jobs, canaries('3'));
    jobs.clock.advance(5000);
    const waiting = await jobs.ask('POST', '/v1/job/rec-can/plan', { body: { Job: canaries('3') } });
    expect(asObject(asObject(asObject(waiting.json)['Annotations'])['DesiredTGUpdates'])).toMatchObject({
      g: { Canary: 0, Ignore: 1, Stop: 0 },
    });
    expect(await running()).toHaveLength(4);
    id = await latest();
    await same(jobs, 'deployment.fail.running', { id });
    jobs.clock.advance(20_000);
    expect(await running()).toEqual(before);
  });

  it('is overtaken by a newer version, whose canaries take the place of the old ones', async () => {
    jobs.clock.advance(5000);
    const stable = (await running()).slice(0, 2);
    await register(jobs, canaries('3'));
    jobs.clock.advance(5000);
    expect(await read()).toMatchObject({ Status: 'cancelled' });
    const now = await running();
    expect(now).toHaveLength(4);
    expect(now).toEqual(expect.arrayContaining([...stable]));
  });

  it('fails by hand with the version that an automatic revert goes back to', async () => {
    const job = canaries('1');
    const groups = [{ ...asObject((job['TaskGroups'] as JsonBody[])[0]) }];
    const auto = { MaxParallel: 1, MinHealthyTime: 1e9, AutoRevert: true, ProgressDeadline: 600e9 };
    const withRevert = (release: string): JsonBody => ({
      ...job,
      ID: 'rec-can',
      TaskGroups: groups.map((group) => ({ ...group, Update: auto, Meta: { release } })),
    });
    jobs = openJobs();
    await register(jobs, withRevert('1'));
    jobs.clock.advance(20_000);
    await register(jobs, withRevert('2'));
    jobs.clock.advance(200);
    id = await latest();
    const { json } = await same(jobs, 'deployment.fail.running', { id });
    expect(json).toMatchObject({ RevertedJobVersion: 0 });
  });
});

describe('deployments are refused as on a real server', () => {
  it('to a token without the right, and if they are unknown', async () => {
    for (const name of ['promote', 'fail', 'pause', 'unblock']) {
      await same(jobs, `deployment.${name}.no-right`, {
        id,
        as: 'reviewer',
        body: { DeploymentID: id, All: true },
      });
    }
    await same(jobs, 'deployment.promote.no-token', { id, as: 'nobody' });
    await same(jobs, 'deployment.promote.unknown');
    await same(jobs, 'deployment.fail.unknown');
    await same(jobs, 'deployment.unblock.unknown');
    await same(jobs, 'deployment.read.unknown');
    await same(jobs, 'deployment.read.short-id');
    await same(jobs, 'deployment.read.no-token', { id, as: 'nobody' });
    await same(jobs, 'deployment.allocations.no-right', { id, as: 'organization' });
    expect((await same(jobs, 'deployment.allocations.unknown')).json).toEqual([]);
    expect(await promoted()).toEqual([false, false]);
  });

  it('but listed across namespaces to whoever may read', async () => {
    const all = await jobs.list('/v1/deployments?namespace=*');
    expect(all.map(({ Status }) => Status)).toEqual(['successful', 'running']);
    expect((await jobs.list(`/v1/deployments?prefix=${id.slice(0, 8)}`)).map(({ ID }) => ID)).toEqual([id]);
    expect((await same(jobs, 'deployment.list.prefix-none')).json).toEqual([]);
    expect((await same(jobs, 'deployment.list.filter')).json).toHaveLength(2);
    const page = await jobs.ask('GET', '/v1/deployments?per_page=1');
    const token = page.headers['X-Nomad-NextToken'] ?? '';
    const [second] = await jobs.list(`/v1/deployments?per_page=1&next_token=${token}`);
    expect(second?.['ID']).toBe(id);
    await same(jobs, 'deployment.list.no-token', { as: 'nobody' });
    await same(jobs, 'deployment.list.no-right', { as: 'organization' });
    await same(jobs, 'deployment.list.other-namespace', { as: 'organization' });
    const bad = await jobs.ask('GET', '/v1/deployments?filter=Nope%20==');
    expect(bad.status).toBe(400);
    expect((await jobs.ask('GET', '/v1/deployments', { as: 'reader' })).status).toBe(200);
  });
});
