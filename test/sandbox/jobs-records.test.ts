import { describe, expect, it } from 'vitest';
import { asObject, asText, openJobs, service } from './jobs-fixture.ts';

const NOTHING = '00000000-0000-0000-0000-000000000000';

describe("what the vendor's client reads after a change", () => {
  it('is the evaluation, its allocations and the deployment, until it is successful', async () => {
    const jobs = openJobs();
    const { json } = await jobs.ask('POST', '/v1/jobs', { body: { Job: service('web', 2) } });
    const id = asText(asObject(json)['EvalID']);
    jobs.clock.advance(10_000);
    const evaluation = await jobs.get(`/v1/evaluation/${id}`);
    expect(evaluation).toMatchObject({ ID: id, JobID: 'web', Status: 'complete' });
    const deployment = asText(evaluation['DeploymentID']);
    expect(await jobs.list(`/v1/evaluation/${id}/allocations`)).toMatchObject([
      { EvalID: id, JobID: 'web' },
      { EvalID: id, JobID: 'web' },
    ]);
    expect(await jobs.get(`/v1/deployment/${deployment}`)).toMatchObject({
      ID: deployment,
      Status: 'successful',
    });
    expect(await jobs.list(`/v1/deployment/allocations/${deployment}`)).toHaveLength(2);
  });

  it('remains after the job is gone', async () => {
    const jobs = openJobs();
    await jobs.ask('POST', '/v1/jobs', { body: { Job: service('web') } });
    const { json } = await jobs.ask('DELETE', '/v1/job/web?purge=true');
    const id = asText(asObject(json)['EvalID']);
    jobs.clock.advance(10_000);
    expect(await jobs.get(`/v1/evaluation/${id}`)).toMatchObject({ Status: 'complete' });
  });

  it.each([
    [`/v1/evaluation/${NOTHING}`, 'eval not found'],
    [`/v1/deployment/${NOTHING}`, 'deployment not found'],
  ])('is 404 for an unknown ID: %s', async (path, text) => {
    expect(await openJobs().ask('GET', path)).toMatchObject({ status: 404, text });
  });

  it('needs the permission to read in the namespace of the job', async () => {
    const jobs = openJobs(false);
    const [evaluation] = await jobs.list('/v1/job/crunch/evaluations?namespace=batch');
    const path = `/v1/evaluation/${asText(evaluation?.['ID'])}`;
    expect((await jobs.ask('GET', path)).status).toBe(200);
    for (const as of ['reader', 'nobody'] as const) {
      expect((await jobs.ask('GET', path, { as })).status).toBe(403);
      expect((await jobs.ask('GET', `${path}/allocations`, { as })).status).toBe(403);
    }
  });
});
