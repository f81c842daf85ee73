/** Credentials of a static role, shown or lent to a command. */
import type { staticCreds } from '../operations/static-role.ts';
import { lendable } from '../../lending/workflows/lendable.ts';
import type { LendContext } from '../../lending/workflows/loan.ts';
import { singleWith } from '../../../workflows/single.ts';

type StaticContext = LendContext<typeof staticCreds>;

const lendKeys = async (context: StaticContext): Promise<number> => {
  const { lend } = await import('../../lending/workflows/lend.ts');
  const { staticCredentials } = await import('../../lending/workflows/static-credentials.ts');
  const { name } = context.spoken;
  return lend(context, { service: 'secrets', get: () => staticCredentials(context, name, 'keys') });
};

export default lendable(lendKeys, singleWith<StaticContext>({}));
