import type { SandboxResponse } from '../contract.ts';
import type { Call } from './call.ts';
import { may, ok } from './call.ts';
import { latestChangeAt, toJson, workspaceResource } from './document.ts';
import { badParameter } from './errors.ts';
import { included, readInclude } from './include.ts';
import type { Organization, Workspace } from './model.ts';
import { paginate } from './paging.ts';
import * as search from './search.ts';

function taggedFilters(query: URLSearchParams): search.Matches[] {
  const pairs = new Map<string, { key?: string; value?: string }>();
  for (const [name, value] of query) {
    const [, index, part] = /^filter\[tagged\]\[(\d+)\]\[(key|value)\]$/.exec(name) ?? [];
    if (index === undefined) continue;
    const pair = pairs.get(index) ?? {};
    if (part === 'key') pair.key = value;
    else pair.value = value;
    pairs.set(index, pair);
  }
  return [...pairs.values()].map(({ key, value }) => search.isTagged(key, value));
}

/** All must match; empty ones are ignored. */
function readFilters(query: URLSearchParams, organization: Organization): search.Matches[] {
  const known: readonly (readonly [string, (value: string) => search.Matches])[] = [
    ['search[name]', search.nameIsLike],
    ['search[wildcard-name]', search.nameMatchesWildcard],
    ['search[tags]', (value) => search.hasAllTags(value, organization)],
    ['search[exclude-tags]', (value) => search.hasNoneOfTags(value, organization)],
    ['filter[project][id]', (value) => (workspace) => workspace.projectId === value],
    ['filter[current-run][status]', search.currentRunIs],
  ];
  const filters = taggedFilters(query);
  for (const [name, make] of known) {
    const value = query.get(name);
    if (value !== null && value !== '') filters.push(make(value));
  }
  return filters;
}

type SortKey = (workspace: Workspace) => number | string;

const SORT_KEYS: Readonly<Record<string, SortKey>> = {
  name: ({ name }) => name,
  'current-run.created-at': ({ runs }) => runs.at(-1)?.createdAt ?? 0,
  'latest-change-at': latestChangeAt,
};

function sorted(workspaces: readonly Workspace[], sort: string | null): readonly Workspace[] {
  if (sort === null || sort === '') return workspaces;
  const name = sort.startsWith('-') ? sort.slice(1) : sort;
  const key = Object.hasOwn(SORT_KEYS, name) ? SORT_KEYS[name] : undefined;
  if (key === undefined) throw badParameter(`Invalid sort parameter: '${sort}'.`, 'sort');
  const direction = sort.startsWith('-') ? -1 : 1;
  return workspaces.toSorted((left, right) => {
    const a = key(left);
    const b = key(right);
    if (a === b) return 0;
    return (a < b ? -1 : 1) * direction;
  });
}

export function listWorkspaces(call: Call, organization: Organization): SandboxResponse {
  const { query } = call.request;
  const filters = readFilters(query, organization);
  const names = readInclude(call);
  const visible = call.store
    .inOrganization(organization.name)
    .filter((workspace) => may(call, workspace, 'read') && filters.every((matches) => matches(workspace)));
  const page = paginate(sorted(visible, query.get('sort')), call.request, call.context.origin());
  return ok({
    data: page.items.map((workspace) => toJson(workspaceResource(call, workspace))),
    ...included(call, names, page.items),
    ...page.envelope,
  });
}
