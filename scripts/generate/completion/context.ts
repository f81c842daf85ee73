/** The context of live names: a cache file made under another context is not used. */

import { isSensitive } from '../../../src/catalogue/parameter.ts';
import { serviceNames, serviceTraits } from '../../../src/catalogue/product.ts';
import { allFlags } from '../../../src/config/globals.ts';
import { contextVariables as variablesOf, ownPrefix } from '../../../src/config/own-variables.ts';

/** Variables that determine the server and whose names it has. None of them holds a secret. */
export const completionVariables: readonly string[] = [
  'TRIVET_PROFILE',
  ...serviceNames.flatMap((service) => [
    `${ownPrefix(service)}URL`,
    ...variablesOf(service).map(([, name]) => name),
    ...serviceTraits[service].vendorVariables,
  ]),
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
