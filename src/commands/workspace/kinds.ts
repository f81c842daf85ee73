import type { ObjectKind } from '../../catalogue/kind.ts';
import { commandsByPath } from '../command-at.ts';
import commands from './commands.ts';
import { workspaceFields } from './fields.ts';
import { policyOf } from './operations/retention-policy.ts';

const command = commandsByPath(commands);

const kinds: readonly ObjectKind[] = [
  {
    kind: 'workspace',
    summary: 'workspace',
    service: 'workspaces',
    scope: ['organization'],
    name: {
      field: 'name',
      input: 'workspace_id',
      id: 'id',
      idFlag: { 'names-are': 'id' },
      sample: 'ws-0000000000000000',
    },
    fields: workspaceFields,
    show: command('workspace show'),
    fetched: {
      tag: {
        field: { type: 'list', summary: 'Tags' },
        command: command('workspace tag list'),
        item: 'name',
        unless: 'tag-names',
      },
    },
    list: {
      command: command('workspace list'),
      reportsFields: 'all',
      filter: {
        project: 'filter[project][id]',
        'current-run.status': 'filter[current-run][status]',
        tag: 'search[tags]',
      },
      whole: { 'page[size]': 100 },
      search: 'search[name]',
    },
    remove: command('workspace delete'),
    renames: 'new-name',
    write: {
      create: command('workspace create'),
      update: command('workspace update'),
      omitted: 'kept',
      resetValues: {
        description: { value: '' },
        'engine-version': {
          value: 'latest',
          servers: [{ family: 'terraform', supports: 'latest-release' }],
        },
        'working-directory': { value: '' },
        'vcs-repo.branch': { value: '' },
        'vcs-repo.tags-regex': { value: '' },
      },
    },
    // Deprecated, and facts about the creator.
    omitsFields: ['operations', 'source-name', 'source-url'],
    ids: {
      project: 'project',
      'agent-pool-id': 'agent pool',
      'vcs-repo.oauth-token-id': 'VCS connection',
      'vcs-repo.vcs-app-installation-id': 'installation of a VCS application',
      'ssh-key': 'SSH key',
    },
    parts: [
      {
        part: 'tags',
        summary: 'Tags by name; the whole list',
        shape: 'names',
        read: command('workspace tag list'),
        reported: 'tag-names',
        field: 'name',
        add: { command: command('workspace tag add'), input: 'tags' },
        remove: { command: command('workspace tag remove'), input: 'tags' },
      },
      {
        part: 'ssh-key',
        summary: 'ID of its SSH key; null for none',
        shape: 'text',
        field: 'ssh-key',
        add: { command: command('workspace ssh-key assign'), input: 'ssh-key-id' },
        remove: { command: command('workspace ssh-key unassign') },
      },
      {
        part: 'retention-policy',
        summary: 'Its own data retention policy; null for that of the organization',
        shape: 'settings',
        read: command('workspace retention-policy show'),
        field: 'type',
        ownSettings: policyOf,
        add: { command: command('workspace retention-policy set') },
        remove: { command: command('workspace retention-policy delete') },
      },
      {
        part: 'consumers',
        summary: 'Workspaces that may read its state, by name; the whole list',
        shape: 'names',
        read: command('workspace consumer list'),
        field: 'name',
        add: { command: command('workspace consumer add'), input: 'consumers' },
        remove: { command: command('workspace consumer remove'), input: 'consumers' },
        refers: 'workspace',
        // Otherwise the list is every other workspace.
        when: { field: 'global-remote-state', value: false },
      },
    ],
  },
];

export { commands };

export default kinds;
