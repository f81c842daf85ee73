/** Tests which session a run goes on with, when its own has ended and the profile has a newer one. */
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { Collected } from '../../src/run/collected.ts';
import { keepSession } from '../../src/run/session/keep-session.ts';
import type { Endpoint, Token } from '../../src/config/endpoint.ts';
import { updateProfiles, withProfile } from '../../src/config/file/store.ts';
import { surroundingsOf, temporaryFolder } from './profiles-surroundings.ts';

const at = (minute: number): string => new Date(minute * 60_000).toISOString();
const sessionOf = (user: string, since: number) => ({
  method: 'userpass',
  user,
  since: at(since),
  expires: at(since + 60),
  renewable: false,
});

test.each([
  ['the same user', 'alice', 'new-token'],
  ['another user', 'bob', 'old-token'],
])('a run whose session has ended meets a log-in by %s', async (_, user, wanted) => {
  const io = {
    ...surroundingsOf({ TRIVET_CONFIG_DIR: `${temporaryFolder()}/config` }),
    stdin: new PassThrough(),
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    now: () => 70 * 60_000,
    monotonic: () => 0,
    onSignal: () => () => undefined,
  };
  await updateProfiles(io, (file) =>
    withProfile(file, 'p', {
      secrets: {
        url: 'https://bao.example.com/v1',
        token: { kind: 'stored', value: 'new-token', session: sessionOf(user, 65) },
      },
    }),
  );
  const old: Token = { value: 'old-token', source: 'profile "p"', session: sessionOf('alice', 0) };
  const endpoint: Endpoint = {
    service: 'secrets',
    product: 'openbao',
    productChosen: true,
    profile: 'p',
    baseUrl: 'https://bao.example.com/v1',
    token: () => Promise.resolve(old),
    tls: {},
    headers: [],
    context: { mounts: {} },
    sources: {},
    notices: [],
  };
  const keeper = {
    io,
    reporter: new Collected('1'),
    logIn: undefined,
    probe: () => Promise.reject(new Error('nothing is sent')),
  };
  const next = await keepSession(keeper, endpoint, old, () =>
    Promise.resolve({ value: 'new-token', source: 'profile "p"', session: sessionOf(user, 65) }),
  );
  expect(next.value).toBe(wanted);
});
