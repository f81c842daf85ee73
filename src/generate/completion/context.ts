/** The context of live names: a cache file made under another context is not used. */

import { isSensitive } from '../../model/catalogue/parameter.ts';
import { allFlags } from '../../groups/globals.ts';

/** Variables that determine the server and whose names it has. None of them holds a secret. */
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
 * Flags that the scripts pass on to `trivet completion candidates`: those that choose a server. Flags that can hold
 * a secret are left out, since the flags are stored with the names.
 */
export const contextFlags: readonly string[] = [
  ...Object.entries(allFlags)
    .filter(([, flag]) => flag.scope === 'server' && !isSensitive(flag))
    .map(([key]) => `--${key}`),
  '--mount',
];

/** Seconds for which stale names are still offered, while they are read again. */
export const staleSeconds = 600;
