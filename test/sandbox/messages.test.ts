import { afterEach, describe, expect, it } from 'vitest';
import type { Caller, Fields } from './secrets-client.ts';
import { closeAll, effectsOf, fieldsOf, listOf, openSecrets, textOf } from './secrets-client.ts';

afterEach(closeAll);

const PATH = 'sys/config/ui/custom-messages';
const VALID = { title: 'Maintenance', message: 'RG93biBvbiBTdW5kYXk=', start_time: '2020-01-01T00:00:00Z' };

async function create(caller: Caller, input: Fields = {}): Promise<string> {
  const reply = await caller.post(PATH, { ...VALID, ...input });
  expect(reply.errors).toStrictEqual([]);
  return textOf(reply.data['id']);
}

async function ids(caller: Caller, query: string): Promise<readonly unknown[]> {
  return listOf((await caller.get(`${PATH}?list=true&${query}`)).data['keys']);
}

describe('custom messages', () => {
  it('are created with the documented defaults and read back', async () => {
    const caller = await openSecrets();
    const link = { Details: 'https://status.example.com' };
    const id = await create(caller, { link, options: { color: 'red' } });
    expect((await caller.get(`${PATH}/${id}`)).data).toStrictEqual({
      id,
      title: 'Maintenance',
      authenticated: true,
      type: 'banner',
      message: VALID.message,
      start_time: VALID.start_time,
      end_time: null,
      link,
      options: { color: 'red' },
      active: true,
    });
  });

  it('accept the documented path, which ends with a slash', async () => {
    const caller = await openSecrets();
    expect((await caller.post(`${PATH}/`, VALID)).status).toBe(200);
    expect((await caller.list(`${PATH}/`)).status).toBe(200);
  });

  it('are replaced as a whole and deleted', async () => {
    const caller = await openSecrets();
    const id = await create(caller, {
      type: 'modal',
      authenticated: false,
      end_time: '2030-01-01T00:00:00Z',
    });
    await caller.post(`${PATH}/${id}`, { ...VALID, title: 'Other' });
    expect((await caller.get(`${PATH}/${id}`)).data).toMatchObject({
      title: 'Other',
      type: 'banner',
      authenticated: true,
      end_time: null,
    });
    expect((await caller.remove(`${PATH}/${id}`)).status).toBe(204);
    expect((await caller.remove(`${PATH}/${id}`)).status).toBe(204);
    expect(await caller.get(`${PATH}/${id}`)).toMatchObject({ status: 404, errors: [] });
    expect((await caller.post(`${PATH}/${id}`, VALID)).status).toBe(404);
    expect(await caller.list(PATH)).toMatchObject({ status: 404, errors: [] });
    expect(await effectsOf(caller)).toStrictEqual(['message.created', 'message.updated', 'message.deleted']);
  });

  it('become active and inactive as time passes', async () => {
    const caller = await openSecrets();
    const now = caller.sandbox.clock.now();
    const time = (hours: number): string => new Date(now + hours * 3_600_000).toISOString();
    const id = await create(caller, { start_time: time(1), end_time: time(2) });
    const active = async (): Promise<unknown> => (await caller.get(`${PATH}/${id}`)).data['active'];
    expect(await active()).toBe(false);
    caller.sandbox.clock.advance(3_600_000);
    expect(await active()).toBe(true);
    caller.sandbox.clock.advance(3_600_000);
    expect(await active()).toBe(false);
  });

  it('are filtered by active, authenticated and type; without a filter all are listed', async () => {
    const caller = await openSecrets();
    const banner = await create(caller);
    const modal = await create(caller, { type: 'modal', authenticated: false });
    const over = await create(caller, { end_time: '2021-01-01T00:00:00Z' });
    expect(await ids(caller, '')).toStrictEqual([banner, modal, over]);
    expect(await ids(caller, 'active=false')).toStrictEqual([over]);
    expect(await ids(caller, 'active=true&type=modal')).toStrictEqual([modal]);
    expect(await ids(caller, 'authenticated=true')).toStrictEqual([banner, over]);
    expect((await caller.get(`${PATH}?list=true&active=perhaps`)).status).toBe(400);
    const info = fieldsOf((await caller.list(PATH)).data['key_info']);
    expect(info[over]).toStrictEqual({
      title: 'Maintenance',
      type: 'banner',
      authenticated: true,
      start_time: VALID.start_time,
      end_time: '2021-01-01T00:00:00Z',
      active: false,
    });
  });

  it.each([
    ['no title', { title: '' }, 'missing title parameter value'],
    ['no message', { message: null }, 'missing message parameter value'],
    ['no start', { start_time: '' }, 'missing start_time parameter value'],
    ['plain text', { message: 'Down on Sunday' }, 'invalid message parameter value, must be base64 encoded'],
    ['an unknown type', { type: 'popup' }, 'failed to create custom message: unrecognized message type'],
    [
      'an end before the start',
      { end_time: '2019-01-01T00:00:00Z' },
      'failed to create custom message: message start time must occur before end time',
    ],
    [
      'two links',
      { link: { a: 'https://a.example', b: 'https://b.example' } },
      'invalid number of elements in link parameter value; only a single element can be provided',
    ],
    [
      'a link that is not a URL',
      { link: { a: 'nowhere' } },
      'invalid url for "a" key in link parameter value',
    ],
    [
      'a start that is not a timestamp',
      { start_time: 'tomorrow' },
      'invalid start_time parameter value, must be an RFC 3339 timestamp: tomorrow',
    ],
  ])('are refused with %s', async (_, input, error) => {
    const caller = await openSecrets();
    expect(await caller.post(PATH, { ...VALID, ...input })).toMatchObject({ status: 400, errors: [error] });
    expect((await caller.list(PATH)).status).toBe(404);
  });

  it('are limited to 100 in each namespace', async () => {
    const caller = await openSecrets();
    for (let count = 0; count < 100; count += 1) await create(caller);
    expect(await caller.post(PATH, VALID)).toMatchObject({
      status: 400,
      errors: ['failed to create custom message: maximum number of messages already exist'],
    });
    await caller.post('sys/namespaces/team');
    const elsewhere = await caller.call('POST', PATH, VALID, { 'x-vault-namespace': 'team/' });
    expect(elsewhere.status).toBe(200);
    expect(listOf((await caller.list(PATH)).data['keys'])).toHaveLength(100);
  });

  it('are shown to anonymous clients only before login', async () => {
    const caller = await openSecrets();
    const before = await create(caller, { authenticated: false });
    const after = await create(caller);
    const anonymous = caller.as(undefined);
    const shown = await anonymous.get('sys/internal/ui/unauthenticated-messages');
    expect(shown.data['keys']).toStrictEqual([before]);
    expect((await anonymous.get('sys/internal/ui/authenticated-messages')).status).toBe(403);
    expect((await anonymous.list(PATH)).status).toBe(403);
    expect((await caller.get('sys/internal/ui/authenticated-messages')).data['keys']).toStrictEqual([after]);
  });

  it('are in the demo state, one for each side of the login', async () => {
    const caller = await openSecrets({ empty: false });
    const info = Object.values(fieldsOf((await caller.list(PATH)).data['key_info'])).map(fieldsOf);
    expect(info.map((message) => message['authenticated'])).toStrictEqual([true, false]);
    expect(info.every((message) => message['active'] === true)).toBe(true);
    expect(await effectsOf(caller)).toStrictEqual([]);
  });
});
