import { isArray, textAt } from '../../documents/json/json.ts';
import type { KnownPaths, ScopeLists } from '../service.ts';
import * as ownOperations from './login-operations.ts';

const scopes: ScopeLists = {
  namespace: {
    path: '/v1/namespaces',
    one: (name) => `/v1/namespace/${encodeURIComponent(name)}`,
    names: (document) =>
      (isArray(document) ? document : []).flatMap((item) => {
        const name = textAt(item, 'Name');
        return name === undefined ? [] : [{ name }];
      }),
  },
};

export default scopes;

const shown = new RegExp(
  String.raw`^/v1/(?:${[
    'jobs(?:/statuses)?',
    'job/[^/]+(?:/(?:allocations|deployment|deployments|evaluations|summary|scale|services|versions|actions))?',
    'allocations',
    'allocation/[^/]+(?:/(?:services|checks))?',
    'evaluations(?:/count)?',
    'evaluation/[^/]+(?:/allocations)?',
    'deployments',
    'deployment/[^/]+',
    'deployment/allocations/[^/]+',
    'nodes',
    'node/[^/]+(?:/allocations)?',
    'node/(?:pools|pool/[^/]+(?:/(?:jobs|nodes))?)',
    'namespaces',
    'namespace/[^/]+',
    'regions',
    'status/(?:leader|peers)',
    'agent/(?:health|members|servers|schedulers)',
    'scaling/(?:policies|policy/[^/]+)',
    'services',
    'service/[^/]+',
    'volumes',
    'volume/(?:csi|host)/[^/]+',
    'plugins',
    'plugin/csi/[^/]+',
    'quotas',
    'quota-usages',
    'vars',
    'acl/(?:policies|policy/[^/]+|roles|role/[^/]+|tokens)',
    'operator/(?:raft/configuration|autopilot/(?:configuration|health)|scheduler/configuration|license)',
    'metrics',
  ].join('|')})/?$`,
);

export const knownPaths: KnownPaths = {
  shown,
  computed: /^\/v1\/(?:search(?:\/fuzzy)?|validate\/job)\/?$/,
  // A node's agent accepts every method.
  changed: /^\/v1\/client\/(?:gc|allocation\/[^/]+\/gc)\/?$/,
  own: Object.values(ownOperations),
};
