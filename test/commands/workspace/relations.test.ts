/** Tests document 1 through the command line, against the sandbox: ssh key, consumers, tags, retention policy. */
import { describe, expect, test } from 'vitest';
import { useSandbox } from '../../support/sandbox.ts';

const { trivet, json, requests, clear } = useSandbox({ fresh: true });

/** The latest change: a receipt reads the state before and after it. */
const changed = () => requests().findLast(({ method }) => method !== 'GET');

const lines = (text: string): string[] => text.trim().split('\n').filter(Boolean);

const idOf = async (name: string): Promise<string> => {
  const { stdout } = await trivet(`workspace show ${name} --field id`);
  clear();
  return stdout.trim();
};

describe('ssh-key', () => {
  test('assigns by key ID and replaces the previous key', async () => {
    const result = await trivet('workspace ssh-key assign billing-dev sshkey-oyTcifPKEdSra2hL');
    expect(result.code).toBe(0);
    expect(requests().at(-1)).toMatchObject({
      method: 'PATCH',
      body: { data: { type: 'workspaces', attributes: { id: 'sshkey-oyTcifPKEdSra2hL' } } },
    });
    expect(result.stdout).toMatch(/ssh-key\tsshkey-oyTcifPKEdSra2hL/);
    const second = await trivet('workspace ssh-key assign billing-dev sshkey-sSqrbVf4Yqh4tAWy');
    expect(second.stdout).toMatch(/ssh-key\tsshkey-sSqrbVf4Yqh4tAWy/);
  });

  test('unassigns by sending null', async () => {
    expect((await trivet('workspace ssh-key unassign network-prod')).stdout).toMatch(/^ssh-key\t$/m);
    expect(requests().at(-1)?.body).toEqual({ data: { type: 'workspaces', attributes: { id: null } } });
  });

  test('exits 5 for an unknown key', async () => {
    const unknown = await trivet('workspace ssh-key assign billing-dev sshkey-0000000000000000');
    expect(unknown.code).toBe(5);
    expect(unknown.stderr).toMatch(
      /^trivet: workspace billing-dev exists, but the server reports "not found"/,
    );
  });
});

describe('consumer', () => {
  test('lists consumers; show resolves their names', async () => {
    expect(lines((await trivet('workspace consumer list network-prod -o name')).stdout)).toHaveLength(4);
    expect(requests().map(({ path }) => path)).toEqual([
      '/api/v2/organizations/demo/workspaces/network-prod',
      '/api/v2/workspaces/ws-miQ1odLBhm3izzYE/relationships/remote-state-consumers',
    ]);
  });

  test('lists every other workspace if global remote state is on', async () => {
    expect(lines((await trivet('workspace consumer list observability-prod -o name')).stdout)).toHaveLength(
      59,
    );
  });

  test('omits consumers that the caller is not allowed to read', async () => {
    const all = await trivet('workspace consumer list observability-prod -o name', { as: 'reader' });
    expect(lines(all.stdout).some((name) => name.startsWith('payroll-'))).toBe(false);
  });

  test('adds by name and ID; those already present are ignored', async () => {
    const id = await idOf('billing-dev');
    expect((await trivet(`workspace consumer add storefront-dev ${id} checkout-dev`)).code).toBe(0);
    expect(changed()).toMatchObject({ method: 'POST' });
    const body = changed()?.body as { data: unknown[] };
    expect(body.data).toHaveLength(2);
    expect(body.data[0]).toEqual({ type: 'workspaces', id });
    expect((await trivet(`workspace consumer add storefront-dev ${id}`)).code).toBe(0);
    expect(lines((await trivet('workspace consumer list storefront-dev -o name')).stdout).sort()).toEqual([
      'billing-dev',
      'checkout-dev',
    ]);
  });

  test('refuses the workspace itself before the change is sent', async () => {
    const result = await trivet('workspace consumer add storefront-dev storefront-dev');
    expect(result.code).toBe(2);
    expect(requests().every(({ method }) => method === 'GET')).toBe(true);
  });

  test('is refused while global remote state is on', async () => {
    const result = await trivet('workspace consumer add observability-prod billing-dev');
    expect(result.code).toBe(1);
    expect(result.stderr).toMatch(/global-remote-state/);
    expect(requests().every(({ method }) => method === 'GET')).toBe(true);
  });

  test('replace asks, sends exactly the list, and an empty one needs --none', async () => {
    expect((await trivet('workspace consumer replace network-prod billing-dev')).code).toBe(2);
    expect((await trivet('workspace consumer replace network-prod billing-dev --yes')).code).toBe(0);
    expect(lines((await trivet('workspace consumer list network-prod -o name')).stdout)).toEqual([
      'billing-dev',
    ]);
    expect((await trivet('workspace consumer replace network-prod --none --yes')).code).toBe(0);
    expect(changed()?.body).toEqual({ data: [] });
    expect(await trivet('workspace consumer list network-prod')).toMatchObject({ code: 0, stdout: '' });
  });

  test('replace needs the right to manage all workspaces', async () => {
    const result = await trivet('workspace consumer replace playground-dev playground-qa --yes', {
      as: 'operator',
    });
    expect(result.code).toBe(5);
    expect(result.stderr).toMatch(/manage all workspaces/);
  });

  test('removes consumers and ignores absent ones', async () => {
    const before = lines((await trivet('workspace consumer list network-prod -o name')).stdout);
    expect((await trivet(`workspace consumer remove network-prod ${before[0]} billing-dev`)).code).toBe(0);
    expect(changed()?.method).toBe('DELETE');
    expect(lines((await trivet('workspace consumer list network-prod -o name')).stdout)).toHaveLength(
      before.length - 1,
    );
  });

  test('reports that the server refuses a workspace that does not exist', async () => {
    const result = await trivet('workspace consumer add storefront-dev ws-0000000000000000');
    expect(result.code).toBe(1);
    expect(result.stderr).toMatch(/^trivet: workspace ws-0{16} not found at http:/);
  });

  test('requests pages of 20 unless another size is given', async () => {
    await trivet('workspace consumer list observability-prod --page-number 1 -o name');
    expect(
      lines((await trivet('workspace consumer list observability-prod --page-number 1 -o name')).stdout),
    ).toHaveLength(20);
  });
});

describe('tag', () => {
  test('adds by name and by ID, lists, removes', async () => {
    expect((await trivet('workspace tag add billing-dev one two')).code).toBe(0);
    expect(changed()).toMatchObject({
      method: 'POST',
      body: {
        data: [
          { type: 'tags', attributes: { name: 'one' } },
          { type: 'tags', attributes: { name: 'two' } },
        ],
      },
    });
    const id = lines((await trivet('workspace tag list billing-dev')).stdout)
      .find((line) => line.startsWith('one\t'))
      ?.split('\t')[1];
    expect((await trivet(`workspace tag add storefront-dev --id ${id}`)).code).toBe(0);
    expect(changed()?.body).toEqual({ data: [{ type: 'tags', id }] });
    expect((await trivet(`workspace tag remove billing-dev two --id ${id}`)).code).toBe(0);
    expect(changed()).toMatchObject({ method: 'DELETE' });
    const left = lines((await trivet('workspace tag list billing-dev -o name')).stdout);
    expect(left).not.toContain('one');
    expect(left).not.toContain('two');
  });

  test('removing an unknown name is not an error; an unknown ID is', async () => {
    expect((await trivet('workspace tag remove billing-dev no-such-tag')).code).toBe(0);
    expect((await trivet('workspace tag remove billing-dev --id tag-0000000000000000')).code).toBe(5);
  });

  test('changes key-value tags with update, and finds them with --tagged', async () => {
    expect((await trivet('workspace update billing-dev --tag lab=yes --yes')).code).toBe(0);
    expect(lines((await trivet('workspace list --tagged lab=yes -o name')).stdout)).toEqual(['billing-dev']);
    expect((await trivet("workspace update billing-dev --tag '' --yes")).code).toBe(0);
    expect((await trivet('workspace list --tagged lab -o name')).stdout).toBe('');
  });

  test('exits 5 for an unknown workspace', async () => {
    expect((await trivet('workspace tag add nope x')).code).toBe(5);
  });
});

describe('retention-policy', () => {
  test("shows the workspace's own policy or the inherited one, and says which", async () => {
    const own = await trivet('workspace retention-policy show storefront-dev');
    expect(own.stdout).toMatch(/delete-older-than-n-days\t14/);
    expect(own.stdout).toMatch(/set-on\tworkspace/);
    const inherited = await trivet('workspace retention-policy show network-prod');
    expect(inherited.stdout).toMatch(/delete-older-than-n-days\t90/);
    expect(inherited.stdout).toMatch(/set-on\torganization/);
  });

  test('is a number of days, or never', async () => {
    expect(
      (await trivet('workspace retention-policy set network-prod --delete-older-than-days 30')).code,
    ).toBe(2);
    expect(
      (await trivet('workspace retention-policy set network-prod --delete-older-than-days 30 --yes')).code,
    ).toBe(0);
    expect(changed()?.body).toEqual({
      data: { type: 'data-retention-policy-delete-olders', attributes: { deleteOlderThanNDays: 30 } },
    });
    expect((await trivet('workspace retention-policy set network-prod --dont-delete --yes')).code).toBe(0);
    expect(changed()?.body).toEqual({
      data: { type: 'data-retention-policy-dont-deletes', attributes: {} },
    });
  });

  test('delete makes the organization default apply again', async () => {
    expect((await trivet('workspace retention-policy delete storefront-dev --yes')).code).toBe(0);
    expect((await trivet('workspace retention-policy show storefront-dev')).stdout).toMatch(
      /set-on\torganization/,
    );
  });

  test('is refused for the hosted edition, which lacks it, before anything is sent', async () => {
    const result = await trivet('workspace retention-policy show network-prod', {
      env: { TRIVET_WORKSPACES_PRODUCT: 'hcp-terraform' },
    });
    expect(result.code).toBe(7);
    expect(requests()).toEqual([]);
  });
});

describe('products', () => {
  test('engine-version is sent and read under the name of the product', async () => {
    await trivet('workspace update billing-dev --engine-version 1.9.8', {
      env: { TRIVET_WORKSPACES_PRODUCT: 'terraform-enterprise' },
    });
    expect(changed()?.body).toEqual({
      data: { type: 'workspaces', attributes: { 'terraform-version': '1.9.8' } },
    });
  });

  test('json has the envelope of the service', async () => {
    expect(Object.keys((await json('workspace show network-prod')) as object)).toContain('data');
  });
});
