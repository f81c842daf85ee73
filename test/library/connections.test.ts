/** The calls of one connection of the library share its connections to servers; two connections share nothing. */
import type { Socket } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openLibrary } from '../../src/library.ts';
import { useServers } from '../support/counting-server.ts';

const start = useServers();
const home = mkdtempSync(join(tmpdir(), 'trivet-connections-'));
afterAll(() => rmSync(home, { recursive: true }));

type Jobs = { readonly job: { list(options?: object): Promise<readonly object[]> } };

type Changes = Readonly<Record<'pki' | 'lease', Record<'revoke' | 'issue', Change>>>;
type Change = (name: string, options: object) => Promise<unknown>;

interface Served {
  readonly open: () => Promise<Jobs>;
  /** How many sockets brought the requests. */
  readonly sockets: () => number;
}

const served = async (): Promise<Served> => {
  const sockets = new Set<Socket>();
  const { origin } = await start((request, response) => {
    sockets.add(request.socket);
    response.setHeader('content-type', 'application/json').end('[]');
  });
  const env = {
    TRIVET_CONFIG_DIR: join(home, 'config'),
    TRIVET_JOBS_URL: origin,
    TRIVET_JOBS_TOKEN: 'a-token',
    TRIVET_JOBS_PRODUCT: 'generic',
  };
  const options = { env };
  return { open: async () => (await openLibrary(options)) as Jobs, sockets: () => sockets.size };
};

test('the first three requests have connections of their own, and all later ones share one', async () => {
  const { open, sockets } = await served();
  const { job } = await open();
  for (let call = 1; call <= 3; call += 1) await job.list();
  expect(sockets()).toBe(3);
  for (let call = 4; call <= 20; call += 1) await job.list();
  expect(sockets()).toBe(4);
});

test('two connections of the library share nothing, also where their options are one object', async () => {
  const { open, sockets } = await served();
  const [one, other] = [await open(), await open()];
  for (let call = 1; call <= 5; call += 1) await one.job.list();
  for (let call = 1; call <= 5; call += 1) await other.job.list();
  expect(sockets()).toBe(8);
});

test('a call that is cancelled leaves the connections to the others', async () => {
  const { open } = await served();
  const { job } = await open();
  for (let call = 1; call <= 4; call += 1) await job.list();
  const cancelled = new AbortController();
  const ended = job.list({ signal: cancelled.signal });
  cancelled.abort();
  await expect(ended).rejects.toMatchObject({ code: 'interrupted' });
  await expect(job.list()).resolves.toEqual([]);
});

test('a call that is cancelled before it begins changes nothing', async () => {
  const sent: (string | undefined)[] = [];
  const { origin } = await start((request, response) => {
    sent.push(request.url);
    response.setHeader('content-type', 'application/json').end('{"data":{"revocation_time":1}}');
  });
  const env = {
    TRIVET_SECRETS_URL: `${origin}/v1`,
    TRIVET_SECRETS_TOKEN: 'a',
    TRIVET_SECRETS_PRODUCT: 'openbao',
  };
  const { pki, lease } = (await openLibrary({ env })) as Changes;
  const own = { yes: true, signal: AbortSignal.abort() };
  const expected = { code: 'interrupted', effect: 'not-sent' };
  await expect(pki.revoke('aa:bb', own)).rejects.toMatchObject(expected);
  await expect(pki.issue('web', { commonName: 'a.example.com', ...own })).rejects.toMatchObject(expected);
  await expect(lease.revoke('ldap/creds/dev/x', own)).rejects.toMatchObject(expected);
  expect(sent).toEqual([]);
});

test('a call that is cancelled while its change is in flight says whether the reply confirmed the change', async () => {
  const cancelled = new AbortController();
  const { origin } = await start((request, response) => {
    if (request.method === 'POST' && request.url?.endsWith('/revoke') === true) cancelled.abort();
    response.setHeader('content-type', 'application/json').end('{"data":{"revocation_time":1}}');
  });
  const env = {
    TRIVET_SECRETS_URL: `${origin}/v1`,
    TRIVET_SECRETS_TOKEN: 'a',
    TRIVET_SECRETS_PRODUCT: 'openbao',
  };
  const { pki } = (await openLibrary({ env })) as Changes;
  const own = { yes: true, signal: cancelled.signal };
  const expected = { code: 'interrupted', exit: 130, effect: 'done', message: 'the call was interrupted' };
  await expect(pki.revoke('aa:bb', own)).rejects.toMatchObject(expected);
});
