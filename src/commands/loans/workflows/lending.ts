/** All code that lends, loaded by commands that are given a command to lend to. */
import { leastOf, lifeUntil } from '../../../catalogue/term.ts';
import { at } from '../../../documents/json/json.ts';
import { timeOf } from '../../../http/server-time.ts';
import type { Lent, LoanContext } from './loan.ts';

import { lend } from './lend.ts';
import { credentialsLoan, credentialsRequests } from './credentials.ts';
import { checkOutLoan, checkOutRequests } from '../../ldap/workflows/account-loan.ts';
import { lockLoan, refuseUnmarked } from '../../workspace/workflows/lock-loan.ts';

/**
 * A loan of credentials that the next rotation ends, so that nothing is given back.
 * @param name the static role's
 * @param changes what its rotation replaces
 */
const staticCredentials = async (
  context: LoanContext,
  name: string,
  changes: 'password' | 'keys',
): Promise<Lent> => {
  const { session, operation, input, options } = context;
  const outcome = await session.call(operation, input, { ...options, unwrapped: true });
  const left = at(outcome.document, 'data', 'ttl');
  const end = at(outcome.document, 'data', 'expiration');
  const now = timeOf(outcome.response, session.io.now());
  const rotates =
    typeof left === 'number' || typeof left === 'bigint'
      ? Number(left) * 1000
      : lifeUntil(typeof end === 'string' ? end : undefined, now);
  // The rotation is due, so the server will report another time.
  const life = rotates > 0 ? rotates : Number.POSITIVE_INFINITY;
  const what = `the credentials of ${name}`;
  return {
    outcome,
    what,
    ends: `the ${changes} of ${name} ${changes === 'keys' ? 'rotate' : 'rotates'}`,
    term: leastOf(now, [{ by: 'rotation', life }]),
  };
};

export const lending = {
  lend,
  lockLoan,
  refuseUnmarked,
  credentialsLoan,
  credentialsRequests,
  staticCredentials,
  checkOutLoan,
  checkOutRequests,
} as const;
