/** Lends the current credentials of a static role: nothing is given back, and the next rotation ends them. */
import { at } from '../../../model/json/json.ts';
import type { Lent, LendContext } from './loan.ts';

/** @param name of the static role */
export const staticCredentials = async (context: LendContext, name: string): Promise<Lent> => {
  const { session, operation, input, options } = context;
  const outcome = await session.call(operation, input, { ...options, unwrapped: true });
  const left = at(outcome.document, 'data', 'ttl');
  const seconds = typeof left === 'number' || typeof left === 'bigint' ? Number(left) : 0;
  const what = `the credentials of ${name}`;
  return { outcome, what, ends: `the password of ${name} rotates`, life: seconds * 1000 };
};
