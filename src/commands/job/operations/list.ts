import { defineOperation } from '../../../catalogue/operation.ts';
import { tableView } from '../../../catalogue/view.ts';
import { listedJobFields } from '../fields.ts';
import { anyNamespace, stale } from '../parts.ts';
import { region } from '../../../services/jobs/region.ts';

export const list = defineOperation({
  id: 'job.list',
  summary: 'List jobs',
  description:
    'Reads all pages, --per-page jobs at a time; --next-token reads one page only. --namespace "*" spans ' +
    'every namespace that the token may list. The filter sees the whole job, not only the columns.',
  source: '3 §4.1',
  service: 'jobs',
  method: 'GET',
  path: '/v1/jobs',
  parameters: {
    prefix: {
      in: 'query',
      type: 'string',
      summary: 'Only jobs whose ID starts with this',
      default: 'empty',
      metavar: 'text',
    },
    next_token: {
      in: 'query',
      type: 'string',
      summary: 'Read only the page starting at this token',
      default: 'empty',
      metavar: 'token',
    },
    per_page: {
      in: 'query',
      type: 'integer',
      summary: 'Jobs per page; 0: all in one reply',
      default: '0, not paginated (trivet asks for 500 at a time)',
      limits: { minimum: 0 },
      metavar: 'n',
    },
    filter: {
      in: 'query',
      type: 'string',
      summary: `Filter expression: 'Type == "batch" and Status == "running"'`,
      default: 'empty',
      metavar: 'expression',
    },
    namespace: anyNamespace,
    region,
    meta: {
      in: 'query',
      type: 'boolean',
      summary: "Include each job's meta key-value pairs",
      default: 'false',
    },
    reverse: {
      in: 'query',
      type: 'boolean',
      summary: 'List in descending order',
      source: { page: 'https://developer.hashicorp.com/nomad/api-docs/jobs', servers: ['nomad'] },
    },
    stale,
  },
  effect: 'read',
  view: tableView({
    fields: listedJobFields,
    essential: ['ID', 'Status'],
    name: 'ID',
    columns: [
      ['ID', 'id'],
      ['Namespace', 'namespace'],
      ['Type', 'type'],
      ['Priority', 'priority'],
      ['Status', 'status'],
      ['Stop', 'stopped'],
      ['ParentID', 'parent'],
      ['JobModifyIndex', 'modify index'],
      ['SubmitTime', 'submitted'],
      ['JobSummary', 'children'],
    ],
    empty: 'no jobs match',
  }),
  permission: 'namespace:list-jobs',
  examples: [
    { summary: 'Every job of every namespace', argv: 'job list --namespace "*"' },
    {
      summary: 'Running batch jobs',
      argv: `job list --filter 'Type == "batch" and Status == "running"'`,
    },
    { summary: 'Children of a periodic job', argv: 'job list --prefix nightly/periodic-' },
    { summary: 'A line for each change', argv: 'job list --watch -o jsonl' },
  ],
});
