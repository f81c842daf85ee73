/** Lends the current credentials of a static role: nothing is given back, and the next rotation ends them. */
import { at } from '../../../documents/json/json.ts';
import { timeOf } from '../../../http/server-time.ts';
import type { Lent, LoanContext } from './loan.ts';

/**
 * @param name of the static role
 * @param changes what its rotation replaces
 */
export const staticCredentials = async (
  context: LoanContext,
  name: string,
  changes: 'password' | 'keys',
): Promise<Lent> => {
  const { session, operation, input, options } = context;
  const outcome = await session.call(operation, input, { ...options, unwrapped: true });
  const left = at(outcome.document, 'data', 'ttl');
  const end = at(outcome.document, 'data', 'expiration');
  const now = timeOf(outcome.response, session.world.now());
  const until = typeof end === 'string' ? Date.parse(end) - now : 0;
  const life =
    typeof left === 'number' || typeof left === 'bigint' ? Number(left) * 1000 : Math.max(0, until || 0);
  const what = `the credentials of ${name}`;
  return {
    outcome,
    what,
    ends: `the ${changes} of ${name} ${changes === 'keys' ? 'rotate' : 'rotates'}`,
    life,
  };
};
