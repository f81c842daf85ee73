/** What test/seeds/2-secrets.md says of the parameters of messages and roles. */
import type { Quoted } from './secrets-quoted.ts';

const write = ['message.create', 'message.update'];
const role = ['pki.role.write'];
const generate = ['pki.root.generate', 'pki.intermediate.generate'];
const intermediates = ['pki.root.sign-intermediate'];

const flag = (name: string, fallback: boolean): Quoted => ({
  seed: `${name} (bool, ${fallback})`,
  name,
  operations: role,
  type: 'boolean',
  default: String(fallback),
});

const ofRole = (name: string, seed: string, type: string, fallback?: string): Quoted => ({
  seed: `${name} ${seed}`,
  name,
  operations: role,
  type,
  ...(fallback === undefined ? {} : { default: fallback }),
});

const subjectField = (name: string): Quoted => ({
  seed: 'ou, organization, country, locality, province, street_address, postal_code (string, empty',
  name,
  operations: [...role, ...generate, ...intermediates],
  type: 'strings',
  default: 'empty',
});

export const messages: readonly Quoted[] = [
  {
    seed: '| title | string | Required. |',
    name: 'title',
    operations: ['message.create'],
    type: 'string',
    required: true,
  },
  {
    seed: '| title | string | Required. |',
    name: 'title',
    operations: ['message.update'],
    type: 'string',
    requiredBy: 'read first and merged',
  },
  {
    seed: '| message | string | Required; base64-encoded message body. |',
    name: 'message',
    operations: ['message.create'],
    type: 'bytes',
    required: true,
  },
  {
    seed: '| message | string | Required; base64-encoded message body. |',
    name: 'message',
    operations: ['message.update'],
    type: 'bytes',
    requiredBy: 'read first and merged',
  },
  {
    seed: '| start_time | string | Required; RFC 3339 timestamp',
    name: 'start_time',
    operations: ['message.create'],
    type: 'time',
    required: true,
  },
  {
    seed: '| start_time | string | Required; RFC 3339 timestamp',
    name: 'start_time',
    operations: ['message.update'],
    type: 'time',
    requiredBy: 'read first and merged',
  },
  {
    seed: '| end_time | string | Optional; RFC 3339 timestamp ending the active period. When absent the period never ends. |',
    name: 'end_time',
    operations: write,
    type: 'time',
    default: 'never',
  },
  {
    seed: '| type | string | `banner` or `modal`; default `banner`. |',
    name: 'type',
    operations: write,
    type: 'string',
    default: 'banner',
    enum: ['banner', 'modal'],
  },
  {
    seed: '| authenticated | bool | true = shown post-login; false = pre-login. Default post-login.',
    name: 'authenticated',
    operations: write,
    type: 'boolean',
    default: 'true',
  },
  { seed: '| link | map | Optional; a single property', name: 'link', operations: write, type: 'map' },
  {
    seed: '| options | map | Optional; custom UI properties. |',
    name: 'options',
    operations: write,
    type: 'json-map',
  },
  {
    seed: 'filters: `active` (bool), `authenticated` (bool), `type` (`banner` or `modal`)',
    name: 'active',
    operations: ['message.list'],
    type: 'boolean',
  },
  {
    seed: 'filters: `active` (bool), `authenticated` (bool), `type` (`banner` or `modal`)',
    name: 'authenticated',
    operations: ['message.list'],
    type: 'boolean',
  },
  {
    seed: 'filters: `active` (bool), `authenticated` (bool), `type` (`banner` or `modal`)',
    name: 'type',
    operations: ['message.list'],
    type: 'string',
    enum: ['banner', 'modal'],
  },
  {
    seed: '| id | string | Unique, assigned at creation. |',
    name: 'id',
    operations: ['message.show', 'message.update', 'message.delete'],
    type: 'string',
    required: true,
  },
];

export const roles: readonly Quoted[] = [
  ofRole(
    'ttl',
    '(string, empty): validity of issued certificates; if unset, the system default or max_ttl, whichever is shorter',
    'duration',
    'whichever is shorter',
  ),
  ofRole(
    'max_ttl',
    '(string, empty): maximum TTL; default is the system maximum lease TTL',
    'duration',
    "system's maximum lease TTL",
  ),
  flag('allow_localhost', true),
  ofRole('allowed_domains', '(list, [])', 'strings', '[]'),
  flag('allowed_domains_template', false),
  flag('allow_bare_domains', false),
  flag('allow_subdomains', false),
  flag('allow_glob_domains', false),
  flag('allow_wildcard_certificates', true),
  flag('allow_any_name', false),
  flag('enforce_hostnames', true),
  flag('allow_ip_sans', true),
  ofRole(
    'allowed_uri_sans',
    '(string, empty): allowed URI SANs, comma-separated or JSON slice',
    'strings',
    'empty',
  ),
  flag('allowed_uri_sans_template', false),
  ofRole('allowed_other_sans', '(string, empty)', 'strings', 'empty'),
  ofRole('allowed_serial_numbers', '(string, empty)', 'strings', 'empty'),
  flag('server_flag', true),
  flag('client_flag', true),
  flag('code_signing_flag', false),
  flag('email_protection_flag', false),
  {
    seed: 'key_type (string, `rsa`): `rsa`, `ec`, `ed25519`, or `any`',
    name: 'key_type',
    operations: role,
    type: 'string',
    default: 'rsa',
    enum: ['rsa', 'ec', 'ed25519', 'any'],
  },
  ofRole('key_bits', '(int, 0): 0 is the universal default', 'integer', '0'),
  ofRole('signature_bits', '(int, 0): 256, 384 or 512', 'integer', '0'),
  ofRole(
    'key_usage',
    '(list, `DigitalSignature`, `KeyAgreement`, `KeyEncipherment`)',
    'strings',
    'DigitalSignature, KeyAgreement, KeyEncipherment',
  ),
  ofRole('ext_key_usage', '(list, [])', 'strings', '[]'),
  ofRole('ext_key_usage_oids', '(string, empty): comma-separated string or list', 'strings', 'empty'),
  {
    seed: 'use_csr_common_name (bool, true), use_csr_sans (bool, true)',
    name: 'use_csr_common_name',
    operations: role,
    type: 'boolean',
    default: 'true',
  },
  {
    seed: 'use_csr_common_name (bool, true), use_csr_sans (bool, true)',
    name: 'use_csr_sans',
    operations: role,
    type: 'boolean',
    default: 'true',
  },
  ...['ou', 'organization', 'country', 'locality', 'province', 'street_address', 'postal_code'].map(
    subjectField,
  ),
  flag('generate_lease', false),
  flag('no_store', false),
  flag('require_cn', true),
  ofRole('policy_identifiers', '(list, [])', 'strings', '[]'),
  flag('basic_constraints_valid_for_non_ca', false),
  ofRole('not_before_duration', '(duration, `30s`)', 'duration', '30s'),
  ofRole('not_after', '(string): UTC `YYYY-MM-ddTHH:MM:SSZ`', 'time'),
  {
    seed: '| POST | /pki/roles/:name | Create or update role',
    name: 'name',
    operations: ['pki.role.write', 'pki.role.show', 'pki.role.delete'],
    type: 'string',
    required: true,
  },
];
