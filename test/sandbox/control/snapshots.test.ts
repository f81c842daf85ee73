import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Controlled } from './client.ts';
import { at, startControlled } from './client.ts';

const MESSAGE = { title: 'one', message: 'aGk=', start_time: '2026-01-01T00:00:00Z' };

/** A change in every part of the sandbox. */
async function changeEverything({ ask }: Controlled): Promise<void> {
  const workspace = { data: { type: 'workspaces', attributes: { name: 'fresh' } } };
  expect((await ask('POST /api/v2/organizations/demo/workspaces', workspace)).status).toBe(201);
  expect((await ask('POST /api/v2/workspaces/ws-mJbn8i3TqTQm4eMH/actions/lock', {})).status).toBe(200);
  expect((await ask('POST /v1/pki/roles/fresh', { allow_any_name: true })).status).toBe(200);
  expect((await ask('POST /v1/pki/issue/web', { common_name: 'a.example.com' })).status).toBe(200);
  expect((await ask('DELETE /v1/pki/root')).status).toBe(204);
  expect((await ask('GET /v1/ldap/creds/dev')).status).toBe(200);
  expect((await ask('POST /v1/ldap/library/team-a/check-out', { ttl: '1h' })).status).toBe(200);
  expect((await ask('POST /v1/ldap/rotate-role/app-01', {})).status).toBe(204);
  expect((await ask('POST /v1/sys/config/ui/custom-messages', MESSAGE)).status).toBe(200);
  expect((await ask('POST /v1/sys/mounts/extra', { type: 'pki' })).status).toBe(204);
  expect((await ask('POST /v1/sys/namespaces/fresh', {})).status).toBe(200);
  expect((await ask('DELETE /v1/job/web')).status).toBe(200);
  expect((await ask('POST /v1/job/mailer/dispatch', { Meta: { to: 'a@example.com' } })).status).toBe(200);
}

/** What a client can see of the state; the ID of each request differs. */
async function seen({ ask }: Controlled): Promise<string> {
  const paths = [
    'GET /api/v2/organizations/demo/workspaces?page[size]=100',
    'GET /api/v2/workspaces/ws-mJbn8i3TqTQm4eMH',
    'LIST /v1/pki/roles',
    'LIST /v1/pki/certs',
    'GET /v1/pki/ca/pem',
    'GET /v1/ldap/library/team-a/status',
    'GET /v1/ldap/static-cred/app-01',
    'LIST /v1/sys/config/ui/custom-messages',
    'GET /v1/sys/mounts',
    'LIST /v1/sys/namespaces',
    'LIST /v1/sys/leases/lookup/ldap/creds/dev',
    'GET /v1/jobs?namespace=*',
    'GET /v1/allocations?namespace=*',
  ].map((line) => line.replace(/^LIST (.*)$/, 'GET $1?list=true'));
  const replies: unknown[] = [];
  for (const line of paths) {
    const { status, body } = await ask(line);
    replies.push([line, status, { ...body, request_id: '' }]);
  }
  return JSON.stringify(replies, undefined, 1);
}

describe('a snapshot', () => {
  it('restores every change, as often as wanted', async () => {
    const controlled = await startControlled({
      begin: { at: Date.parse('2026-03-01T00:00:00Z'), frozen: true },
    });
    const before = await seen(controlled);
    expect((await controlled.control('POST /-/snapshot', { name: 'before' })).status).toBe(204);
    for (let round = 0; round < 2; round += 1) {
      await changeEverything(controlled);
      await controlled.control('POST /-/clock', { advance: '3h' });
      expect(await seen(controlled)).not.toBe(before);
      expect((await controlled.control('POST /-/restore', { name: 'before' })).status).toBe(204);
      expect(await seen(controlled)).toBe(before);
    }
  });

  it('keeps its timers: what ends later ends after a restoration too', async () => {
    const { ask, control } = await startControlled({
      begin: { at: Date.parse('2026-03-01T00:00:00Z'), frozen: true },
    });
    await ask('POST /v1/ldap/library/team-a/check-out', { ttl: '1h' });
    const available = async (): Promise<unknown> =>
      at((await ask('GET /v1/ldap/library/team-a/status')).body, 'data');
    const lent = await available();
    await control('POST /-/snapshot', { name: 'lent' });
    await control('POST /-/clock', { advance: '2h' });
    const ended = await available();
    expect(ended).not.toStrictEqual(lent);
    await control('POST /-/restore', { name: 'lent' });
    expect(await available()).toStrictEqual(lent);
    expect((await control('GET /-/clock')).body).toStrictEqual({
      now: '2026-03-01T00:00:00.000Z',
      frozen: true,
    });
    await control('POST /-/clock', { advance: '2h' });
    expect(await available()).toStrictEqual(ended);
  });

  it('is found again after a reset', async () => {
    const controlled = await startControlled({
      begin: { at: Date.parse('2026-03-01T00:00:00Z'), frozen: true },
    });
    const start = await seen(controlled);
    await changeEverything(controlled);
    const changed = await seen(controlled);
    await controlled.control('POST /-/snapshot', { name: 'changed' });
    expect((await controlled.control('POST /-/reset')).status).toBe(204);
    const reset = await seen(controlled);
    expect(reset).not.toBe(changed);
    expect(reset.length).toBeCloseTo(start.length, -3);
    await controlled.control('POST /-/restore', { name: 'changed' });
    expect(await seen(controlled)).toBe(changed);
  });

  it('lets a blocking query end when the state it waits in is replaced', async () => {
    const { ask, control } = await startControlled();
    const index = (await ask('GET /v1/jobs')).headers.get('x-nomad-index');
    await control('POST /-/snapshot', { name: 'a' });
    await ask('POST /v1/job/mailer/dispatch', { Meta: { to: 'a@example.com' } });
    const waiting = ask(`GET /v1/jobs?index=${Number(index) + 100}&wait=5m`);
    await control('POST /-/reset');
    expect((await waiting).status).toBe(200);
  });

  it('has a name, not a path, and can be listed and deleted', async () => {
    const { control } = await startControlled({ empty: true });
    expect((await control('POST /-/snapshot', { name: '../../etc' })).status).toBe(204);
    expect(at((await control('GET /-/snapshots')).body, 'snapshots', 0, 'name')).toBe('../../etc');
    expect((await control('DELETE /-/snapshot', { name: '../../etc' })).status).toBe(204);
    expect((await control('POST /-/restore', { name: '../../etc' })).status).toBe(404);
    for (const bad of [{}, { name: '' }, { name: 1 }, { name: 'a', more: true }]) {
      expect((await control('POST /-/snapshot', bad)).status).toBe(400);
    }
  });

  it('sees every class of the services: only classes without state have private fields', () => {
    const folder = join(import.meta.dirname, '../../../src/sandbox');
    const withPrivate = ['workspaces', 'secrets', 'jobs'].flatMap((service) =>
      readdirSync(join(folder, service), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts'))
        .filter((file) =>
          /^ {2}(?:readonly )?#\w+(?: =|:|;)/m.test(readFileSync(join(folder, service, file), 'utf8')),
        )
        .map((file) => `${service}/${file}`),
    );
    // Parsers, whose objects live as long as a request; sessions of WebSockets, which end with their connection.
    expect(withPrivate.sort()).toStrictEqual([
      'jobs/action/action.ts',
      'jobs/action/session.ts',
      'jobs/demo/seed.ts',
      'jobs/demo/timeline.ts',
      'jobs/filter/parse.ts',
      'jobs/hcl/body.ts',
      'jobs/hcl/map.ts',
      'jobs/hcl/scanner.ts',
      'jobs/hcl/variables.ts',
      'jobs/regexp/parse.ts',
      'jobs/scheduler/allocations.ts',
      'jobs/scheduler/scheduler.ts',
      'jobs/service.ts',
      'secrets/template.ts',
      'secrets/template/parse.ts',
      'workspaces/errors.ts',
      'workspaces/vcs-repo.ts',
    ]);
  });
});
