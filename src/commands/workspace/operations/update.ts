import { defineOperation } from '../../../catalogue/operation.ts';
import type { Reverse, Undo } from '../../../catalogue/operation.ts';
import type { Risk } from '../../../catalogue/operation.ts';
import { settingsBack } from '../../../catalogue/undo.ts';
import type { Parameters } from '../../../catalogue/parameter.ts';
import type { Rule } from '../../../catalogue/rule.ts';
import { attributeRules, attributes, vcsRepo } from './attributes.ts';
import { show, showByName } from './show.ts';
import { organization, workspaceId, workspaceName, workspaceView } from '../parts.ts';

const withoutDefaults = <Ps extends Parameters>(parameters: Ps): Ps =>
  Object.fromEntries(
    Object.entries(parameters).map(([key, parameter]) => {
      const { default: _, ...kept } = parameter;
      return [key, kept];
    }),
  ) as Ps;

const updatable = {
  ...withoutDefaults(attributes),
  project: {
    ...attributes.project,
    summary: 'ID of the project to move to',
    default: 'no move',
  },
  'new-name': {
    in: 'body',
    type: 'string',
    name: 'name',
    flag: 'name',
    summary: 'New name, which also changes the URL',
    default: 'previous value',
    metavar: 'name',
  },
  'vcs-repo': {
    in: 'body',
    type: 'json',
    summary: 'Repository settings as one object; --unset vcs-repo disconnects',
    nullable: true,
    metavar: 'json',
  },
  ...withoutDefaults(vcsRepo),
  'vcs-repo.vcs-app-installation-id': {
    in: 'body',
    type: 'string',
    pointer: '/data/attributes/vcs-repo/vcs-app-installation-id',
    summary: 'Installation ID of a VCS application connection',
    metavar: 'id',
  },
} as const satisfies Parameters;

const repositoryKeys = Object.keys(updatable).filter((key) => key.startsWith('vcs-repo.'));

const rules: readonly Rule[] = [
  ...attributeRules.filter((rule) => rule.rule !== 'pattern'),
  {
    rule: 'pattern',
    parameter: 'new-name',
    pattern: '[A-Za-z0-9_-]+',
    meaning: 'letters, numbers, - and _ only',
  },
  { rule: 'atMostOne', keys: ['vcs-repo.oauth-token-id', 'vcs-repo.vcs-app-installation-id'] },
  ...repositoryKeys.map(
    (parameter) =>
      ({
        rule: 'forbiddenWhen',
        parameter,
        when: { parameter: 'vcs-repo', unset: true },
        because: 'a disconnected workspace has no repository settings',
      }) as const,
  ),
];

const risks: readonly Risk[] = [
  {
    risk: 'weakens',
    gravity: 'ask',
    question: 'Disconnect {workspace} from its repository?',
    when: { parameter: 'vcs-repo', unset: true },
  },
  {
    risk: 'overwrites',
    gravity: 'ask',
    question:
      'Replace all key-value tags of {workspace}? Tags that are not given are removed, and the API cannot list them.',
    when: { parameter: 'tag' },
  },
  {
    risk: 'destroys-later',
    gravity: 'ask',
    question: 'Destroy what {workspace} manages at {auto-destroy-at}?',
    when: { parameter: 'auto-destroy-at' },
  },
  {
    risk: 'destroys-later',
    gravity: 'ask',
    question: 'Destroy what {workspace} manages after {auto-destroy-activity-duration} without a run?',
    when: { parameter: 'auto-destroy-activity-duration' },
  },
];

/** Settings that follow from the execution mode, which is sent. */
const follows = (key: string, { input }: Reverse): boolean =>
  input['execution-mode'] !== undefined &&
  (key === 'operations' || (key === 'agent-pool-id' && input['execution-mode'] !== 'agent'));

const withoutFollowing = (back: Reverse | undefined): Reverse | undefined =>
  back && {
    ...back,
    input: Object.fromEntries(Object.entries(back.input).filter(([key]) => !follows(key, back))),
  };

const updated: Undo = {
  reverse: (change) => {
    const back = withoutFollowing(settingsBack('workspace update', change));
    const { before } = change;
    const hadNone = before !== null && repositoryKeys.every((key) => (before[key] ?? null) === null);
    if (back === undefined || !hadNone) return back;
    const others = Object.entries(back.input).filter(([key]) => !repositoryKeys.includes(key));
    const isConnected = others.length < Object.keys(back.input).length;
    return {
      ...back,
      input: { ...Object.fromEntries(others), ...(isConnected ? { 'vcs-repo': null } : {}) },
    };
  },
};

const shared = {
  summary: 'Change settings of a workspace',
  description:
    'Changes only what is given. A boolean is --x or --no-x; --unset NAME sends null (--unset vcs-repo ' +
    'disconnects the repository). The server turns assessments-enabled off in every update that omits it, so ' +
    'trivet reads the workspace first and sends the current value.',
  source: '1 §4.1',
  service: 'workspaces',
  method: 'PATCH',
  body: { '/data/type': 'workspaces' },
  rules,
  // By test/seeds/1-workspaces.md §2.1 an update that omits it sets it to false.
  omitted: { carried: ['assessments-enabled'] },
  risks,
  view: workspaceView,
  permission: 'Admin on the workspace',
  errors: { 422: 'a rule of the attributes is violated, or the name is taken' },
} as const;

export const update = defineOperation({
  ...shared,
  id: 'workspace.update',
  objectRead: show,
  undo: updated,
  path: '/workspaces/{workspace_id}',
  parameters: { workspace_id: workspaceId, ...updatable },
  effect: 'idempotent',
  doneText: 'updated {name}',
  lookUp: 'workspace show {workspace_id}',
  examples: [
    { summary: 'Turn auto apply off', argv: 'workspace update ws-mJbn8i3TqTQm4eMH --no-auto-apply' },
    {
      summary: 'Disconnect the repository',
      argv: 'workspace update ws-mJbn8i3TqTQm4eMH --unset vcs-repo --yes',
    },
  ],
});

/** Sent with one attempt: a retry could reach another workspace with the name. */
export const updateByName = defineOperation({
  ...shared,
  id: 'workspace.update-by-name',
  objectRead: showByName,
  undo: {
    ...updated,
    // The name may have changed.
    object: (input, reply) => {
      const id = reply?.['id'];
      return typeof id === 'string' ? { workspace_id: id } : input;
    },
    receiptOperation: update,
  },
  path: '/organizations/{organization_name}/workspaces/{name}',
  parameters: { organization_name: organization, name: workspaceName, ...updatable },
  effect: 'unsafe',
  doneText: 'updated {name}',
  lookUp: 'workspace show {organization_name}/{name}',
  examples: [{ summary: 'Rename', argv: 'workspace update acme/network-prod --name network-live' }],
});
