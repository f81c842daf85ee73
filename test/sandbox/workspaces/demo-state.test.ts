import { afterAll, describe, expect, it } from 'vitest';
import { WORKSPACES, begin, call, finish } from './client.ts';

describe('the demo state', () => {
  afterAll(finish);

  it('is the same in every sandbox', async () => {
    await begin();
    const one = await call('GET', `${WORKSPACES}?page[size]=100&include=current_run.plan,outputs`);
    await begin();
    const other = await call('GET', `${WORKSPACES}?page[size]=100&include=current_run.plan,outputs`);
    expect(other.list).toStrictEqual(one.list);
    expect(other.included).toStrictEqual(one.included);
    expect(one.list.every(({ id }) => /^ws-[A-Za-z0-9]{16}$/.test(id))).toBe(true);
  });
});
