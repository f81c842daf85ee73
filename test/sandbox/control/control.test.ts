import { describe, expect, it } from 'vitest';
import { at, startControlled } from './client.ts';

describe('the control endpoints', () => {
  it('need the control token: the tokens of the services do not open them', async () => {
    const { sandbox, control } = await startControlled({ empty: true });
    const { body } = await control('GET /-/');
    expect(at(body, 'version')).toBe(1);
    const endpoints = at(body, 'endpoints') as readonly string[];
    expect(endpoints.length).toBeGreaterThan(15);
    for (const endpoint of endpoints) {
      const [method = '', path = ''] = endpoint.split(' ');
      for (const token of ['', sandbox.token, `${sandbox.control}x`]) {
        const reply = await fetch(`${sandbox.origin}${path}`, {
          method,
          headers: { authorization: `Bearer ${token}` },
        });
        expect([endpoint, reply.status]).toStrictEqual([endpoint, 401]);
      }
    }
  });

  it('do not open the services with their token', async () => {
    const { sandbox } = await startControlled({ empty: true });
    const headers = { authorization: `Bearer ${sandbox.control}` };
    expect((await fetch(`${sandbox.urls.workspaces}/ping`, { headers })).status).toBe(401);
  });

  it('name their version in every reply', async () => {
    const { sandbox, control } = await startControlled({ empty: true });
    expect((await control('GET /-/clock')).headers.get('trivet-sandbox-control')).toBe('1');
    expect((await fetch(`${sandbox.origin}/-/clock`)).headers.get('trivet-sandbox-control')).toBe('1');
  });

  it('refuse keys that they do not know', async () => {
    const { control } = await startControlled({ empty: true });
    const { status, body } = await control('POST /-/clock', { advanced: '2h' });
    expect([status, at(body, 'errors', 0)]).toStrictEqual([
      400,
      'Unknown key "advanced". The keys are advance, set, frozen.',
    ]);
  });
});

describe('the clock over HTTP', () => {
  it('moves Date with everything that ends', async () => {
    const { ask, control } = await startControlled({
      begin: { at: Date.parse('2026-03-01T00:00:00Z'), frozen: true },
    });
    expect((await ask('GET /v1/sys/health')).headers.get('date')).toBe('Sun, 01 Mar 2026 00:00:00 GMT');
    const lease = String(at((await ask('GET /v1/ldap/creds/dev')).body, 'lease_id'));
    const issued = await ask('POST /v1/pki/issue/internal', {
      common_name: 'internal.example.com',
      ttl: '1h',
    });
    expect(issued.status).toBe(200);
    const child = async (): Promise<number> =>
      Object.keys((await ask('GET /v1/jobs?prefix=nightly/')).body).length;
    const before = await child();
    const { body } = await control('POST /-/clock', { advance: '25h' });
    expect(body).toStrictEqual({ now: '2026-03-02T01:00:00.000Z', frozen: true });
    const health = await ask('GET /v1/sys/health');
    expect(health.headers.get('date')).toBe('Mon, 02 Mar 2026 01:00:00 GMT');
    expect(at(health.body, 'server_time_utc')).toBe(Date.parse('2026-03-02T01:00:00Z') / 1000);
    expect((await ask('POST /v1/sys/leases/lookup', { lease_id: lease })).status).toBe(400);
    expect(await child()).toBeGreaterThan(before);
  });

  it('can be set, stopped and started, and never goes back', async () => {
    const { control } = await startControlled({ empty: true });
    const set = await control('POST /-/clock', { set: '2031-01-01T00:00:00Z', frozen: true });
    expect(set.body).toStrictEqual({ now: '2031-01-01T00:00:00.000Z', frozen: true });
    expect((await control('GET /-/clock')).body).toStrictEqual(set.body);
    expect((await control('POST /-/clock', { advance: 1 })).body).toMatchObject({
      now: '2031-01-01T00:00:01.000Z',
    });
    expect((await control('POST /-/clock', { set: '2030-01-01T00:00:00Z' })).status).toBe(400);
    expect((await control('POST /-/clock', { set: 'soon' })).status).toBe(400);
    expect((await control('POST /-/clock', { advance: 1, set: '2032-01-01T00:00:00Z' })).status).toBe(400);
    expect((await control('POST /-/clock', { advance: 1e30 })).status).toBe(400);
    expect((await control('POST /-/clock', { frozen: false })).body).toMatchObject({ frozen: false });
    expect((await control('POST /-/reset')).status).toBe(204);
    expect(Date.parse(String((await control('GET /-/clock')).body['now']))).toBeLessThan(
      Date.parse('2031-01-01'),
    );
  });
});

describe('faults', () => {
  it('begin and end while the sandbox runs', async () => {
    const { ask, control } = await startControlled({ empty: true, faults: ['418:1@/nothing'] });
    expect((await control('POST /-/faults', { faults: ['429:2@/v1/jobs', 'slow:1ms'] })).body).toStrictEqual({
      faults: [
        { spec: '418:1@/nothing', applied: 0, remaining: 1 },
        { spec: '429:2@/v1/jobs', applied: 0, remaining: 2 },
        { spec: 'slow:1ms', applied: 0, remaining: null },
      ],
    });
    expect((await ask('GET /v1/jobs')).status).toBe(429);
    expect(at((await control('GET /-/faults')).body, 'faults', 1)).toMatchObject({
      applied: 1,
      remaining: 1,
    });
    await control('PUT /-/faults', { faults: ['503:9'] });
    expect((await ask('GET /v1/jobs')).status).toBe(503);
    expect((await control('PUT /-/faults', { faults: ['503:9', 'explode'] })).status).toBe(400);
    expect((await control('GET /-/faults')).body).toMatchObject({ faults: [{ spec: '503:9' }] });
    expect((await control('DELETE /-/faults')).status).toBe(204);
    expect((await ask('GET /v1/jobs')).status).toBe(200);
    await control('POST /-/reset');
    expect((await control('GET /-/faults')).body).toMatchObject({ faults: [{ spec: '418:1@/nothing' }] });
  });
});
