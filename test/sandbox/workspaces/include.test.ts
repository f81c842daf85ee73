import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PrincipalName } from '../../support/sandbox-types.ts';
import { WORKSPACES, begin, call, finish, named } from './client.ts';

describe('include', () => {
  beforeAll(async () => begin());
  afterAll(finish);

  it.each<[string, string, string[]]>([
    ['network-prod', 'current_configuration_version', ['configuration-versions']],
    [
      'network-prod',
      'current_configuration_version.ingress_attributes',
      ['configuration-versions', 'ingress-attributes'],
    ],
    ['network-prod', 'current_run', ['runs']],
    ['network-prod', 'current_run.configuration_version', ['runs', 'configuration-versions']],
    [
      'network-prod',
      'current_run.configuration_version.ingress_attributes',
      ['runs', 'configuration-versions', 'ingress-attributes'],
    ],
    ['network-prod', 'current_run.plan', ['runs', 'plans']],
    ['dns-prod', 'locked_by', ['users']],
    ['identity-prod', 'locked_by', ['teams']],
    ['checkout-prod', 'locked_by', ['runs']],
    ['network-prod', 'locked_by', []],
    ['network-prod', 'organization', ['organizations']],
    ['network-prod', 'outputs', ['workspace-outputs', 'workspace-outputs', 'workspace-outputs']],
    ['network-prod', 'project', ['projects']],
    ['network-prod', 'readme', ['workspace-readme']],
    ['billing-dev', 'readme,outputs,current_run.plan', []],
    ['network-prod', 'organization, project', ['organizations', 'projects']],
  ])('adds to %s: %s', async (name, include, types) => {
    const reply = await call('GET', `${WORKSPACES}/${name}?include=${encodeURIComponent(include)}`);
    expect(reply.included.map(({ type }) => type)).toStrictEqual(types);
    const linked = JSON.stringify([reply.data.relationships, reply.included]);
    for (const { id } of reply.included) expect(linked.split(`"${id}"`).length).toBeGreaterThan(2);
  });

  it('is refused if unknown, in every list and show', async () => {
    const { id } = await named('network-prod');
    for (const path of [WORKSPACES, `${WORKSPACES}/network-prod`, `/workspaces/${id}`]) {
      const reply = await call('GET', `${path}?include=organization,vars`);
      expect([reply.status, reply.errors[0]?.source]).toStrictEqual([400, { parameter: 'include' }]);
    }
  });

  it('adds each resource once', async () => {
    const reply = await call('GET', `${WORKSPACES}?include=organization,project`);
    expect(reply.included.filter(({ type }) => type === 'organizations')).toHaveLength(1);
    expect((await call('GET', WORKSPACES)).included).toBeUndefined();
  });

  it('hides sensitive outputs from readers', async () => {
    const secret = async (as: PrincipalName): Promise<unknown> =>
      (await call('GET', `${WORKSPACES}/network-prod?include=outputs`, undefined, as)).included.find(
        ({ attributes }) => attributes['sensitive'] === true,
      )?.attributes['value'];
    expect(await secret('owner')).toBe('demo-psk-7Qx2vLr9');
    expect(await secret('reader')).toBeNull();
  });
});
