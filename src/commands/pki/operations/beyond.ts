/** Parameters that only the vendors' pages document (docs/adr/0020). */
import type { Parameters } from '../../../catalogue/parameter.ts';
import { duration as durationOf, flag as flagOf, list as listOf } from '../parts.ts';

const page = 'https://openbao.org/api-docs/secret/pki/';

const both = { source: { page, servers: ['vault'] } } as const;

const bounded = {
  source: { page, servers: [{ family: 'vault', supports: 'pki-bounds' }] },
} as const;

const flag = (summary: string) => ({ ...flagOf(summary), ...both }) as const;

const list = (summary: string, metavar: string) => ({ ...listOf(summary, metavar), ...both }) as const;

const duration = (summary: string, fallback: string) =>
  ({ ...durationOf(summary, fallback), ...both }) as const;

export const issuerRef = {
  issuer_ref: {
    in: 'body',
    type: 'string',
    summary: 'Issuer that signs: a name or an ID',
    default: 'default',
    metavar: 'issuer',
    ...both,
  },
} as const satisfies Parameters;

export const notBefore = {
  not_before: {
    in: 'body',
    type: 'time',
    summary: 'Start of validity in UTC, to the second',
    limits: {
      pattern: String.raw`\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z`,
      meaning: 'a time in UTC such as 2026-01-31T00:00:00Z',
    },
    metavar: 'time',
    ...bounded,
  },
} as const satisfies Parameters;

export const notBeforeDuration = {
  not_before_duration: duration('Backdate the start of validity by this', '30s'),
} as const satisfies Parameters;

export const withoutRoots = {
  remove_roots_from_chain: flag("Leave roots out of the reply's chain"),
} as const satisfies Parameters;

export const userIds = {
  user_ids: list('User IDs (UID) of the subject', 'id'),
} as const satisfies Parameters;

const usePss = { use_pss: flag('Sign with RSA-PSS') } as const satisfies Parameters;

export const signature = {
  signature_bits: {
    in: 'body',
    type: 'integer',
    summary: 'SHA-2 bits: 256, 384, 512; 0: by key',
    default: '0',
    metavar: 'bits',
    ...both,
  },
  ...usePss,
} as const satisfies Parameters;

export const basicConstraints = {
  basic_constraints_valid_for_non_ca: flag('Mark basic constraints valid in leaf certificates'),
} as const satisfies Parameters;

const name = (summary: string) =>
  ({ in: 'body', type: 'string', summary, default: 'empty', metavar: 'name', ...both }) as const;

export const issuerName = {
  issuer_name: name('Unique name of the new issuer'),
} as const satisfies Parameters;

export const keyName = { key_name: name('Unique name of the new key') } as const satisfies Parameters;

export const rolesBeyond = {
  ...issuerRef,
  ...usePss,
  cn_validations: {
    in: 'body',
    type: 'strings',
    summary: 'How the common name is validated',
    default: 'email, hostname',
    limits: { pattern: 'email|hostname|disabled', meaning: 'email, hostname or disabled' },
    metavar: 'email|hostname|disabled',
    ...both,
  },
  allowed_user_ids: list('User IDs to allow, with globs', 'glob'),
  allowed_ip_sans_cidr: { ...list('Networks of allowed IP addresses', 'cidr'), ...bounded },
  allow_globs_in_identity_templates: {
    ...flag('Allow globs in values of identity templates'),
    ...bounded,
  },
  ...notBefore,
  not_before_bound: {
    in: 'body',
    type: 'string',
    summary: 'Which starts of validity requests may name',
    enum: ['permit', 'duration', 'forbid'],
    default: 'permit',
    metavar: 'permit|duration|forbid',
    ...bounded,
  },
  not_after_bound: {
    in: 'body',
    type: 'string',
    summary: 'Which ends of validity requests may name',
    limits: {
      pattern: String.raw`permit|forbid|ttl-limited|\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z`,
      meaning: 'permit, forbid, ttl-limited or a time in UTC such as 2027-01-01T00:00:00Z',
    },
    default: 'permit',
    metavar: 'permit|forbid|ttl-limited|time',
    ...bounded,
  },
} as const satisfies Parameters;

export const listsBeyond = {
  auto_rebuild: flag('Rebuild the CRL before it expires'),
  auto_rebuild_grace_period: duration('How long before its end it is rebuilt', '12h'),
  enable_delta: flag('Build delta CRLs; needs --auto-rebuild'),
  delta_rebuild_interval: duration('Time between delta CRLs', '15m'),
  ocsp_disable: flag('Switch the OCSP responder off'),
  ocsp_expiry: duration('Validity of OCSP replies', '12h'),
  allow_expired_cert_revocation: { ...flag('Let expired certificates be revoked'), ...bounded },
} as const satisfies Parameters;

export const urlsBeyond = {
  enable_templating: flag('Fill {{issuer_id}} and the like in the URLs'),
} as const satisfies Parameters;

export const deltaUrls = bounded;

export const tidyBeyond = {
  tidy_revoked_cert_issuer_associations: flag('Record the issuers of revoked certificates'),
  tidy_expired_issuers: flag('Remove expired issuers; their keys stay'),
  tidy_move_legacy_ca_bundle: flag('Move the CA bundle of old versions'),
  tidy_acme: flag('Remove unused ACME accounts and orders'),
  tidy_invalid_certs: { ...flag('Remove certificates that cannot be read'), ...bounded },
  issuer_safety_buffer: duration('Time to keep issuers after their expiry', '8760h'),
  acme_account_safety_buffer: duration('Time to keep unused ACME accounts', '720h'),
  revoked_safety_buffer: {
    ...duration('Time to keep revocations after their expiry', 'as --safety-buffer'),
    ...bounded,
  },
  pause_duration: duration('Pause between two certificates', '0s'),
  page_size: {
    in: 'body',
    type: 'integer',
    summary: 'Certificates that are read at once',
    default: '1024',
    limits: { minimum: 0 },
    metavar: 'n',
    ...bounded,
  },
} as const satisfies Parameters;
