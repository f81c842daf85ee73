import type { Term } from '../../../catalogue/term.ts';
import { leastOf } from '../../../catalogue/term.ts';
import { TrivetError } from '../../../system/error.ts';
import { at } from '../../../documents/json/json.ts';
import { show } from '../operations/static-role.ts';
import type { staticCreds } from '../operations/static-role.ts';
import { lendable } from '../../loans/workflows/lendable.ts';
import type { Lending } from '../../loans/workflows/lendable.ts';
import type { LoanContext } from '../../loans/workflows/loan.ts';
import { singleWith } from '../../../run/single/single.ts';

type StaticContext = LoanContext<typeof staticCreds>;

const lendKeys = (context: StaticContext, { lend, staticCredentials }: Lending): Promise<number> => {
  const { name } = context.spoken;
  return lend(context, { service: 'secrets', get: () => staticCredentials(context, name, 'keys') });
};

/** The provider keeps a key for one more rotation. Undefined if unknown. */
const keptFor = async ({ session, input }: StaticContext): Promise<Term | undefined> => {
  const { mount, name } = input;
  try {
    const { document } = await session.lookUp(show, { mount, name }, { optional: true });
    const period = Number(at(document, 'data', 'rotation_period'));
    return period > 0 ? leastOf(session.io.now(), [{ by: 'rotation', life: period * 1000 }]) : undefined;
  } catch (error) {
    if (error instanceof TrivetError) return undefined;
    throw error;
  }
};

export default lendable(
  lendKeys,
  singleWith<StaticContext>({
    settle: async (outcome, context) =>
      context.session.globals.output === 'credential-process' &&
      at(outcome.document, 'data', 'expiration') === undefined
        ? { ...outcome, term: await keptFor(context) }
        : outcome,
  }),
);
