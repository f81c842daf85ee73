/** What vendors' clients make before they make workspaces: organizations, agent pools, SSH keys. */
import { describe, expect, it } from 'vitest';
import { at, startControlled } from '../control/client.ts';
import type { Controlled } from '../control/client.ts';

const body = (type: string, attributes: object, relationships: object = {}): unknown => ({
  data: { type, attributes, relationships },
});

const idOf = (reply: { readonly body: unknown }): string => String(at(reply.body, 'data', 'id'));

async function ownOrganization({ ask }: Controlled, mode = 'remote'): Promise<void> {
  const attributes = { name: 'own', email: 'own@example.org', 'default-execution-mode': mode };
  expect((await ask('POST /api/v2/organizations', body('organizations', attributes))).status).toBe(201);
}

describe('an organization that a client makes', () => {
  it('is shown, found by its name and address, changed and deleted with its workspaces', async () => {
    const server = await startControlled({ empty: true, products: ['hcp-terraform'] });
    const { ask } = server;
    await ownOrganization(server);
    const shown = await ask('GET /api/v2/organizations/own');
    expect(at(shown.body, 'data', 'attributes', 'email')).toBe('own@example.org');
    for (const [query, count] of [
      ['', 3],
      ['?q=own', 1],
      ['?q=example.org', 1],
      ['?q[email]=example.com', 2],
      ['?q[name]=none', 0],
    ] as const) {
      const { body: found } = await ask(`GET /api/v2/organizations${query}`);
      expect([query, at(found, 'data', 'length')]).toEqual([query, count]);
    }
    const change = body('organizations', { email: 'other@example.org', 'session-timeout': 60 });
    const changed = await ask('PATCH /api/v2/organizations/own', change);
    expect(at(changed.body, 'data', 'attributes')).toMatchObject({
      email: 'other@example.org',
      name: 'own',
      'session-timeout': 60,
    });
    const made = await ask('POST /api/v2/organizations/own/workspaces', body('workspaces', { name: 'w' }));
    expect((await ask('DELETE /api/v2/organizations/own')).status).toBe(204);
    expect((await ask(`GET /api/v2/workspaces/${idOf(made)}`)).status).toBe(404);
    expect((await ask('GET /api/v2/organizations/own')).status).toBe(404);
  });

  it('is refused without a name, an address, or with a name that is taken', async () => {
    const server = await startControlled({ empty: true, products: ['hcp-terraform'] });
    await ownOrganization(server);
    for (const attributes of [
      { email: 'a@b' },
      { name: 'new' },
      { name: 'own', email: 'a@b' },
      { name: 'a b' },
    ]) {
      const reply = await server.ask('POST /api/v2/organizations', body('organizations', attributes));
      expect([attributes, reply.status]).toEqual([attributes, 422]);
    }
  });

  it('is not among the documented ones', async () => {
    const { ask } = await startControlled({ empty: true });
    const attributes = { name: 'own', email: 'own@example.org' };
    expect((await ask('POST /api/v2/organizations', body('organizations', attributes))).status).toBe(404);
    expect((await ask('DELETE /api/v2/organizations/demo')).status).toBe(404);
  });

  it('passes its execution mode and its agent pool on to its workspaces', async () => {
    const server = await startControlled({ empty: true, products: ['hcp-terraform'] });
    const { ask } = server;
    await ownOrganization(server, 'local');
    const workspace = async (name: string): Promise<unknown> => {
      const attributes = { name, 'setting-overwrites': { 'execution-mode': false } };
      const made = await ask('POST /api/v2/organizations/own/workspaces', body('workspaces', attributes));
      return at(made.body, 'data', 'attributes');
    };
    expect(await workspace('one')).toMatchObject({ 'execution-mode': 'local', 'agent-pool-id': null });
    const pool = idOf(
      await ask('POST /api/v2/organizations/own/agent-pools', body('agent-pools', { name: 'mine' })),
    );
    const given = { 'default-agent-pool': { data: { type: 'agent-pools', id: pool } } };
    const mode = body('organizations', { 'default-execution-mode': 'agent' }, given);
    expect((await ask('PATCH /api/v2/organizations/own', mode)).status).toBe(200);
    expect(await workspace('two')).toMatchObject({ 'execution-mode': 'agent', 'agent-pool-id': pool });
    const other = body(
      'organizations',
      { 'default-execution-mode': 'agent' },
      {
        'default-agent-pool': { data: { id: 'apool-none' } },
      },
    );
    expect((await ask('PATCH /api/v2/organizations/own', other)).status).toBe(422);
  });
});

describe('an agent pool or SSH key that a client makes', () => {
  it.each(['agent-pools', 'ssh-keys'])('is shown, renamed, listed and deleted: %s', async (type) => {
    const { ask } = await startControlled({ empty: true });
    const of = `/api/v2/organizations/demo/${type}`;
    const before = at((await ask(`GET ${of}`)).body, 'data', 'length');
    const one = `/api/v2/${type}/${idOf(await ask(`POST ${of}`, body(type, { name: 'first' })))}`;
    expect(at((await ask(`GET ${one}`)).body, 'data', 'attributes', 'name')).toBe('first');
    await ask(`PATCH ${one}`, body(type, { name: 'second' }));
    expect(JSON.stringify((await ask(`GET ${of}`)).body)).toContain('"second"');
    expect((await ask(`DELETE ${one}`)).status).toBe(204);
    expect((await ask(`GET ${one}`)).status).toBe(404);
    expect(at((await ask(`GET ${of}`)).body, 'data', 'length')).toBe(before);
    expect((await ask(`POST ${of}`, body(type, {}))).status).toBe(422);
  });

  it('is made by the owner only', async () => {
    const { sandbox } = await startControlled({ empty: true });
    const reply = await fetch(`${sandbox.origin}/api/v2/organizations/demo/ssh-keys`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sandbox.tokens.reader}`, 'content-type': 'application/json' },
      body: JSON.stringify(body('ssh-keys', { name: 'x' })),
    });
    expect(reply.status).toBe(404);
  });
});

it('finds tags of an organization by a part of their name', async () => {
  const { ask } = await startControlled();
  const all = at((await ask('GET /api/v2/organizations/acme/tags')).body, 'data', 'length');
  const some = at((await ask('GET /api/v2/organizations/acme/tags?q=core')).body, 'data', 'length');
  expect(Number(some)).toBeGreaterThan(0);
  expect(Number(some)).toBeLessThan(Number(all));
});
