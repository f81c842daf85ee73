/** test/seeds/2-secrets.md §2.2, §4.2; the rest from real servers. */
import { tableView } from '../../catalogue/view.ts';
import type { Fields } from '../../catalogue/field.ts';
import { leaseFields } from '../../services/secrets/engine-fields.ts';

const privateKey = {
  private_key: { type: 'text', summary: 'Private key, given once', sensitive: true, returnedOnce: true },
  private_key_type: { type: 'text', summary: 'Type of the private key' },
} as const satisfies Fields;

const certificate = {
  serial_number: { type: 'text', summary: 'Serial number', rank: 0 },
  expiration: { type: 'time', summary: 'End of validity' },
  not_before: { type: 'time', summary: 'Start of validity', source: 'recorded' },
  certificate: { type: 'text', summary: 'Certificate, PEM' },
  issuing_ca: { type: 'text', summary: 'Certificate of the issuer, PEM' },
  ca_chain: { type: 'list', summary: 'Certificates up to the root, PEM' },
} as const satisfies Fields;

export const signedFields = {
  ...certificate,
  private_key: { type: 'text', summary: 'Empty: the key was not made here', sensitive: true },
  private_key_type: { type: 'text', summary: 'Type of the private key' },
  ...leaseFields,
} as const satisfies Fields;

export const issuedFields = { ...certificate, ...privateKey, ...leaseFields } as const satisfies Fields;

export const rootFields = {
  ...issuedFields,
  issuer_id: { type: 'text', summary: 'Issuer ID' },
  issuer_name: { type: 'text', summary: 'Issuer name' },
  key_id: { type: 'text', summary: 'Key ID' },
  key_name: { type: 'text', summary: 'Key name' },
} as const satisfies Fields;

export const requestFields = {
  csr: { type: 'text', summary: 'Certificate signing request, PEM' },
  ...privateKey,
  key_id: { type: 'text', summary: 'Key ID', rank: 0 },
} as const satisfies Fields;

export const importFields = {
  imported_issuers: { type: 'list', summary: 'IDs of issuers that were imported' },
  imported_keys: { type: 'list', summary: 'IDs of keys that were imported' },
  existing_issuers: { type: 'list', summary: 'IDs of issuers that existed already' },
  existing_keys: { type: 'list', summary: 'IDs of keys that existed already' },
  mapping: { type: 'object', summary: 'Key ID of each issuer ID' },
} as const satisfies Fields;

export const certificateFields = {
  certificate: { type: 'text', summary: 'Certificate, PEM' },
  revocation_time: { type: 'time', summary: 'Time of revocation; 0: not revoked' },
  revocation_time_rfc3339: { type: 'text', summary: 'Time of revocation, RFC 3339' },
  issuer_id: { type: 'text', summary: 'Issuer ID' },
  ca_chain: { type: 'text', summary: 'Certificates up to the root, PEM' },
} as const satisfies Fields;

export const listedCertificateFields = {
  key: { type: 'text', summary: 'Serial number', rank: 0 },
  common_name: { type: 'text', summary: 'Common name', source: 'recorded' },
  dns_names: { type: 'list', summary: 'DNS names', source: 'recorded' },
  issuer: { type: 'text', summary: 'Distinguished name of the issuer', source: 'recorded' },
  key_type: { type: 'text', summary: 'Type of the key', source: 'recorded' },
  key_bits: { type: 'integer', summary: 'Length of the key', source: 'recorded' },
  not_before: { type: 'time', summary: 'Start of validity', source: 'recorded' },
  not_after: { type: 'time', summary: 'End of validity', source: 'recorded' },
} as const satisfies Fields;

export const urlsFields = {
  issuing_certificates: { type: 'list', summary: 'URLs of the issuing certificate' },
  crl_distribution_points: { type: 'list', summary: 'URLs of the CRL' },
  ocsp_servers: { type: 'list', summary: 'URLs of OCSP responders' },
  delta_crl_distribution_points: { type: 'list', summary: 'URLs of the delta CRL', source: 'recorded' },
  enable_templating: { type: 'boolean', summary: 'The URLs are templates', source: 'recorded' },
} as const satisfies Fields;

export const listedIssuerFields = {
  key: { type: 'text', summary: 'Issuer ID', rank: 0 },
  issuer_name: { type: 'text', summary: 'Name of the issuer', rank: 1 },
  is_default: { type: 'boolean', summary: 'It signs where none is named', rank: 2 },
  serial_number: { type: 'text', summary: 'Serial number of its certificate' },
  key_id: { type: 'text', summary: 'Key ID' },
} as const satisfies Fields;

export const issuerFields = {
  issuer_id: { type: 'text', summary: 'Issuer ID', rank: 0 },
  issuer_name: { type: 'text', summary: 'Name of the issuer', rank: 1 },
  key_id: { type: 'text', summary: 'Key ID' },
  certificate: { type: 'text', summary: 'Certificate, PEM' },
  ca_chain: { type: 'list', summary: 'Certificates up to the root, PEM' },
  manual_chain: { type: 'list', summary: 'Issuers that somebody set as its chain', source: 'recorded' },
  leaf_not_after_behavior: { type: 'text', summary: 'What becomes of certificates that outlast it' },
  usage: { type: 'text', summary: 'What it may be used for' },
  revocation_signature_algorithm: { type: 'text', summary: 'Algorithm of its CRL', source: 'recorded' },
  revoked: { type: 'boolean', summary: 'It was revoked' },
  revocation_time: { type: 'time', summary: 'Time of revocation', source: 'recorded' },
  revocation_time_rfc3339: { type: 'text', summary: 'Time of revocation, RFC 3339', source: 'recorded' },
  enable_aia_url_templating: { type: 'boolean', summary: 'Its URLs are templates', source: 'recorded' },
  ...urlsFields,
} as const satisfies Fields;

export const revokedFields = {
  state: { type: 'text', summary: 'revoked' },
  revocation_time: { type: 'time', summary: 'Time of revocation' },
  revocation_time_rfc3339: { type: 'text', summary: 'Time of revocation, RFC 3339' },
} as const satisfies Fields;

export const crlConfigFields = {
  expiry: { type: 'duration', summary: 'Validity of a generated CRL' },
  disable: { type: 'boolean', summary: 'The CRL is served empty' },
  auto_rebuild: { type: 'boolean', summary: 'The CRL is rebuilt before it expires', source: 'recorded' },
  auto_rebuild_grace_period: {
    type: 'duration',
    summary: 'How long before its expiry the CRL is rebuilt',
    source: 'recorded',
  },
  allow_expired_cert_revocation: {
    type: 'boolean',
    summary: 'Expired certificates can be revoked',
    source: 'recorded',
  },
  enable_delta: { type: 'boolean', summary: 'Delta CRLs are built', source: 'recorded' },
  delta_rebuild_interval: { type: 'duration', summary: 'Time between delta CRLs', source: 'recorded' },
  ocsp_disable: { type: 'boolean', summary: 'The OCSP responder is off', source: 'recorded' },
  ocsp_expiry: { type: 'duration', summary: 'Validity of an OCSP reply', source: 'recorded' },
} as const satisfies Fields;

export const tidyStatusFields = {
  state: {
    type: 'text',
    summary: 'Inactive, Running, Finished, Error or Cancelled',
    rank: 0,
    tones: { Running: 'warn', Finished: 'good', Error: 'bad', Cancelled: 'bad', Inactive: 'dim' },
  },
  message: { type: 'text', summary: 'Current step' },
  error: { type: 'text', summary: 'Why it failed' },
  time_started: { type: 'time', summary: 'Start' },
  time_finished: { type: 'time', summary: 'End' },
  cert_store_deleted_count: { type: 'integer', summary: 'Certificates removed from the store' },
  revoked_cert_deleted_count: { type: 'integer', summary: 'Entries removed from the revoked certificates' },
  tidy_cert_store: { type: 'boolean', summary: 'It removes expired certificates' },
  tidy_revoked_certs: { type: 'boolean', summary: 'It removes expired revocations' },
  safety_buffer: { type: 'duration', unit: 's', summary: 'How long past its expiry a certificate is kept' },
  acme_account_deleted_count: { type: 'integer', summary: 'ACME accounts removed', source: 'recorded' },
  acme_account_revoked_count: { type: 'integer', summary: 'ACME accounts revoked', source: 'recorded' },
  acme_account_safety_buffer: {
    type: 'duration',
    unit: 's',
    summary: 'How long an unused ACME account is kept',
    source: 'recorded',
  },
  acme_orders_deleted_count: { type: 'integer', summary: 'ACME orders removed', source: 'recorded' },
  current_cert_store_count: { type: 'integer', summary: 'Certificates in the store', source: 'recorded' },
  current_revoked_cert_count: { type: 'integer', summary: 'Revoked certificates', source: 'recorded' },
  internal_backend_uuid: { type: 'text', summary: 'ID of the mount', source: 'recorded' },
  issuer_safety_buffer: {
    type: 'duration',
    unit: 's',
    summary: 'How long an expired issuer is kept',
    source: 'recorded',
  },
  last_auto_tidy_finished: { type: 'time', summary: 'End of the latest automatic tidy', source: 'recorded' },
  missing_issuer_cert_count: {
    type: 'integer',
    summary: 'Certificates without an issuer',
    source: 'recorded',
  },
  page_size: { type: 'integer', summary: 'Certificates read at a time', source: 'recorded' },
  pause_duration: { type: 'duration', summary: 'Pause between certificates', source: 'recorded' },
  revoked_safety_buffer: {
    type: 'duration',
    unit: 's',
    summary: 'How long past its expiry a revocation is kept',
    source: 'recorded',
  },
  tidy_acme: { type: 'boolean', summary: 'It removes unused ACME accounts', source: 'recorded' },
  tidy_expired_issuers: { type: 'boolean', summary: 'It removes expired issuers', source: 'recorded' },
  tidy_invalid_certs: {
    type: 'boolean',
    summary: 'It removes certificates that do not parse',
    source: 'recorded',
  },
  tidy_move_legacy_ca_bundle: {
    type: 'boolean',
    summary: 'It moves the legacy CA bundle',
    source: 'recorded',
  },
  tidy_revoked_cert_issuer_associations: {
    type: 'boolean',
    summary: 'It records the issuers of revoked certificates',
    source: 'recorded',
  },
  total_acme_account_count: { type: 'integer', summary: 'ACME accounts', source: 'recorded' },
} as const satisfies Fields;

const calendarFields = {
  from: { type: 'time', summary: 'Start of the week (Monday) or month, UTC', rank: 0 },
  period: { type: 'text', summary: 'week or month', rank: 4 },
  ends: { type: 'integer', summary: 'Certificates that end in it and are not replaced or revoked', rank: 0 },
  due_count: { type: 'integer', summary: 'How many of them are due', rank: 2 },
  bar: { type: 'text', summary: 'Their number as a bar', format: 'bar', rank: 1 },
  certificates: { type: 'list', summary: 'Common names of these certificates', rank: 3, narrowest: 20 },
} as const satisfies Fields;

export const calendarView = tableView({
  fields: calendarFields,
  name: 'from',
  rows: { path: '' },
  columns: ['from', 'ends', 'bar', ['due_count', 'due'], 'certificates'],
  empty: 'no certificates',
});
