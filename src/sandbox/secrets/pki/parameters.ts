/** Other parameters are ignored with a warning (test/seeds/2-secrets.md, section 4.2). */
import type { Input } from '../coerce.ts';
import { SUBJECT_LISTS } from './names.ts';

const NAMES = ['alt_names', 'ip_sans', 'uri_sans', 'other_sans', 'exclude_cn_from_sans'];
const SUBJECT = ['common_name', 'serial_number', ...SUBJECT_LISTS];
const VALIDITY = ['ttl', 'not_after'];
const MANAGED_KEY = ['managed_key_name', 'managed_key_id'];
const KEY = ['key_type', 'key_bits', 'private_key_format', 'format'];

export const PARAMETERS = {
  issue: [...NAMES, ...VALIDITY, 'common_name', 'serial_number', 'format', 'private_key_format'],
  sign: [...NAMES, ...VALIDITY, 'common_name', 'serial_number', 'format', 'csr'],
  verbatim: [
    ...VALIDITY,
    'name',
    'role',
    'csr',
    'key_usage',
    'ext_key_usage',
    'ext_key_usage_oids',
    'format',
  ],
  root: [
    ...NAMES,
    ...SUBJECT,
    ...VALIDITY,
    ...KEY,
    ...MANAGED_KEY,
    'max_path_length',
    'permitted_dns_domains',
  ],
  intermediate: [...NAMES, ...SUBJECT, ...KEY, ...MANAGED_KEY, 'add_basic_constraints'],
  signIntermediate: [
    ...NAMES,
    ...SUBJECT,
    ...VALIDITY,
    'csr',
    'format',
    'max_path_length',
    'use_csr_values',
    'permitted_dns_domains',
  ],
} as const;

export function unrecognized(input: Input, known: readonly string[]): readonly string[] {
  const unknown = Object.keys(input).filter((name) => !known.includes(name));
  if (unknown.length === 0) return [];
  return [`Endpoint ignored these unrecognized parameters: [${unknown.sort().join(' ')}]`];
}
