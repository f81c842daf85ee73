/** Lists the namespaces below that of the settings, the visible mounts, and their contents. */
import { routed } from '../../http/decoded.ts';
import { defineOperation } from '../../catalogue/operation.ts';
import { storageNamespace, withoutSlash } from '../../catalogue/storage-path.ts';
import { recordView } from '../../catalogue/view.ts';
import type { Json } from '../../documents/json/json.ts';
import { at, isArray, isObject, textAt } from '../../documents/json/json.ts';
import { isOwnPath, leasesIn } from './scope.ts';
import type { KnownPaths, MountedEngine, PlacedBy, ScopeListed, ScopeLists } from '../service.ts';
import * as ownOperations from './login-operations.ts';

const others: ReadonlySet<string> = new Set(
  (
    'alicloud azure cassandra consul cubbyhole database gcp gcpkms generic identity keymgmt kmip kubernetes kv ' +
    'mongodb mongodbatlas mssql mysql nomad oracle postgresql rabbitmq ssh system terraform totp transform transit'
  ).split(' '),
);

const typeOf: Readonly<Record<string, string>> = { pki: 'pki', cloud: 'aws', ldap: 'ldap' };
const groupOf = new Map(Object.entries(typeOf).map(([group, type]) => [type, group]));

/** Operators name plugins freely, like `openbao-plugin-secrets-aws`, so the mount's name counts too. */
const engineIn = (type: string): string | undefined => {
  const words = type.toLowerCase().split(/[^a-z\d]+/);
  return words.find((word) => groupOf.has(word)) ?? words.find((word) => others.has(word));
};

export const mountsPath = '/sys/internal/ui/mounts';

export const mountsIn = (document: Json): readonly ScopeListed[] | undefined => {
  const secret = at(document, 'data', 'secret');
  if (!isObject(secret)) return undefined;
  return Object.entries(secret).map(([path, mount]) => {
    const type = textAt(mount, 'type') ?? '';
    return { name: withoutSlash(path), engine: groupOf.get(engineIn(type) ?? '') ?? type };
  });
};

const scopes: ScopeLists = {
  namespace: {
    path: '/sys/namespaces',
    query: [['list', 'true']],
    names: (document, { namespace }) => {
      const keys = at(document, 'data', 'keys');
      const above = namespace === undefined ? '' : `${withoutSlash(namespace.value)}/`;
      return (isArray(keys) ? keys : []).flatMap((key) =>
        typeof key === 'string' ? [{ name: above + withoutSlash(key) }] : [],
      );
    },
  },
  mount: { path: mountsPath, names: (document) => mountsIn(document) ?? [] },
};

export default scopes;

const showMount = defineOperation({
  id: 'mount.engine',
  summary: 'Show which engine a mount holds',
  source: {
    page: 'https://developer.hashicorp.com/vault/api-docs/system/internal-ui-mounts',
    servers: ['vault'],
  },
  service: 'secrets',
  method: 'GET',
  path: '/sys/internal/ui/mounts/{mount}',
  parameters: {
    mount: { in: 'path', type: 'string', summary: 'Path of the mount', required: true, slashes: 'path' },
  },
  effect: 'read',
  view: recordView({ fields: {}, name: 'path', columns: [], open: true }),
  examples: [],
});

const ownerOf: MountedEngine['ownerOf'] = ({ parameters }) =>
  typeOf[/^(.+)-mount$/.exec(parameters['mount']?.complete ?? '')?.[1] ?? ''];

export const mounted: MountedEngine = {
  show: showMount,
  namedLike: engineIn,
  ownerOf,
  engineOf: (operation) => {
    const { method, view, returnedOnce } = operation;
    // No other engine has paths that return certificates, which are frequent; many have paths that return
    // credentials.
    const gives = method === 'GET' || returnedOnce !== undefined || 'files' in view;
    return gives && view.kind !== 'credentials' ? undefined : ownerOf(operation);
  },
  otherThan: (engine, document) => {
    const known = engineIn(textAt(at(document, 'data'), 'type') ?? '');
    return known === engine ? undefined : known;
  },
  holds: (operation, mount, document) => {
    const found = at(document, 'data');
    const wanted = withoutSlash(mount);
    // A mount's path repeats the namespaces of the question or the header.
    const path = withoutSlash(textAt(found, 'path') ?? wanted);
    const isThere = path === wanted || path.endsWith(`/${wanted}`);
    return isThere && engineIn(textAt(found, 'type') ?? '') === ownerOf(operation);
  },
};

const listMounts = defineOperation({
  id: 'mount.list',
  summary: 'List the mounts of a namespace',
  source: {
    page: 'https://developer.hashicorp.com/vault/api-docs/system/internal-ui-mounts',
    servers: ['vault'],
  },
  service: 'secrets',
  method: 'GET',
  path: mountsPath,
  parameters: {},
  effect: 'read',
  view: recordView({ fields: {}, name: 'path', columns: [], open: true }),
  examples: [],
});

const showLease = defineOperation({
  id: 'lease.scope',
  summary: 'Show a lease',
  source: { page: 'https://developer.hashicorp.com/vault/api-docs/system/leases', servers: ['vault'] },
  service: 'secrets',
  method: 'POST',
  path: '/sys/leases/lookup',
  parameters: { lease_id: { in: 'body', type: 'string', summary: 'Lease ID', required: true } },
  effect: 'read',
  view: recordView({ fields: {}, name: 'id', columns: [], open: true }),
  examples: [],
});

/** OpenBao reports the namespace of a lease; on other servers it stays unknown. */
const placedByLease: PlacedBy = (request) => {
  const [lease, ...others] = leasesIn(request);
  if (lease === undefined || others.some((one) => one !== lease)) return undefined;
  return {
    show: showLease,
    input: { lease_id: lease },
    scopeIn: (document) => {
      const namespace = textAt(at(document, 'data'), 'namespace_path');
      return namespace === undefined ? undefined : { namespace: storageNamespace(namespace) };
    },
  };
};

/**
 * Looks for a mount of the header's namespace at the start of the path: a server asked for one mount does not say
 * whether a namespace is part of its path (OpenBao 2.6.2).
 */
export const placedBy: PlacedBy = (request) => {
  const { path, headers } = request;
  if (isOwnPath(path)) return placedByLease(request);
  const below = `${routed(path).replace(/^\/+/, '')}/`;
  return {
    show: listMounts,
    input: {},
    scopeIn: (document) => {
      const mount = (mountsIn(document) ?? [])
        .map(({ name }) => name)
        .filter((name) => below.startsWith(`${name}/`))
        .toSorted((one, other) => other.length - one.length)[0];
      return mount === undefined
        ? undefined
        : { mount, namespace: storageNamespace(headers['x-vault-namespace']) };
    },
  };
};

/** Paths that may be shown: not the storage itself, kept keys, log-ins by GET, and tokens of identities. */
const shown = new RegExp(
  String.raw`^/(?:${[
    `sys/(?:${[
      'audit',
      'auth',
      'capabilities[^/]*',
      'config/(?:auditing|cors|state|ui)',
      'ha-status',
      'health',
      'host-info',
      'init',
      'internal/(?:counters|specs|ui)',
      'key-status',
      'leader',
      'license',
      'locked-users',
      'mounts',
      'namespaces',
      'plugins',
      'policies',
      'policy',
      'quotas',
      'replication/status',
      'seal-status',
      'version-history',
    ].join('|')})(?:/.*)?`,
    'auth/token/(?:lookup-self|roles/[^/]+)',
    'auth/.+/(?:config|groups?|roles?|users?)(?:/[^/]+)?',
    'identity/(?:entity|entity-alias|group|group-alias)/(?:id|name)/[^/]+',
  ].join('|')})/?$`,
);

const { unseal, ...sessions } = ownOperations;

export const knownPaths: KnownPaths = {
  shown,
  computed: new RegExp(
    String.raw`^/(?:${[
      'sys/capabilities(?:-self|-accessor)?',
      'sys/wrapping/lookup',
      String.raw`sys/tools/(?:hash|random)(?:/.*)?`,
      'auth/token/lookup(?:-self|-accessor)?',
      'identity/lookup/(?:entity|group)',
    ].join('|')})/?$`,
  ),
  changed: /^\/.+\/crl\/rotate-delta\/?$/,
  // The path `pki/issuer/NAME/revoke` revokes an issuer, not a certificate of a mount `pki/issuer/NAME`.
  inEngine: /\/issuer\/[^/]+$/,
  // Some paths below sys have no LIST.
  listed: /^(?!.*\/sys\/)/,
  own: [unseal, ...Object.values(sessions)],
};
