import type { Json, SandboxResponse } from '../contract.ts';
import { randomUUID } from '../random.ts';
import type { Answer, Change, Correction, DialectData, JsonObject, ProductVersion } from './data.ts';
import { dropped, isBefore, isObject } from './data.ts';

const refused = (message: string): SandboxResponse => ({
  status: 404,
  body: { errors: [`1 error occurred:\n\t* ${message}\n\n`] },
});

const unsupported = (path: RegExp, when?: Answer['when'], method?: RegExp): Answer => ({
  path,
  ...(when === undefined ? {} : { when }),
  ...(method === undefined ? {} : { method }),
  reply: () => refused('unsupported path'),
});

const HEADERS = {
  'Cache-Control': 'no-store',
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
};

const STATUS = /^\/v1\/sys\/(?:health|seal-status)$/;
const MESSAGES =
  /^\/v1\/(?:[^/]+\/)*sys\/(?:config\/ui\/custom-messages(?:\/.*)?|internal\/ui\/(?:un)?authenticated-messages)$/;
const HIERARCHY =
  /^\/v1\/(?:[^/]+\/)*?(?:ldap|openldap)\/(?:static-role|static-cred|rotate-role|role|creds)\/[^/]+\/[^/]+/;
const LIBRARY_HIERARCHY =
  /^\/v1\/(?:[^/]+\/)*?(?:ldap|openldap)\/library\/(?!manage\/)[^/]+\/(?!(?:status|check-out|check-in)$)[^/]+/;
const CERTIFICATES_WITH_DETAILS = /\/certs\/detailed$/;
const NAMESPACES = /^\/v1\/(?:[^/]+\/)*sys\/namespaces(?:\/.*)?$/;

const full = ({ version, enterprise }: ProductVersion): string => `${version}${enterprise ? '+ent' : ''}`;

type Defaults = Readonly<Record<string, Json>>;

/** Added by OpenBao to a tidy; null before the first one. */
const TIDY_DEFAULTS: Defaults = {
  acme_account_deleted_count: 0,
  acme_account_revoked_count: 0,
  acme_account_safety_buffer: 2_592_000,
  acme_orders_deleted_count: 0,
  current_cert_store_count: null,
  current_revoked_cert_count: null,
  issuer_safety_buffer: 31_536_000,
  missing_issuer_cert_count: 0,
  page_size: 1000,
  pause_duration: '0s',
  tidy_acme: false,
  tidy_expired_issuers: false,
  tidy_invalid_certs: false,
  tidy_move_legacy_ca_bundle: false,
  tidy_revoked_cert_issuer_associations: false,
  total_acme_account_count: 0,
};

/** Shown of lists of revoked certificates, even before they are configured. */
const LIST_DEFAULTS: Defaults = {
  allow_expired_cert_revocation: false,
  auto_rebuild: false,
  auto_rebuild_grace_period: '12h',
  delta_rebuild_interval: '15m',
  disable: false,
  enable_delta: false,
  expiry: '72h',
  ocsp_disable: false,
  ocsp_expiry: '12h',
};

/** Only Vault has lists of several clusters. */
const VAULT_LIST_DEFAULTS: Defaults = {
  cross_cluster_revocation: false,
  unified_crl: false,
  unified_crl_on_existing_paths: false,
};

const URL_DEFAULTS: Defaults = {
  crl_distribution_points: [],
  delta_crl_distribution_points: [],
  enable_templating: false,
  issuing_certificates: [],
  ocsp_servers: [],
};

const ROLE_DEFAULTS: Defaults = {
  allow_token_displayname: false,
  allowed_user_ids: [],
  issuer_ref: 'default',
  not_before_bound: 'permit',
  not_before: '',
  not_after_bound: 'permit',
  use_pss: false,
};

/** Only OpenBao's roles have these. */
const OPENBAO_ROLE_DEFAULTS: Defaults = {
  allow_globs_in_identity_templates: false,
  allowed_ip_sans_cidr: [],
};

const SHOWS_OR_WRITES = /^(?:GET|POST)$/;
const LIST_SETTINGS = /\/config\/crl$/;
const URL_SETTINGS = /\/config\/urls$/;
const NO_TIDY: Defaults = Object.fromEntries(Object.keys(TIDY_DEFAULTS).map((name) => [name, null]));
const CERTIFICATE_ROLE = /^\/v1\/(?!.*(?:aws|cloud)\/).*\/roles\/[^/]+$/;
const CLOUD_ROLE = /\/(?:aws|cloud)\/roles\/[^/]+$/;
const CLOUD_ROOT = /\/(?:aws|cloud)\/config\/root$/;

/** For GET, or another method. */
const shown = (path: RegExp, change: (data: JsonObject) => JsonObject, method = /^GET$/): Change => ({
  method,
  path,
  change: (body) => (isObject(body['data']) ? { ...body, data: change(body['data']) } : body),
});

const withDefaults = (path: RegExp, defaults: Defaults, method?: RegExp): Change =>
  shown(path, (data) => ({ ...defaults, ...data }), method);

/** Unwritten settings have their defaults, instead of a 404. */
const neverMissing = (path: RegExp, defaults: Defaults): Correction => ({
  status: 404,
  method: /^GET$/,
  path,
  text: /^\{"errors":\[\]\}$/,
  reply: () => ({
    status: 200,
    body: {
      request_id: randomUUID(),
      lease_id: '',
      renewable: false,
      lease_duration: 0,
      data: defaults,
      wrap_info: null,
      warnings: null,
      auth: null,
    },
  }),
});

export const VAULT: DialectData = {
  product: 'vault',
  service: 'secrets',
  version: '1.19.0',
  editions: true,
  headers: () => HEADERS,
  answers: [
    unsupported(MESSAGES, (version) => !version.enterprise || isBefore(version, '1.16')),
    unsupported(HIERARCHY, (version) => isBefore(version, '1.17')),
    unsupported(LIBRARY_HIERARCHY, (version) => isBefore(version, '1.17')),
    unsupported(CERTIFICATES_WITH_DETAILS),
    unsupported(NAMESPACES, ({ enterprise }) => !enterprise),
  ],
  requests: [],
  replies: [
    {
      path: STATUS,
      change: (body, version) => ({ ...body, version: full(version), enterprise: version.enterprise }),
    },
    withDefaults(LIST_SETTINGS, { ...LIST_DEFAULTS, ...VAULT_LIST_DEFAULTS }, SHOWS_OR_WRITES),
    withDefaults(URL_SETTINGS, URL_DEFAULTS, SHOWS_OR_WRITES),
    withDefaults(CERTIFICATE_ROLE, ROLE_DEFAULTS, SHOWS_OR_WRITES),
  ],
  corrections: [
    neverMissing(LIST_SETTINGS, { ...LIST_DEFAULTS, ...VAULT_LIST_DEFAULTS }),
    neverMissing(URL_SETTINGS, URL_DEFAULTS),
  ],
};

export const OPENBAO: DialectData = {
  product: 'openbao',
  service: 'secrets',
  version: '2.6.2',
  editions: false,
  headers: () => HEADERS,
  answers: [
    unsupported(MESSAGES),
    unsupported(HIERARCHY),
    unsupported(LIBRARY_HIERARCHY),
    unsupported(CERTIFICATES_WITH_DETAILS, (version) => isBefore(version, '2.2')),
    unsupported(NAMESPACES, (version) => isBefore(version, '2.3')),
    unsupported(/\/(?:aws|cloud)\/static-roles$/, undefined, /^LIST$/),
  ],
  requests: [],
  replies: [
    { path: STATUS, change: (body, version) => ({ ...body, version: full(version) }) },
    withDefaults(LIST_SETTINGS, LIST_DEFAULTS, SHOWS_OR_WRITES),
    withDefaults(URL_SETTINGS, URL_DEFAULTS, SHOWS_OR_WRITES),
    withDefaults(CERTIFICATE_ROLE, { ...ROLE_DEFAULTS, ...OPENBAO_ROLE_DEFAULTS }, SHOWS_OR_WRITES),
    shown(/\/tidy-status$/, (data) => ({
      ...(data['state'] === 'Inactive' ? NO_TIDY : TIDY_DEFAULTS),
      revoked_safety_buffer: data['safety_buffer'] ?? null,
      ...data,
    })),
    // Multi-factor and federation do not exist.
    shown(CLOUD_ROLE, (data) => dropped(data, new Set(['mfa_serial_number']))),
    shown(CLOUD_ROOT, (data) =>
      dropped(data, new Set(['identity_token_audience', 'identity_token_ttl', 'role_arn'])),
    ),
  ],
  corrections: [neverMissing(LIST_SETTINGS, LIST_DEFAULTS), neverMissing(URL_SETTINGS, URL_DEFAULTS)],
};
