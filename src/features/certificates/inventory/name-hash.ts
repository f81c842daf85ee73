/** SHA-256 of a name. Thousands of certificates share that of their issuer. */
import { createHash } from 'node:crypto';
import { memoize } from '../../../system/values/memoize.ts';

export const nameHash = memoize((der: Uint8Array): string => createHash('sha256').update(der).digest('hex'));
