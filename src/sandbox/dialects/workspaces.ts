import type { Json, SandboxResponse } from '../contract.ts';
import type { Answer, Change, DialectData, JsonObject } from './data.ts';
import { dropped, everywhere, isObject } from './data.ts';

const DOCUMENTED_NAMES = new Set(['engine-version', 'vcs-app-installation-id', 'workspace-kpis-run-count']);

const WORKSPACES = /^\/api\/v2\/(?:organizations\/[^/]+\/workspaces|workspaces)(?:\/|$)/;
const EVERY_PATH = /^/;

function attributesOf(body: JsonObject): JsonObject | undefined {
  const { data } = body;
  return isObject(data) && isObject(data['attributes']) ? data['attributes'] : undefined;
}

function withAttributes(body: JsonObject, change: (attributes: JsonObject) => JsonObject): JsonObject {
  const { data } = body;
  const attributes = attributesOf(body);
  if (!isObject(data) || attributes === undefined) return body;
  return { ...body, data: { ...data, attributes: change(attributes) } };
}

const forgets = (names: ReadonlySet<string>): Change => ({
  method: /^(?:POST|PATCH)$/,
  path: WORKSPACES,
  change: (body) => withAttributes(body, (attributes) => everywhereIn(attributes, names)),
});

const everywhereIn = (value: JsonObject, names: ReadonlySet<string>): JsonObject => {
  const changed = everywhere(value, (object) => dropped(object, names));
  return isObject(changed) ? changed : value;
};

function textAt(value: Json | undefined, ...keys: readonly string[]): string {
  let inner = value;
  for (const key of keys) inner = isObject(inner) ? inner[key] : undefined;
  return typeof inner === 'string' ? inner : '';
}

/** Adds the source and the link to consumers; the relationship to a key only with a key. */
const ownWorkspace = (value: JsonObject): JsonObject => {
  const { attributes, id, relationships } = value;
  if (value['type'] !== 'workspaces' || typeof id !== 'string' || !isObject(relationships)) return value;
  const key = relationships['ssh-key'];
  const pool = textAt(attributes, 'agent-pool-id');
  const related = `/api/v2/workspaces/${id}/relationships/remote-state-consumers`;
  const place = `${textAt(relationships, 'organization', 'data', 'id')}/workspaces/${textAt(attributes, 'name')}`;
  return {
    ...value,
    links: { self: `/api/v2/organizations/${place}`, 'self-html': `/app/${place}` },
    ...(isObject(attributes) ? { attributes: { ...attributes, source: 'tfe-api' } } : {}),
    relationships: {
      ...(isObject(key) && key['data'] === null
        ? dropped(relationships, new Set(['ssh-key']))
        : relationships),
      'remote-state-consumers': { links: { related } },
      'agent-pool': { data: pool === '' ? null : { type: 'agent-pools', id: pool } },
    },
  };
};

const ENTITLEMENTS = { operations: true, 'state-storage': true };

const OWN_FORM: readonly Change[] = [
  {
    path: /\/entitlement-set$/,
    change: (body) => withAttributes(body, (attributes) => ({ ...attributes, ...ENTITLEMENTS })),
  },
  {
    path: EVERY_PATH,
    change: (body) => {
      const changed = everywhere(body, (value) => ownWorkspace(dropped(value, DOCUMENTED_NAMES)));
      return isObject(changed) ? changed : body;
    },
  },
];

/** OTF's clients send `vcs-repo: {}` with every change, for no repository. */
const EMPTY_REPOSITORY: Change = {
  method: /^(?:POST|PATCH)$/,
  path: WORKSPACES,
  change: (body) =>
    withAttributes(body, (attributes) => {
      const repository = attributes['vcs-repo'];
      const isEmpty = isObject(repository) && Object.keys(repository).length === 0;
      return isEmpty ? dropped(attributes, new Set(['vcs-repo'])) : attributes;
    }),
};

const problem = (status: number, title: string, detail: string): SandboxResponse => ({
  status,
  body: { errors: [{ status: String(status), title, detail }] },
});

const RETENTION = /\/relationships\/data-retention-policy$/;

const RATE = { 'X-RateLimit-Limit': '30', 'X-RateLimit-Remaining': '29', 'X-RateLimit-Reset': '1.0' };

export const HCP_TERRAFORM: DialectData = {
  product: 'hcp-terraform',
  service: 'workspaces',
  version: '',
  editions: false,
  headers: () => ({ 'TFP-API-Version': '2.5', 'TFP-AppName': 'HCP Terraform', ...RATE }),
  answers: [{ path: RETENTION, reply: () => problem(404, 'not found', 'Not found') }],
  requests: [forgets(DOCUMENTED_NAMES), EMPTY_REPOSITORY],
  replies: OWN_FORM,
  corrections: [],
};

export const TERRAFORM_ENTERPRISE: DialectData = {
  product: 'terraform-enterprise',
  service: 'workspaces',
  version: '2.0.0',
  editions: false,
  headers: ({ version }) => ({
    'TFP-API-Version': '2.5',
    'TFP-AppName': 'Terraform Enterprise',
    'X-TFE-Version': version,
    ...RATE,
  }),
  answers: [],
  requests: [forgets(new Set([...DOCUMENTED_NAMES, 'assessments-enabled'])), EMPTY_REPOSITORY],
  replies: OWN_FORM,
  corrections: [],
};

const plain = (status: number, text: string): SandboxResponse => ({
  status,
  body: text,
  headers: { 'X-Content-Type-Options': 'nosniff' },
});

const noRoute = (path: RegExp, method?: RegExp): Answer => ({
  path,
  ...(method === undefined ? {} : { method }),
  bare: true,
  reply: () => plain(404, '404 page not found\n'),
});

const OTF_FORGETS = new Set([
  ...DOCUMENTED_NAMES,
  'assessments-enabled',
  'auto-destroy-at',
  'auto-destroy-activity-duration',
  'setting-overwrites',
  'ingress-submodules',
  'github-app-installation-id',
]);

/** Missing in OTF's documents. */
const OTF_LACKS = new Set([
  ...DOCUMENTED_NAMES,
  'assessments-enabled',
  'auto-destroy-at',
  'auto-destroy-activity-duration',
  'github-app-installation-id',
  'ingress-submodules',
  'latest-change-at',
  'locked-reason',
  'locked-by',
  'current-configuration-version-readme',
  'data-retention-policy',
  'readme',
]);

const FIRST_PAGE: JsonObject = {
  'current-page': 1,
  'prev-page': null,
  'next-page': null,
  'total-pages': 1,
  'total-count': 0,
};

const WORKSPACE = /^\/api\/v2\/(?:organizations\/[^/]+\/workspaces\/[^/]+|workspaces\/[^/]+)(?:\/|$)/;

/** Only relationships of workspaces are limited. */
const withoutProject = (value: Json): Json =>
  everywhere(value, (object) =>
    object['type'] === 'workspaces' && isObject(object['relationships'])
      ? {
          ...dropped(object, new Set(['links'])),
          relationships: dropped(object['relationships'], new Set(['project'])),
        }
      : object,
  );

const OTF_LISTS = ['tag-names', 'trigger-patterns', 'trigger-prefixes'];

/** As recorded: an empty list is null. */
const withoutEmptyLists = (value: Json): Json =>
  everywhere(value, (object) => ({
    ...object,
    ...Object.fromEntries(
      OTF_LISTS.flatMap((name) => {
        const list = object[name];
        return Array.isArray(list) && list.length === 0 ? [[name, null] as const] : [];
      }),
    ),
  }));

export const OTF: DialectData = {
  product: 'otf',
  service: 'workspaces',
  version: '0.6.3',
  editions: false,
  headers: () => ({}),
  answers: [
    {
      path: /^\/version$/,
      bare: true,
      reply: ({ version }) => ({
        status: 200,
        type: 'application/json',
        body: { Version: version, Commit: 'sandbox', Built: 'sandbox' },
      }),
    },
    noRoute(/\/actions\/safe-delete$/),
    noRoute(/\/relationships\/(?:remote-state-consumers|data-retention-policy)$/),
    noRoute(/\/(?:effective-)?tag-bindings$/),
  ],
  requests: [forgets(OTF_FORGETS), { method: /^POST$/, path: /\/actions\/lock$/, change: () => ({}) }],
  replies: [
    {
      path: EVERY_PATH,
      change: (body) => {
        const changed = withoutEmptyLists(withoutProject(everywhereIn(body, OTF_LACKS)));
        return isObject(changed) ? changed : body;
      },
    },
  ],
  corrections: [
    {
      status: 401,
      path: EVERY_PATH,
      text: /required/,
      reply: () => plain(401, 'you need to login to access the requested page\n'),
    },
    { status: 401, path: EVERY_PATH, reply: () => plain(401, 'invalid JWT\n') },
    { status: 409, path: /\/actions\/lock$/, reply: () => plain(409, '\n') },
    {
      status: 409,
      path: /\/actions\/(?:force-)?unlock$/,
      text: /already|not locked/i,
      reply: () => problem(409, 'Conflict', 'workspace already unlocked'),
    },
    {
      status: 409,
      path: /\/actions\/unlock$/,
      reply: () => problem(500, 'Internal Server Error', 'workspace locked by different user'),
    },
    {
      status: 404,
      method: /^GET$/,
      path: /^\/api\/v2\/organizations\/[^/]+\/workspaces$/,
      reply: () => ({ status: 200, body: { data: [], meta: { pagination: FIRST_PAGE } } }),
    },
    {
      status: 404,
      path: WORKSPACE,
      reply: () => problem(404, 'Not Found', 'resolving ID: resource not found'),
    },
    {
      status: 422,
      method: /^POST$/,
      path: /\/workspaces$/,
      text: /taken|already/i,
      reply: () => problem(409, 'Conflict', 'resource already exists'),
    },
    {
      status: 422,
      method: /^POST$/,
      path: /\/workspaces$/,
      text: /vcs-repo\.identifier is required/,
      reply: () =>
        problem(
          500,
          'Internal Server Error',
          'must specify both oauth-token-id and identifier attributes for vcs-repo',
        ),
    },
    {
      status: 422,
      method: /^PATCH$/,
      path: WORKSPACE,
      text: /vcs-repo\.identifier is required/,
      reply: () => problem(422, 'Unprocessable Entity', 'required parameter missing: repo_path'),
    },
    {
      status: 422,
      path: /\/workspaces(?:\/[^/]+)?$/,
      text: /\/name/,
      reply: () => problem(500, 'Internal Server Error', 'invalid value for name'),
    },
  ],
};
