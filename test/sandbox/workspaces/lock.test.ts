import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { PrincipalName } from '../../support/sandbox-types.ts';
import { begin, call, effects, finish, named, sandbox } from './client.ts';
import type { Reply } from './client.ts';

describe('a lock', () => {
  beforeEach(async () => begin());
  afterAll(finish);

  const act = async (
    name: string,
    action: string,
    as: PrincipalName = 'owner',
    body?: unknown,
  ): Promise<Reply> => call('POST', `/workspaces/${(await named(name)).id}/actions/${action}`, body, as);

  it('can be taken and released', async () => {
    const locked = await act('network-prod', 'lock', 'operator', { reason: 'maintenance' });
    expect(locked.status).toBe(200);
    expect(locked.data.attributes).toMatchObject({ locked: true, 'locked-reason': 'maintenance' });
    const again = await act('network-prod', 'lock');
    expect(again.status).toBe(409);
    expect(again.errors[0]?.detail).toContain('User operator (reason: maintenance)');
    const other = await act('network-prod', 'unlock');
    expect(other.status).toBe(409);
    expect(other.errors[0]?.detail).toContain('locked by User operator');
    const unlocked = await act('network-prod', 'unlock', 'operator');
    expect(unlocked.data.attributes).toMatchObject({ locked: false, 'locked-reason': null });
    const twice = await act('network-prod', 'unlock', 'operator');
    expect([twice.status, twice.errors[0]?.detail]).toStrictEqual([
      409,
      'Unable to unlock workspace. The workspace is already unlocked.',
    ]);
    expect(effects()).toStrictEqual(['workspace.locked', 'workspace.unlocked']);
  });

  it('needs no reason', async () => {
    expect((await act('network-prod', 'lock')).data.attributes['locked-reason']).toBe('');
    expect((await act('billing-prod', 'lock', 'owner', {})).status).toBe(200);
    expect((await act('search-prod', 'lock', 'owner', { reason: 5 })).status).toBe(422);
    expect((await act('search-prod', 'lock', 'owner', '{')).status).toBe(400);
  });

  it('names its holder and the reason', async () => {
    const detail = async (name: string): Promise<string> => (await act(name, 'lock')).errors[0]?.detail ?? '';
    expect(await detail('dns-prod')).toContain('User mia.tanaka (reason: Zone migration CHG-2041');
    expect(await detail('identity-prod')).toContain('Team sre');
    expect(await detail('checkout-prod')).toContain('Run run-');
  });

  it('of any user is released by force-unlock, once', async () => {
    for (const name of ['dns-prod', 'identity-prod', 'checkout-prod']) {
      expect((await act(name, 'force-unlock')).data.attributes['locked']).toBe(false);
    }
    expect((await act('dns-prod', 'force-unlock')).status).toBe(409);
  });

  it('waits for a pending state version', async () => {
    const before = (await named('data-pipeline-prod')).attributes['latest-change-at'];
    const refused = await act('data-pipeline-prod', 'unlock');
    expect(refused.status).toBe(503);
    expect(refused.errors[0]?.detail).toContain('latest state version is still pending');
    expect((await named('data-pipeline-prod')).attributes['locked']).toBe(true);
    expect(effects()).toStrictEqual([]);
    sandbox.clock.advance(4999);
    expect((await act('data-pipeline-prod', 'unlock')).status).toBe(503);
    sandbox.clock.advance(1);
    const unlocked = await act('data-pipeline-prod', 'unlock');
    expect(unlocked.status).toBe(200);
    expect(unlocked.data.attributes['latest-change-at']).toBe('2026-03-01T11:59:00.000Z');
    expect(before).not.toBe('2026-03-01T11:59:00.000Z');
  });

  it('of another user is 409, not 503, and the owner can force it', async () => {
    expect((await act('data-pipeline-prod', 'unlock', 'operator')).status).toBe(409);
    expect((await act('data-pipeline-prod', 'force-unlock')).status).toBe(200);
    expect((await act('data-pipeline-prod', 'lock')).status).toBe(200);
    expect((await act('data-pipeline-prod', 'unlock')).status).toBe(200);
  });

  it('can be released once a pending state is final', async () => {
    sandbox.clock.advance(600_000);
    expect((await act('data-pipeline-prod', 'unlock')).status).toBe(200);
  });
});
