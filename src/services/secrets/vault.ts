/** Document 2 as documented, and the servers that speak it: Vault and OpenBao. */
import type { Product } from '../product.ts';
import { cloudErrors, leaseErrors } from './vault-cloud.ts';
import { ldapErrors } from './vault-ldap.ts';
import { documentedErrors, messageErrors, pkiErrors } from './vault-pki.ts';

const documentedSecrets: Product = {
  name: 'documented',
  service: 'secrets',
  title: 'The documented API',
  tokenHeader: 'authorization',
  mediaType: 'application/json',
  typedWithoutBody: false,
  list: 'LIST',
  keptOfSessionName: 64,
  // Newer servers call it both, or only the other.
  wire: { security_token: 'session_token' },
  paths: {},
  lacks: {},
  ignores: {},
  errors: [...documentedErrors, ...cloudErrors, ...ldapErrors, ...leaseErrors],
  notProcessed: [],
  emptyLists: {},
};

const vault: Product = {
  ...documentedSecrets,
  name: 'vault',
  title: 'Vault',
  tokenHeader: 'x-vault-token',
  headers: { 'x-vault-request': 'true' },
  leaseOutlivesCheckIn: true,
  ignoresRoleInBody: true,
  revokesUnstored: true,
  deletesEveryIssuer: true,
  list: 'GET',
  // A write to a path that ends in a slash is refused.
  paths: { 'message.create': '/sys/config/ui/custom-messages' },
  methods: { 'ldap.static-role.list': 'LIST' },
  errors: [...messageErrors, ...pkiErrors, ...cloudErrors, ...ldapErrors, ...leaseErrors],
  notProcessed: [429],
};

const openbao: Product = {
  ...vault,
  name: 'openbao',
  title: 'OpenBao',
  answersAs: ['vault'],
  // A longer one is passed on, and refused: a rule says so.
  keptOfSessionName: undefined,
  lacks: {
    'message.': 'OpenBao has no custom messages; they exist in Vault Enterprise 1.16 and newer',
    'ldap.static-role.list-under':
      'OpenBao does not support hierarchical names; there is nothing below a path',
    'ldap.library.list-under': 'OpenBao does not support hierarchical names; there is nothing below a path',
  },
};

export const products: readonly Product[] = [documentedSecrets, vault, openbao];
