/** Tests cloud and directory credentials over HTTP, with the service's own leases and the demo state. */
import { afterEach, describe, expect, it } from 'vitest';
import type { Caller } from './secrets-client.ts';
import { closeAll, openSecrets, textOf } from './secrets-client.ts';

afterEach(closeAll);

const effects = (caller: Caller): readonly string[] => caller.sandbox.effects.list().map(({ what }) => what);

describe('a lease of the demo state', () => {
  it('that is revoked for cloud credentials deletes their user', async () => {
    const owner = await openSecrets({ empty: false });
    const reply = await owner.get('cloud/creds/ci');
    expect(reply.body).toMatchObject({
      renewable: true,
      lease_duration: 3600,
      data: { security_token: null },
    });
    const lease = textOf(reply.body['lease_id']);
    expect(lease).toMatch(/^cloud\/creds\/ci\/\w{24}$/);
    const renewed = await owner.post('sys/leases/renew', { lease_id: lease, increment: '100h' });
    expect(renewed.warnings).toHaveLength(1);
    expect((await owner.post('sys/leases/revoke', { lease_id: lease, sync: true })).status).toBe(204);
    const [created, ...rest] = effects(owner).filter((what) => what.startsWith('user.'));
    expect(rest).toEqual([created?.replace('user.created', 'user.deleted')]);
    const session = textOf((await owner.get('aws/sts/deploy')).body['lease_id']);
    expect((await owner.post('sys/leases/renew', { lease_id: session })).errors).toEqual([
      'lease is not renewable',
    ]);
  });

  it('of a directory entry deletes the entry when it is revoked or expires', async () => {
    const owner = await openSecrets({ empty: false });
    const first = await owner.get('ldap/creds/temp');
    const lease = textOf(first.body['lease_id']);
    await owner.post('sys/leases/revoke', { lease_id: lease, sync: true });
    const second = await owner.get('ldap/creds/temp');
    owner.sandbox.clock.advance(3_601_000);
    const deleted = effects(owner).filter((what) => what.startsWith('entry.deleted'));
    expect(deleted).toEqual(
      [first, second].map(
        ({ data }) => `entry.deleted uid=${textOf(data['username'])},ou=users,dc=example,dc=com`,
      ),
    );
    const kept = textOf((await owner.get('ldap/creds/temp')).body['lease_id']);
    await owner.remove('ldap/role/temp');
    const refused = await owner.post('sys/leases/renew', { lease_id: kept });
    expect(refused).toMatchObject({
      status: 400,
      errors: ['failed to renew entry: unable to renew: role does not exist'],
    });
  });

  it('that is revoked for a check-out checks the account in, whoever has it by then', async () => {
    const owner = await openSecrets({ empty: false });
    const operator = owner.as(owner.sandbox.tokens.operator);
    const out = await owner.post('ldap/library/team/ops/check-out', { ttl: '10m' });
    expect(out.body).toMatchObject({ lease_duration: 600, data: { service_account_name: 'svc-ops-1' } });
    const lease = textOf(out.body['lease_id']);
    expect((await operator.post('ldap/library/team/ops/check-in')).status).toBe(400);
    expect((await operator.post('ldap/library/manage/team/ops/check-in')).status).toBe(403);
    await owner.post('sys/leases/revoke', { lease_id: lease, sync: true });
    expect((await owner.get('ldap/library/team/ops/status')).data['svc-ops-1']).toEqual({ available: true });
    const stale = textOf((await owner.post('ldap/library/team/ops/check-out')).body['lease_id']);
    expect((await owner.post('ldap/library/team/ops/check-in')).data).toEqual({ check_ins: ['svc-ops-1'] });
    await operator.post('ldap/library/team/ops/check-out');
    await owner.post('sys/leases/revoke', { lease_id: stale, sync: true });
    expect((await owner.get('ldap/library/team/ops/status')).data['svc-ops-1']).toEqual({ available: true });
  });

  it('an empty sandbox has engines without configuration', async () => {
    const owner = await openSecrets();
    for (const path of ['cloud/config/root', 'ldap/config', 'ldap/static-role']) {
      expect((await owner.get(path)).status).toBe(404);
    }
    for (const path of ['cloud/roles', 'ldap/role', 'ldap/library']) {
      expect((await owner.call('GET', `${path}?list=true`)).status).toBe(404);
    }
  });
});
