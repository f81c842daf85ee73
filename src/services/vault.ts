/** Document 2 as documented, and the servers that speak it: Vault and OpenBao. */
import type { Product } from './product.ts';
import { documentedErrors, messageErrors, pkiErrors } from './vault-pki.ts';

export const documentedSecrets: Product = {
  name: 'documented',
  service: 'secrets',
  title: 'document 2',
  tokenHeader: 'authorization',
  mediaType: 'application/json',
  typedWithoutBody: false,
  list: 'LIST',
  wire: {},
  paths: {},
  lacks: {},
  ignores: {},
  errors: documentedErrors,
  emptyLists: {},
};

export const vault: Product = {
  ...documentedSecrets,
  name: 'vault',
  title: 'Vault',
  tokenHeader: 'x-vault-token',
  headers: { 'x-vault-request': 'true' },
  list: 'GET',
  // A write to a path that ends in a slash is refused.
  paths: { 'message.create': '/sys/config/ui/custom-messages' },
  errors: [...messageErrors, ...pkiErrors],
};

export const openbao: Product = {
  ...vault,
  name: 'openbao',
  title: 'OpenBao',
  lacks: { 'message.': 'OpenBao has no custom messages; they exist in Vault Enterprise 1.16 and newer' },
};
