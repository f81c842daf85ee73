/** In the order of test/seeds/2-secrets.md §2.2. Omitted parameters get their default. */
import type { Parameters } from '../../../../catalogue/parameter.ts';
import type { Rule } from '../../../../catalogue/rule.ts';
import { rolesBeyond } from '../beyond.ts';
import { keyBits, keyBitsRules } from '../key.ts';
import { defaultKeyUsage, extKeyUsage, extKeyUsageOids, keyUsage } from '../key-usage.ts';
import { duration, flag, list, notAfter, subjectFields } from '../../parts.ts';

export const roleParameters = {
  ttl: duration('Validity of issued certificates', "the system's default or max_ttl, whichever is shorter"),
  max_ttl: duration('Longest validity', "the system's maximum lease TTL"),
  allow_localhost: flag('Allow localhost as a common name', 'true'),
  allowed_domains: list('Domains that the other --allow flags refer to', 'domain', '[]'),
  allowed_domains_template: flag('Allow templates of access policies in allowed domains'),
  allow_bare_domains: flag('Allow an allowed domain itself'),
  allow_subdomains: flag('Allow names below an allowed domain, including wildcards'),
  allow_glob_domains: flag('Allow globs in allowed domains, across labels'),
  allow_wildcard_certificates: flag('Allow a wildcard in the left-most label', 'true'),
  allow_any_name: flag('Allow any common name, whatever the allowed domains'),
  enforce_hostnames: flag('Require valid host names in names and emails', 'true'),
  allow_ip_sans: flag('Allow IP addresses as alternative names', 'true'),
  allowed_uri_sans: list('URIs allowed as alternative names, with globs', 'uri'),
  allowed_uri_sans_template: flag('Allow templates of access policies in allowed URIs'),
  allowed_other_sans: {
    ...list('Custom names to allow: <oid>;UTF8:<value or *>, or *', 'oid;UTF8:value'),
    limits: {
      pattern: String.raw`\*|\d+(?:\.\d+)+;(?:UTF8|UTF-8|utf8|utf-8):[\s\S]*`,
      meaning: '*, or of the form <oid>;UTF8:<value>',
    },
  },
  allowed_serial_numbers: list('Subject serial numbers to allow, with globs', 'glob'),
  server_flag: flag('Extended key usage: server authentication', 'true'),
  client_flag: flag('Extended key usage: client authentication', 'true'),
  code_signing_flag: flag('Extended key usage: code signing'),
  email_protection_flag: flag('Extended key usage: email protection'),
  key_type: {
    in: 'body',
    type: 'string',
    summary: 'Algorithm of keys; any: only for signing requests',
    enum: ['rsa', 'ec', 'ed25519', 'any'],
    default: 'rsa',
    metavar: 'rsa|ec|ed25519|any',
  },
  key_bits: keyBits,
  signature_bits: {
    in: 'body',
    type: 'integer',
    summary: 'SHA-2 bits: 256, 384, 512; 0: by key',
    default: '0',
    zero: { parameter: 'key_type', values: { rsa: 256 } },
    metavar: 'bits',
  },
  key_usage: { ...keyUsage, default: defaultKeyUsage },
  ext_key_usage: extKeyUsage,
  ext_key_usage_oids: extKeyUsageOids,
  use_csr_common_name: flag('Sign with the common name of the request', 'true'),
  use_csr_sans: flag('Sign with the alternative names of the request', 'true'),
  ...subjectFields,
  generate_lease: flag('Attach leases to issued certificates'),
  no_store: flag('Issue certificates without storing them'),
  require_cn: flag('Require a common name', 'true'),
  policy_identifiers: {
    ...list('Policy OIDs', 'oid', '[]'),
    limits: { pattern: String.raw`\d+(?:\.\d+)+|\{[\s\S]*\}`, meaning: 'OIDs such as 2.5.29.32.0' },
  },
  basic_constraints_valid_for_non_ca: flag('Mark basic constraints valid in leaf certificates'),
  not_before_duration: duration('Backdate the start of validity by this', '30s'),
  not_after: notAfter,
  ...rolesBeyond,
} as const satisfies Parameters;

export const roleRules: readonly Rule[] = [
  ...keyBitsRules,
  { rule: 'oneOf', parameter: 'signature_bits', values: [0, 256, 384, 512] },
];
