import { at, isArray, textAt } from '../../documents/json/json.ts';
import type { KnownPaths, ScopeLists } from '../service.ts';

const scopes: ScopeLists = {
  organization: {
    path: '/organizations',
    one: (name) => `/organizations/${encodeURIComponent(name)}`,
    query: [['page[size]', '100']],
    names: (document) => {
      const items = at(document, 'data');
      return (isArray(items) ? items : []).flatMap((item) => {
        const name = textAt(at(item, 'attributes'), 'name') ?? textAt(item, 'id');
        return name === undefined ? [] : [{ name }];
      });
    },
  },
};

export default scopes;

/** Related objects that have no values of states or variables, and no signed URLs. */
const harmless: ReadonlySet<string> = new Set([
  'organization',
  'project',
  'locked_by',
  'effective_tag_bindings',
  'readme',
]);

/**
 * Paths that may be shown: not states, outputs, variables, tokens and connections, and nothing with signed URLs,
 * which need no token (plans, applies, configurations).
 */
const shown = new RegExp(
  String.raw`^(?:/api/v2)?/(?:${[
    'ping',
    'account/details',
    'organizations(?:/[^/]+)?',
    `organizations/[^/]+/(?:${[
      'agent-pools',
      'entitlement-set',
      'explorer',
      'policies',
      'policy-sets',
      'projects',
      'runs',
      'ssh-keys',
      'subscription',
      'tags',
      'teams',
      'workspaces(?:/[^/]+)?',
    ].join('|')})`,
    '(?:agent-pools|agents|projects|runs|teams|workspaces)/[^/]+',
    'agent-pools/[^/]+/agents',
    'runs/[^/]+/(?:comments|policy-checks|run-events|task-stages)',
    'projects/[^/]+/(?:effective-tag-bindings|tag-bindings)',
    'workspaces/[^/]+/(?:effective-tag-bindings|resources|runs|tag-bindings)',
    'team-workspaces(?:/[^/]+)?',
  ].join('|')})/?$`,
);

export const knownPaths: KnownPaths = {
  shown,
  expands: (query) =>
    query.some(
      ([name, value]) => name === 'include' && value.split(',').some((one) => !harmless.has(one.trim())),
    ),
};
