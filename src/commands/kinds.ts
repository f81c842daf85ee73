import type { KindsByGroup } from '../catalogue/catalogue.ts';

export const kinds: KindsByGroup = {
  workspace: () => import('./workspace/kinds.ts'),
  message: () => import('./message/kinds.ts'),
  pki: () => import('./pki/kinds.ts'),
  aws: () => import('./aws/kinds.ts'),
  ldap: () => import('./ldap/kinds.ts'),
  lease: () => import('./lease/kinds.ts'),
  job: () => import('./job/kinds.ts'),
};
