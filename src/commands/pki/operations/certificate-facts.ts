import type { Fields } from '../../../catalogue/field.ts';
import { findingFields } from '../../finding-fields.ts';

export const factFields = {
  serial: { type: 'text', summary: 'Serial number', rank: 4, narrowest: 'whole' },
  common_name: { type: 'text', summary: 'Common name', rank: 1, narrowest: 20 },
  names: {
    type: 'list',
    summary: 'Alternative names: hosts, addresses, URIs, email',
    rank: 5,
    narrowest: 20,
  },
  subject: { type: 'text', summary: 'Distinguished name of the subject' },
  issuer: { type: 'text', summary: 'Distinguished name of the issuer', rank: 7, narrowest: 16 },
  not_before: { type: 'time', summary: 'Start of validity' },
  not_after: { type: 'time', summary: 'End of validity', rank: 2 },
  days_left: { type: 'integer', summary: 'Whole days until the end; negative after it', rank: 0 },
  key: { type: 'text', summary: 'Type and length or curve of the key', rank: 6 },
} as const satisfies Fields;

export const factColumns = [
  'serial',
  ['common_name', 'common name'],
  'names',
  'issuer',
  ['not_after', 'expires'],
  ['days_left', 'days left'],
  'key',
] as const;

export const inspectedFields = {
  kind: { type: 'text', summary: 'certificate, revocation list, certificate request or OCSP response' },
  ...factFields,
  signature: { type: 'text', summary: 'Algorithm of the signature' },
  ca: { type: 'boolean', summary: 'It may sign certificates' },
  version: { type: 'integer', summary: 'Version of its form' },
  extensions: { type: 'list', summary: 'Every extension: name, OID, critical, value' },
  entries: { type: 'list', summary: 'Certificates that a list or a response is about' },
  faults: { type: 'list', summary: 'How its encoding differs from DER' },
  sha256: { type: 'text', summary: 'Fingerprint, SHA-256 in hex' },
  revoked: { type: 'time', summary: 'Time of revocation, of a certificate that the mount stores' },
} as const satisfies Fields;

export const verifiedFields = {
  ...findingFields,
  status: {
    ...findingFields.status,
    summary: 'ok, warning, problem, unknown or skipped',
    tones: { ...findingFields.status.tones, unknown: 'warn' },
  },
  code: { type: 'text', summary: 'Name of the rule; empty where a check found nothing' },
  severity: { type: 'text', summary: 'refused, nonconforming or unknown' },
  certificate: { type: 'text', summary: 'Subject of the certificate that it is about' },
  hint: { type: 'text', summary: 'What to do' },
} as const satisfies Fields;
