/** SHA-256 of a name. Thousands of certificates share that of their issuer. */
import { memoize } from '../../../system/values/memoize.ts';
import { sha256 } from '../../../system/values/sha256.ts';

export const nameHash = memoize((der: Uint8Array): string => sha256(der));
