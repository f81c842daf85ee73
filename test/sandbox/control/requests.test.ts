import { describe, expect, it } from 'vitest';
import { at, startControlled } from './client.ts';

describe('the requests of clients', () => {
  it('are listed with the status of their replies, without tokens, cookies and secrets', async () => {
    const { sandbox, control, ask } = await startControlled();
    await fetch(`${sandbox.origin}/v1/cloud/creds/deploy?mfa_code=123456&x=1`, {
      headers: {
        'x-vault-token': 'someone-elses',
        cookie: 'session=cookie-canary',
        'x-api-key': 'key-canary',
      },
    });
    const key = '-----BEGIN PRIVATE KEY-----\nkey-canary\n-----END PRIVATE KEY-----';
    await ask('POST /v1/ldap/config', {
      bindpass: 'password-canary',
      url: 'ldap://x',
      nested: { SecretID: 'id-canary' },
    });
    await ask('POST /v1/pki/config/ca', { pem_bundle: key, other: key });
    await ask('POST /v1/ldap/config', { bindpass: 'cut-canary', url: 'ldap://x', rest: 'x'.repeat(20_000) });
    await ask('POST /v1/job/mailer/dispatch', { Meta: { to: sandbox.tokens.operator } });
    const { body } = await control('GET /-/requests');
    const text = JSON.stringify(body);
    expect(text).not.toMatch(/canary|123456|someone/);
    expect(JSON.stringify((await control('GET /-/effects')).body)).not.toMatch(/canary/);
    expect(at(body, 'requests', 0)).toMatchObject({
      sequence: 1,
      method: 'GET',
      path: '/v1/cloud/creds/deploy',
      query: 'mfa_code=<secret>&x=1',
      status: 403,
      matched: true,
    });
    expect(at(body, 'requests', 1, 'body')).toStrictEqual({
      bindpass: '<secret>',
      url: 'ldap://x',
      nested: { SecretID: '<secret>' },
    });
  });

  it.each([
    ['GET /v1/jbos', 'GET /v1/jobs'],
    ['GET /v1/job/web/allocs', 'GET /v1/job/{job_id}/allocations'],
    ['DELETE /v1/pki/certs', 'LIST /v1/pki/certs'],
    ['POST /v1/pki/role/web', 'POST /v1/pki/roles/{name}'],
    ['POST /api/v2/workspaces/ws-1/action/lock', 'POST /api/v2/workspaces/{id}/actions/lock'],
    ['GET /api/v2/organization/demo/workspaces', 'GET /api/v2/organizations/{organization}/workspaces'],
  ])('that match nothing name the nearest route: %s', async (line, nearest) => {
    const { control, ask } = await startControlled({ empty: true });
    await ask('GET /v1/jobs');
    await ask(line, line.startsWith('POST') ? {} : undefined);
    const { body } = await control('GET /-/requests?unmatched=true');
    expect(at(body, 'requests', 'length')).toBe(1);
    expect(at(body, 'requests', 0)).toMatchObject({ matched: false, nearest });
    const verified = await control('POST /-/requests/verify', { path: '/v1/none' });
    expect(at(verified.body, 'nearest', 0, 'request')).toMatchObject({ matched: false, nearest });
  });

  it('that match a route are not reported, whatever their reply', async () => {
    const { control, ask } = await startControlled();
    for (const line of [
      'GET /v1/jobs?prefix=x',
      'GET /v1/job/none',
      'GET /v1/job/a%2Fb/summary',
      'GET /v1/pki/roles?list=true',
      'GET /v1/pki/cert/00',
      'GET /v1/team-a/pki/ca/pem',
      'PUT /v1/pki/roles/x',
      'GET /v1/ldap/library/team/ops',
      'GET /v1/sys/health',
      'GET /v1/auth/token/lookup-self',
      'GET /api/v2/ping',
      'GET /api/v2/organizations/none/workspaces/none',
    ])
      await ask(line, line.startsWith('PUT') ? {} : undefined);
    expect((await control('GET /-/requests?unmatched=true')).body).toStrictEqual({ requests: [] });
  });

  it('that matched a route stay so when its mount is gone', async () => {
    const { control, ask } = await startControlled({ empty: true });
    await ask('POST /v1/sys/mounts/own', { type: 'pki' });
    await ask('POST /v1/own/issue/none', { common_name: 'a' });
    await ask('GET /v1/own/nothing');
    await ask('DELETE /v1/sys/mounts/own');
    const { body } = await control('GET /-/requests?unmatched=true');
    expect(at(body, 'requests', 'length')).toBe(1);
    expect(at(body, 'requests', 0)).toMatchObject({ path: '/v1/own/nothing', status: 404 });
  });

  it('to what the product lacks match nothing', async () => {
    const { control, ask } = await startControlled({ products: ['openbao', 'otf'] });
    await ask('GET /v1/sys/config/ui/custom-messages?list=true');
    await ask('GET /version');
    const { body } = await control('GET /-/requests?unmatched=true');
    expect(at(body, 'requests', 'length')).toBe(1);
  });

  it('can be verified: how many were sent, and what came nearest', async () => {
    const { control, ask } = await startControlled();
    await ask('POST /v1/job/mailer/dispatch?namespace=default', { Meta: { to: 'a' }, Payload: '' });
    const verify = async (wanted: object) => control('POST /-/requests/verify', wanted);
    const dispatch = { method: 'POST', path: '/v1/job/*/dispatch' };
    expect((await verify({ ...dispatch, body: { Meta: { to: 'a' } }, count: 1 })).body).toStrictEqual({
      satisfied: true,
      found: 1,
      requests: [1],
    });
    expect((await verify({ ...dispatch, query: { namespace: 'default' }, status: 200 })).status).toBe(200);
    expect((await verify({ ...dispatch, count: 0 })).status).toBe(406);
    expect((await verify({ path: '/v1/none', atMost: 0 })).status).toBe(200);
    const { status, body } = await verify({ ...dispatch, body: { Meta: { to: 'z' } } });
    expect(status).toBe(406);
    expect(at(body, 'nearest', 0, 'differs')).toStrictEqual(['body']);
    for (const bad of [{ count: 'x' }, { query: { a: 1 } }, { unknown: 1 }])
      expect((await verify(bad)).status).toBe(400);
  });

  it('are kept in limited memory', async () => {
    const { createRequestLog } = await import('../../../src/sandbox/request-log.ts');
    const log = createRequestLog((headers) => headers);
    const body = Buffer.alloc(100_000);
    const request = { time: 0, method: 'POST', path: '/', query: '', headers: {}, body };
    for (let count = 0; count < 5000; count += 1) log.record(request);
    expect(log.count).toBe(5000);
    expect(log.list().length).toBe(2048);
    for (let count = 0; count < 30_000; count += 1) log.record({ ...request, body: Buffer.alloc(0) });
    expect(log.list().length).toBe(10_000);
    expect(log.list().at(-1)?.sequence).toBe(35_000);
  });
});
