/** The real servers of a live test that needs all three: their addresses, and the variables by which trivet reaches them. */

export const given = (name: string): string => process.env[`TRIVET_LIVE_${name}`] ?? '';

/** Where the directory takes new entries. */
export const entryBase = given('LDAP_BASE') || 'ou=dynamic,dc=live,dc=test';

export const [otf, bao, nomad] = [given('OTF_URL'), given('BAO_URL'), given('NOMAD_URL')];

export const serverVariables = {
  TRIVET_WORKSPACES_URL: otf,
  TRIVET_WORKSPACES_TOKEN: given('OTF_TOKEN'),
  TRIVET_WORKSPACES_PRODUCT: 'otf',
  TRIVET_SECRETS_URL: bao,
  TRIVET_SECRETS_TOKEN: given('BAO_TOKEN'),
  TRIVET_SECRETS_PRODUCT: 'openbao',
  TRIVET_JOBS_URL: nomad,
  TRIVET_JOBS_TOKEN: given('NOMAD_TOKEN'),
  TRIVET_JOBS_PRODUCT: 'nomad',
};
