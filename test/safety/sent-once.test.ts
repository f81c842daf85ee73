/** Tests that no retry of a change overwrites what somebody else did after the first attempt. */
import { describe, expect, test } from 'vitest';
import { fakeServer } from '../support/fake-server.ts';
import { runCli, words } from '../support/run-cli.ts';
import { secretsServer } from '../support/small-server.ts';
import { allOperations } from '../support/catalogue.ts';

test('only these changes are sent again after a lost reply: nobody can take them back', () => {
  const harmless = allOperations.filter(({ effect }) => effect === 'harmless' || effect === 'keyed');
  expect(harmless.map(({ id }) => id).toSorted()).toEqual([
    'job.dispatch',
    'lease.renew',
    'lease.revoke',
    'message.delete',
    'pki.revoke',
    'pki.tidy',
    'workspace.force-delete',
    'workspace.safe-delete',
  ]);
});

describe('a setting that a gateway answers with an error, although it was made', () => {
  test.each([500, 502, 503, 504])('stays as somebody else set it meanwhile (%i)', async (status) => {
    const state = { description: 'before' };
    const { origin } = await fakeServer(({ method }) => {
      if (method !== 'PATCH')
        return {
          body: {
            data: { id: 'ws-0123456789abcdef', type: 'workspaces', attributes: { name: 'web', ...state } },
          },
        };
      // The change is made, its reply is lost, and somebody else sets another value.
      state.description = state.description === 'before' ? 'theirs' : 'mine';
      return { status, headers: { 'Retry-After': '0' } };
    });
    const env = {
      TRIVET_WORKSPACES_URL: `${origin}/api/v2`,
      TRIVET_WORKSPACES_TOKEN: 'the-token',
      TRIVET_WORKSPACES_PRODUCT: 'hcp-terraform',
    };
    const line = 'workspace update ws-0123456789abcdef --description mine';
    const { code, stderr } = await runCli(words(line), { env });
    expect(code, stderr).toBe(9);
    expect(stderr).toContain('trivet workspace show ws-0123456789abcdef');
    expect(state.description).toBe('theirs');
  });
});

test.each([
  ['a rate limit', 429, {}],
  ['a sealed server', 503, { errors: ['Vault is sealed'] }],
])('a setting is sent again after %s', async (_, status, body) => {
  let sent = 0;
  const { env } = await secretsServer(({ method }) => {
    if (method === 'GET') return { body: { data: {} } };
    sent += 1;
    return sent === 1 ? { status, headers: { 'Retry-After': '0' }, body } : { body: { data: {} } };
  });
  const { code, stderr } = await runCli(words('pki urls set --ocsp-servers http://ocsp.example --yes'), {
    env,
  });
  expect({ code, sent }, stderr).toEqual({ code: 0, sent: 2 });
});

test('a deletion whose reply was lost is not called done by the 404 to its retry', async () => {
  let sent = 0;
  const { env } = await secretsServer(({ method }) => {
    if (method === 'GET') return { body: { data: { id: 'm', title: 't' } } };
    sent += 1;
    return sent === 1
      ? { status: 502, headers: { 'Retry-After': '0' } }
      : { status: 404, body: { errors: [] } };
  });
  const chosen = { ...env, TRIVET_SECRETS_PRODUCT: 'generic' };
  const { code, stderr } = await runCli(words('message delete 2cf8a4bd-4ec5-4f0d-9d0c-4f5a3c1b2a10 --yes'), {
    env: chosen,
  });
  expect({ code, sent }, stderr).toEqual({ code: 9, sent: 2 });
  expect(stderr).toContain('the first attempt may have succeeded: a retry got status 404');
});
