import { defineOperation } from '../../../catalogue/operation.ts';
import { attributeRules, attributes, vcsRepo } from './attributes.ts';
import { organization, workspaceView } from '../parts.ts';

export const create = defineOperation({
  id: 'workspace.create',
  undo: { because: 'a workspace is removed only by trivet workspace delete or force-delete' },
  summary: 'Create a workspace in an organization',
  description:
    'Sends only the given attributes; the server decides the others. The name must be unique within the ' +
    'organization; org/name says which.',
  source: '1 §4.1',
  service: 'workspaces',
  method: 'POST',
  path: '/organizations/{organization_name}/workspaces',
  body: { '/data/type': 'workspaces' },
  parameters: {
    organization_name: organization,
    name: {
      in: 'body',
      type: 'string',
      summary: 'Workspace name: letters, numbers, - and _',
      required: true,
      metavar: 'name',
    },
    ...attributes,
    'source-name': {
      in: 'body',
      type: 'string',
      summary: 'Client name, shown as created via',
    },
    'source-url': { in: 'body', type: 'string', summary: 'URL of the creating client', metavar: 'url' },
    ...vcsRepo,
  },
  rules: [
    ...attributeRules,
    {
      rule: 'atLeastOne',
      keys: ['vcs-repo.oauth-token-id'],
      when: { parameter: 'vcs-repo.identifier' },
      because: 'a repository needs both',
    },
    ...(['oauth-token-id', 'branch', 'ingress-submodules', 'tags-regex'] as const).map(
      (key) =>
        ({
          rule: 'requiredWhen',
          parameter: 'vcs-repo.identifier',
          when: { parameter: `vcs-repo.${key}` },
        }) as const,
    ),
  ],
  effect: 'unsafe',
  doneText: 'created {name} ({id})',
  reply: [200, 201],
  view: workspaceView,
  lookUp: 'workspace show {organization_name}/{name}',
  permission: 'team owner, Manage all workspaces, or an organization token',
  errors: { 422: 'a rule of the attributes is violated, or the name is taken' },
  examples: [
    { summary: 'With the defaults of the server', argv: 'workspace create network-test --organization acme' },
    {
      summary: 'Bound to a repository',
      argv:
        'workspace create network-test --organization acme --vcs-repo-identifier acme/network ' +
        '--vcs-repo-oauth-token-id ot-hmAyP66qk2AMVdbJ --working-directory live/dev',
    },
  ],
});
