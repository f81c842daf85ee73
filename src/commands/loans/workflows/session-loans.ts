/** Loans that the server ends when it revokes the session's token. */
import type { Token } from '../../../config/endpoint.ts';
import type { Io } from '../../../system/io.ts';
import { ledger, userOf } from './loan-ledger.ts';
import { returnableOf } from './returnable.ts';
import { sha256 } from '../../../system/values/sha256.ts';

/** Undefined for tokens of other origins, which a log-out does not revoke. */
export const sessionMark = (token: Token | undefined): string | undefined =>
  token?.session === undefined ? undefined : sha256(token.value).slice(0, 16);

/** The names of the loans of running commands with the token. */
export const inUseWith = async (token: Token | undefined, io: Io): Promise<readonly string[]> => {
  const mark = sessionMark(token);
  if (mark === undefined) return [];
  const names: string[] = [];
  for (const kept of await ledger(io)) {
    if (kept.entry?.session !== mark || (await userOf(kept)) === undefined) continue;
    const { named, endsWithToken } = returnableOf(kept.entry);
    if (endsWithToken) names.push(named);
  }
  return names;
};
