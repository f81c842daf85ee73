import { shellWord } from '../../../catalogue/text/shell-words.ts';
import { pairsOf } from '../../../catalogue/parameter.ts';
import type { InputValue } from '../../../catalogue/parameter.ts';
import { defineOperation } from '../../../catalogue/operation.ts';
import { tableView } from '../../../catalogue/view.ts';
import { workspaceFields } from '../fields.ts';
import { include, listColumns, organization, paging } from '../parts.ts';

const isTag = (one: unknown): one is { readonly key: string; readonly value?: string } =>
  typeof one === 'object' && one !== null && 'key' in one && typeof one.key === 'string';

export const list = defineOperation({
  id: 'workspace.list',
  summary: 'List the workspaces of an organization',
  description:
    'Reads all pages unless --page-number is given. Filters are combined with AND; without --sort the order ' +
    'is arbitrary but stable.',
  source: '1 §4.1',
  service: 'workspaces',
  method: 'GET',
  path: '/organizations/{organization_name}/workspaces',
  parameters: {
    organization_name: organization,
    ...paging,
    'search[name]': { in: 'query', type: 'string', summary: 'Fuzzy match on the name', metavar: 'text' },
    'search[tags]': {
      in: 'query',
      type: 'strings',
      summary: 'Only workspaces with all of these tags',
      metavar: 'tag',
    },
    'search[exclude-tags]': {
      in: 'query',
      type: 'strings',
      summary: 'Only workspaces with none of these tags',
      metavar: 'tag',
    },
    'search[wildcard-name]': {
      in: 'query',
      type: 'string',
      summary: 'Partial match with * as prefix, suffix or both',
      limits: { pattern: '\\*?[^*]+\\*?', meaning: 'a name with * at its start, its end, or both' },
      metavar: 'pattern',
    },
    sort: {
      in: 'query',
      type: 'string',
      summary: 'Order; a leading - reverses it',
      default: 'arbitrary but stable',
      enum: [
        'name',
        '-name',
        'current-run.created-at',
        '-current-run.created-at',
        'latest-change-at',
        '-latest-change-at',
      ],
    },
    'filter[project][id]': {
      in: 'query',
      type: 'string',
      summary: 'Only workspaces of this project',
      metavar: 'id',
    },
    'filter[current-run][status]': {
      in: 'query',
      type: 'string',
      summary: 'Only workspaces whose current run has this status',
      metavar: 'status',
    },
    tagged: {
      in: 'query',
      type: 'pairs',
      name: 'filter[tagged][i][key]',
      flag: 'tagged',
      sentAs: (pairs: InputValue) =>
        Object.fromEntries(
          pairsOf(pairs).flatMap(({ key, value }, index) => [
            [`filter[tagged][${index}][key]`, key],
            ...(value === undefined ? [] : [[`filter[tagged][${index}][value]`, value]]),
          ]),
        ),
      summary: 'Only workspaces with this tag: env, or env=prod',
      metavar: 'key[=value]',
    },
    include,
  },
  effect: 'read',
  view: tableView({
    fields: workspaceFields,
    name: 'name',
    columns: listColumns,
    empty: 'no workspaces match',
    suggestFilter: ({ tagged }) => {
      const pairs: readonly unknown[] = Array.isArray(tagged) ? tagged : [];
      const alone = pairs.find((one) => isTag(one) && one.value === undefined);
      const key = isTag(alone) ? alone.key : undefined;
      return key === undefined
        ? undefined
        : `--tagged compares the keys of tags; by the name of a tag: --where ${shellWord(`tag=${key}`)}`;
    },
  }),
  permission: 'Read',
  examples: [
    { summary: 'All workspaces', argv: 'workspace list --organization acme' },
    {
      summary: 'Production workspaces, newest change first',
      argv: 'workspace list --organization acme --tagged env=prod --sort=-latest-change-at',
    },
    { summary: 'Only names', argv: 'workspace list --organization acme -o name' },
    {
      summary: 'What is locked, who holds the lock, and why',
      argv: 'workspace list --where locked=true --fields name,holder,locked-reason',
    },
  ],
});
