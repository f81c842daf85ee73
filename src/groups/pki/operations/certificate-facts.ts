/** What trivet itself reads from a certificate, wherever it comes from. */
import type { Fields } from '../../../model/catalogue/field.ts';

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

/** The columns of a certificate, before those of where it was found. */
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
  ...factFields,
  signature: { type: 'text', summary: 'Algorithm of the signature' },
  ca: { type: 'boolean', summary: 'It may sign certificates' },
  sha256: { type: 'text', summary: 'Fingerprint, SHA-256 in hex' },
  revoked: { type: 'time', summary: 'Time of revocation, of a certificate that the mount stores' },
} as const satisfies Fields;
