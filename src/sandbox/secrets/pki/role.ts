/** test/seeds/2-secrets.md, section 2.2. */
import type { Json } from '../../contract.ts';
import type { Input } from '../coerce.ts';
import { asBoolean, asInteger, asList, asSeconds, asText } from '../coerce.ts';
import { EngineError } from '../engine.ts';
import { isOid } from './der.ts';
import { checkKey } from './keys.ts';
import { readOtherName } from './requested-names.ts';
import { readSubjectLists } from './names.ts';
import { DEFAULT_KEY_USAGE } from './usages.ts';
import { parseNotAfter } from './validity.ts';

/** Omitted parameters get their defaults, even over an existing role. */
export function readRole(input: Input) {
  const noStore = asBoolean(input, 'no_store', false);
  return {
    ttl: asSeconds(input, 'ttl', 0),
    max_ttl: asSeconds(input, 'max_ttl', 0),
    allow_localhost: asBoolean(input, 'allow_localhost', true),
    allowed_domains: asList(input, 'allowed_domains', []),
    allowed_domains_template: asBoolean(input, 'allowed_domains_template', false),
    allow_bare_domains: asBoolean(input, 'allow_bare_domains', false),
    allow_subdomains: asBoolean(input, 'allow_subdomains', false),
    allow_glob_domains: asBoolean(input, 'allow_glob_domains', false),
    allow_wildcard_certificates: asBoolean(input, 'allow_wildcard_certificates', true),
    allow_any_name: asBoolean(input, 'allow_any_name', false),
    enforce_hostnames: asBoolean(input, 'enforce_hostnames', true),
    allow_ip_sans: asBoolean(input, 'allow_ip_sans', true),
    allowed_uri_sans: asList(input, 'allowed_uri_sans', []),
    allowed_uri_sans_template: asBoolean(input, 'allowed_uri_sans_template', false),
    allowed_other_sans: asList(input, 'allowed_other_sans', []),
    allowed_serial_numbers: asList(input, 'allowed_serial_numbers', []),
    server_flag: asBoolean(input, 'server_flag', true),
    client_flag: asBoolean(input, 'client_flag', true),
    code_signing_flag: asBoolean(input, 'code_signing_flag', false),
    email_protection_flag: asBoolean(input, 'email_protection_flag', false),
    key_type: asText(input, 'key_type', 'rsa'),
    key_bits: asInteger(input, 'key_bits', 0),
    signature_bits: asInteger(input, 'signature_bits', 0),
    key_usage: asList(input, 'key_usage', DEFAULT_KEY_USAGE),
    ext_key_usage: asList(input, 'ext_key_usage', []),
    ext_key_usage_oids: asList(input, 'ext_key_usage_oids', []),
    use_csr_common_name: asBoolean(input, 'use_csr_common_name', true),
    use_csr_sans: asBoolean(input, 'use_csr_sans', true),
    ...readSubjectLists(input),
    // A lease can only revoke a stored certificate.
    generate_lease: asBoolean(input, 'generate_lease', false) && !noStore,
    no_store: noStore,
    require_cn: asBoolean(input, 'require_cn', true),
    cn_validations: asList(input, 'cn_validations', ['email', 'hostname']),
    policy_identifiers: asList(input, 'policy_identifiers', []),
    basic_constraints_valid_for_non_ca: asBoolean(input, 'basic_constraints_valid_for_non_ca', false),
    not_before_duration: asSeconds(input, 'not_before_duration', 30),
    not_after: asText(input, 'not_after', ''),
  };
}

export type Role = Readonly<ReturnType<typeof readRole>>;

function checkOids(name: string, oids: readonly string[]): void {
  const wrong = oids.find((id) => !isOid(id));
  if (wrong !== undefined) throw new EngineError(400, `"${wrong}" in ${name} is not a valid OID`);
}

export function checkRole(role: Role): void {
  if (role.max_ttl > 0 && role.ttl > role.max_ttl) {
    throw new EngineError(400, '"ttl" value must be less than "max_ttl" value');
  }
  for (const name of ['ttl', 'max_ttl', 'not_before_duration'] as const) {
    if (role[name] < 0) throw new EngineError(400, `"${name}" value must not be negative`);
  }
  // `any` signs existing requests only.
  if (role.key_type !== 'any') checkKey(role.key_type, role.key_bits);
  if (![0, 256, 384, 512].includes(role.signature_bits)) {
    throw new EngineError(400, `unsupported signature_bits: ${role.signature_bits}; use 0, 256, 384 or 512`);
  }
  if (role.not_after !== '') parseNotAfter(role.not_after);
  checkOids('policy_identifiers', role.policy_identifiers);
  checkOids('ext_key_usage_oids', role.ext_key_usage_oids);
  for (const allowed of role.allowed_other_sans) if (allowed !== '*') readOtherName(allowed);
}

export function viewRole(role: Role): Readonly<Record<string, Json>> {
  return { ...role };
}
