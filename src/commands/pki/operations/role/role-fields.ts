/** test/seeds/2-secrets.md §2.2; the rest from real servers. */
import type { Fields } from '../../../../catalogue/field.ts';
import { fieldsOfParameters } from '../../../../catalogue/field.ts';
import { roleParameters } from './role-parameters.ts';

export const roleFields = {
  ...fieldsOfParameters(roleParameters),
  not_after: { type: 'time', summary: 'End of validity' },
  allow_token_displayname: {
    type: 'boolean',
    summary: 'The display name of the token is allowed as a name',
    readOnly: true,
    source: 'recorded',
  },
  allowed_ip_sans_cidr: { type: 'list', summary: 'Networks of allowed IP addresses', source: 'recorded' },
  allowed_user_ids: { type: 'list', summary: 'Allowed user IDs', source: 'recorded' },
  cn_validations: {
    type: 'list',
    summary: 'How the common name is validated',
    default: ['email', 'hostname'],
    source: 'recorded',
  },
  issuer_ref: { type: 'text', summary: 'Issuer that signs', default: 'default', source: 'recorded' },
  not_after_bound: {
    type: 'text',
    summary: 'Which ends of validity requests may name',
    default: 'permit',
    source: 'recorded',
  },
  not_before: { type: 'text', summary: 'Start of validity', source: 'recorded' },
  not_before_bound: {
    type: 'text',
    summary: 'Which starts of validity requests may name',
    default: 'permit',
    source: 'recorded',
  },
  use_pss: { type: 'boolean', summary: 'Sign with RSA-PSS', source: 'recorded' },
  allow_globs_in_identity_templates: {
    type: 'boolean',
    summary: 'Identity templates may give globs',
    source: 'recorded',
  },
} as const satisfies Fields;
