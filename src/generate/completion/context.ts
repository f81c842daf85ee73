/** What decides which live names are right: a cache file made under another context is not used. */

import { isSensitive } from '../../model/parameter.ts';
import { allFlags } from '../../operations/globals.ts';

/** Variables that say where a service is and whose names it has. None of them holds a secret. */
export const contextVariables: readonly string[] = [
  'TRIVET_PROFILE',
  'TRIVET_WORKSPACES_URL',
  'TRIVET_ORGANIZATION',
  'TFE_ADDRESS',
  'TFE_HOSTNAME',
  'TFE_ORGANIZATION',
  'TFE_ORG',
  'TF_CLOUD_HOSTNAME',
  'TF_CLOUD_ORGANIZATION',
  'TRIVET_SECRETS_URL',
  'TRIVET_SECRETS_NAMESPACE',
  'BAO_ADDR',
  'BAO_NAMESPACE',
  'VAULT_ADDR',
  'VAULT_NAMESPACE',
  'TRIVET_JOBS_URL',
  'TRIVET_JOBS_NAMESPACE',
  'TRIVET_JOBS_REGION',
  'NOMAD_ADDR',
  'NOMAD_NAMESPACE',
  'NOMAD_REGION',
];

/**
 * Flags that the scripts hand on to `trivet completion candidates`: those that choose a server. What may be a secret is
 * left out, since the flags are kept beside the names.
 */
export const contextFlags: readonly string[] = [
  ...Object.entries(allFlags)
    .filter(([, flag]) => flag.scope === 'server' && !isSensitive(flag))
    .map(([key]) => `--${key}`),
  '--mount',
];

/** Seconds for which names that are no longer fresh are still offered, while they are read again. */
export const staleSeconds = 600;
