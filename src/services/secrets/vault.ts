import { generic, isSupported } from '../../catalogue/product.ts';
import type { Decision, ServerProduct } from '../../catalogue/product.ts';
import type { KnownError, Product } from '../product.ts';
import { cloudErrors, leaseErrors } from './vault-cloud.ts';
import { ldapErrors } from './vault-ldap.ts';
import { documentedErrors, messageErrors, pkiErrors } from './vault-pki.ts';

const lockedNamespace: KnownError = {
  status: [503],
  text: /access to this namespace has been locked/i,
  is: { exit: 7, code: 'unavailable' },
  proves: { made: 'nothing', shownBy: 'openbao/vault/request_handling.go handleCancelableRequest' },
  hint: 'Nothing in the namespace can be read or changed until an administrator unlocks it.',
};

/** Servers do not store batch tokens: only time ends them. */
const batchToken: KnownError = {
  status: [400],
  text: /batch tokens cannot be revoked/i,
  is: { exit: 1, code: 'not-revocable' },
  proves: { made: 'nothing', shownBy: 'test/recordings/beyond/secrets/token.revoke-self.batch.json' },
  operations: ['login.revoke'],
};

const documentedSecrets = {
  service: 'secrets',
  tokenHeader: 'authorization',
  mediaType: 'application/json',
  patchType: 'application/merge-patch+json',
  typedWithoutBody: false,
  list: 'LIST',
  keptOfSessionName: 64,
  // Newer servers use both names, or only the new one.
  wire: { security_token: 'session_token' },
  paths: {},
  lacks: {},
  ignores: {},
  errors: [lockedNamespace, batchToken, ...documentedErrors, ...cloudErrors, ...ldapErrors, ...leaseErrors],
  emptyLists: {},
} as const;

const errors = [
  lockedNamespace,
  batchToken,
  ...messageErrors,
  ...pkiErrors,
  ...cloudErrors,
  ...ldapErrors,
  ...leaseErrors,
];

export const productFrom = (server: ServerProduct): Product => {
  if (server.family === generic) return { ...server, ...documentedSecrets };
  const supports = (decision: Decision<'vault'>): boolean => isSupported(server.supports[decision], server);
  const { title } = server;
  const flat = `${title} does not support hierarchical names; there is nothing below a path`;
  return {
    ...server,
    ...documentedSecrets,
    tokenHeader: 'x-vault-token',
    headers: { 'x-vault-request': 'true' },
    leaseOutlivesCheckIn: true,
    ignoresRoleInBody: true,
    revokesUnstored: true,
    deletesEveryIssuer: true,
    list: 'GET',
    // A write to a path that ends in a slash is refused.
    paths: { 'message.create': '/sys/config/ui/custom-messages' },
    patches: supports('role-patches') ? ['pki.role.write'] : [],
    methods: { 'ldap.static-role.list': 'LIST' },
    keptOfSessionName: supports('truncated-session-names') ? 64 : undefined,
    lacks: {
      ...(supports('custom-messages')
        ? {}
        : { 'message.': `${title} has no custom messages; they exist in Vault Enterprise 1.16 and newer` }),
      ...(supports('hierarchical-names')
        ? {}
        : { 'ldap.static-role.list-under': flat, 'ldap.library.list-under': flat }),
    },
    errors,
  };
};
