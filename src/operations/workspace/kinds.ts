import type { ObjectKind } from '../../model/kind.ts';
import { commandsByPath } from '../command-at.ts';
import commands from './commands.ts';
import { workspaceFields } from './fields.ts';

const command = commandsByPath(commands);

const kinds: readonly ObjectKind[] = [
  {
    kind: 'workspace',
    summary: 'workspace',
    service: 'workspaces',
    scope: ['organization'],
    name: { field: 'name', input: 'workspace_id' },
    fields: workspaceFields,
    show: command('workspace show'),
    list: {
      command: command('workspace list'),
      gives: 'all',
      filter: { project: 'filter[project][id]', 'current-run.status': 'filter[current-run][status]' },
      whole: { 'page[size]': 100 },
      search: 'search[name]',
    },
  },
];

export default kinds;
