import { memoize } from '../../../system/values/memoize.ts';
import { sha256 } from '../../../system/values/sha256.ts';

export const nameHash = memoize((der: Uint8Array): string => sha256(der));
