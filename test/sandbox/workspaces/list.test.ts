import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WORKSPACES, begin, call, finish, named, names } from './client.ts';
import type { Resource } from './client.ts';

describe('a list', () => {
  beforeAll(async () => begin());
  afterAll(finish);

  it('has 60 workspaces on 3 pages of 20', async () => {
    const seen: string[] = [];
    for (let number = 1; number <= 3; number += 1) {
      const reply = await call('GET', `${WORKSPACES}?page%5Bnumber%5D=${number}`);
      expect(reply.list).toHaveLength(20);
      expect(reply.meta.pagination).toMatchObject({
        'current-page': number,
        'prev-page': number === 1 ? null : number - 1,
        'next-page': number === 3 ? null : number + 1,
        'total-pages': 3,
        'total-count': 60,
      });
      seen.push(...reply.list.map(({ id }) => id));
    }
    expect(new Set(seen).size).toBe(60);
  });

  it('has links to its pages', async () => {
    const reply = await call('GET', `${WORKSPACES}?page[size]=7&search[name]=prod`);
    const next = reply.links['next'];
    expect(next).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v2\/organizations\/demo\/workspaces\?/);
    const response = await fetch(String(next), { headers: { authorization: 'Bearer token' } });
    expect(await response.json()).toMatchObject({
      meta: { pagination: { 'current-page': 2, 'page-size': 7 } },
    });
    expect(reply.links['prev']).toBeNull();
  });

  it('is empty beyond the end, caps the page size, and refuses invalid numbers', async () => {
    const beyond = await call('GET', `${WORKSPACES}?page[number]=9`);
    expect([beyond.status, beyond.list]).toStrictEqual([200, []]);
    expect(beyond.meta.pagination).toMatchObject({ 'prev-page': 3, 'next-page': null });
    const large = await call('GET', `${WORKSPACES}?page[size]=1000`);
    expect(large.meta.pagination).toMatchObject({ 'page-size': 100 });
    const zeroth = await call('GET', `${WORKSPACES}?page[number]=0`);
    expect(zeroth.meta.pagination).toMatchObject({ 'current-page': 1 });
    for (const query of ['page[number]=-1', 'page[number]=x', 'page[size]=-1', 'page[size]=1.5']) {
      expect((await call('GET', `${WORKSPACES}?${query}`)).status).toBe(400);
    }
  });

  it.each<[Record<string, string>, string[]]>([
    [{ 'search[name]': 'network' }, ['network-prod', 'network-staging', 'network-qa', 'network-dev']],
    [{ 'search[name]': 'NETWORK_pro' }, ['network-prod']],
    [{ 'search[name]': 'prod warehouse' }, ['warehouse-prod']],
    [{ 'search[name]': 'wharehouse-prod' }, ['warehouse-prod']],
    [{ 'search[name]': 'wharehose-prod' }, []],
    [{ 'search[name]': 'netwrk-prod' }, ['network-prod']],
    [
      { 'search[wildcard-name]': 'network-*' },
      ['network-prod', 'network-staging', 'network-qa', 'network-dev'],
    ],
    [{ 'search[wildcard-name]': '*work-prod' }, ['network-prod']],
    [
      { 'search[wildcard-name]': '*-pipeline-*' },
      ['data-pipeline-prod', 'data-pipeline-staging', 'data-pipeline-qa', 'data-pipeline-dev'],
    ],
    [{ 'search[wildcard-name]': 'network' }, []],
    [{ 'search[wildcard-name]': 'network-prod' }, ['network-prod']],
    [{ 'search[tags]': 'pci,prod' }, ['billing-prod', 'checkout-prod']],
    [{ 'search[tags]': 'pci', 'search[exclude-tags]': 'qa,dev,staging' }, ['billing-prod', 'checkout-prod']],
    [{ 'search[tags]': 'nothing' }, []],
    [
      { 'filter[tagged][0][key]': 'environment', 'filter[tagged][0][value]': 'qa', 'search[name]': 'dns' },
      ['dns-qa'],
    ],
    [{ 'filter[tagged][0][key]': 'team', 'filter[tagged][0][value]': 'qa' }, []],
    [
      {
        'filter[tagged][0][key]': 'team',
        'filter[tagged][0][value]': 'lab',
        'filter[tagged][1][value]': 'prod',
      },
      ['playground-prod'],
    ],
    [{ 'search[name]': '', 'search[wildcard-name]': 'dns-prod' }, ['dns-prod']],
  ])('is filtered by %j', async (query, expected) => {
    expect(await names(query)).toStrictEqual(expected);
  });

  it('is filtered by project and by the status of the current run', async () => {
    const project = (await named('billing-prod')).relationships['project']?.data?.id ?? '';
    expect(await names({ 'filter[project][id]': project })).toHaveLength(20);
    expect(await names({ 'filter[project][id]': 'prj-none' })).toStrictEqual([]);
    const reply = await call('GET', `${WORKSPACES}?page[size]=100&include=current_run`);
    const statusOf = (workspace: Resource): unknown =>
      reply.included.find(({ id }) => id === workspace.relationships['current-run']?.data?.id)?.attributes[
        'status'
      ];
    const errored = reply.list.filter((workspace) => statusOf(workspace) === 'errored');
    expect(errored.length).toBeGreaterThan(0);
    expect(await names({ 'filter[current-run][status]': 'errored' })).toStrictEqual(
      errored.map(({ attributes }) => attributes['name']),
    );
    const two = reply.list.filter((workspace) =>
      ['errored', 'applied'].includes(String(statusOf(workspace))),
    );
    expect(await names({ 'filter[current-run][status]': 'errored,applied' })).toHaveLength(two.length);
  });

  it('is sorted in both directions', async () => {
    const byName = await names({ sort: 'name' });
    expect(byName).toStrictEqual([...byName].toSorted());
    expect(await names({ sort: '-name' })).toStrictEqual([...byName].reverse());
    const changes = (await call('GET', `${WORKSPACES}?sort=latest-change-at&page[size]=100`)).list.map(
      ({ attributes }) => String(attributes['latest-change-at']),
    );
    expect(changes).toStrictEqual([...changes].toSorted());
    const reply = await call(
      'GET',
      `${WORKSPACES}?sort=-current-run.created-at&page[size]=5&include=current_run`,
    );
    const runs = reply.list.map(({ relationships }) => relationships['current-run']?.data?.id);
    const times = runs.map((run) =>
      String(reply.included.find(({ id }) => id === run)?.attributes['created-at']),
    );
    expect(times).toStrictEqual([...times].toSorted().reverse());
    expect(await names({})).not.toStrictEqual(byName);
    expect((await call('GET', `${WORKSPACES}?sort=size`)).status).toBe(400);
  });

  it('omits what the caller is not allowed to read', async () => {
    expect(await names({ 'search[name]': 'payroll' })).toHaveLength(4);
    expect(await names({ 'search[name]': 'payroll' }, 'organization')).toHaveLength(4);
    expect(await names({ 'search[name]': 'payroll' }, 'reader')).toStrictEqual([]);
    expect(await names({}, 'operator')).toHaveLength(56);
  });

  it('has no performance figures, unlike show', async () => {
    const [first] = (await call('GET', WORKSPACES)).list;
    expect(first?.attributes).not.toHaveProperty('run-failures');
    const shown = await named(String(first?.attributes['name']));
    expect(shown.attributes).toMatchObject({
      'workspace-kpis-run-count': 30,
      'apply-duration-average': expect.any(Number),
      'plan-duration-average': expect.any(Number),
      'policy-check-failures': expect.any(Number),
      'run-failures': expect.any(Number),
    });
    expect((await named('billing-dev')).attributes).toMatchObject({ 'workspace-kpis-run-count': 0 });
  });
});
