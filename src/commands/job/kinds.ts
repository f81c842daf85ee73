import type { ObjectKind } from '../../catalogue/kind.ts';
import { commandsByPath } from '../command-at.ts';
import commands from './commands.ts';
import { jobKeys } from './document-keys.ts';
import { actionFields, allocationFields, jobFields, listedJobFields, summaryFields } from './fields.ts';

const command = commandsByPath(commands);

const ofJob = { kind: 'job', input: 'job_id' } as const;

const kinds: readonly ObjectKind[] = [
  {
    kind: 'job',
    summary: 'job',
    service: 'jobs',
    scope: ['namespace'],
    name: { field: 'ID', input: 'job_id' },
    fields: jobFields,
    show: command('job show'),
    remove: command('job stop'),
    removedField: 'Stop',
    namespaceField: 'Namespace',
    list: {
      command: command('job list'),
      reportsFields: Object.keys(listedJobFields),
      search: 'prefix',
      whole: { per_page: 500 },
    },
    write: {
      create: command('job register'),
      update: command('job register'),
      omitted: 'reset',
      documentParameter: 'Job',
      keys: jobKeys,
      computed: ['CreateIndex', 'ModifyIndex'],
      guard: 'index',
    },
  },
  {
    kind: 'allocation',
    summary: 'allocation',
    service: 'jobs',
    scope: ['namespace'],
    name: { field: 'ID', input: 'alloc_id', sample: '00000000-0000-0000-0000-000000000000' },
    fields: allocationFields,
    show: command('job allocations'),
    parent: ofJob,
    list: { command: command('job allocations'), reportsFields: 'all' },
  },
  {
    kind: 'action',
    summary: 'action',
    service: 'jobs',
    scope: ['namespace'],
    name: { field: 'Name', input: 'action' },
    fields: actionFields,
    show: command('job actions'),
    parent: ofJob,
    list: { command: command('job actions'), reportsFields: 'all' },
  },
  {
    kind: 'group',
    summary: 'task group',
    service: 'jobs',
    scope: ['namespace'],
    name: { field: 'group', input: 'Target' },
    fields: summaryFields,
    show: command('job summary'),
    parent: ofJob,
    list: { command: command('job summary'), reportsFields: 'all' },
  },
];

export { commands };

export default kinds;
