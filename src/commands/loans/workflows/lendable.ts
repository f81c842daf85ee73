import { usageError } from '../../../system/error.ts';
import type { lending } from './lending.ts';
import type { LoanContext } from './loan.ts';

type Run<Context extends LoanContext> = (context: Context) => Promise<number>;

export type Lending = typeof lending;

const flags = ['keep-token', 'map', 'env-prefix'] as const;

/** @param lend not called without a command, or in a dry run */
export const lendable =
  <Context extends LoanContext>(
    lend: (context: Context, lending: Lending) => Promise<number>,
    otherwise: Run<Context>,
  ): Run<Context> =>
  async (context) => {
    const { session, tail, input } = context;
    const { dryRun, curl } = session.globals;
    const pointless = flags.find((flag) => input[flag] !== undefined && input[flag] !== false);
    if (tail.length === 0 && pointless !== undefined) {
      throw usageError(`--${pointless} is for a command after --`);
    }
    return tail.length > 0 && !dryRun && !curl
      ? lend(context, (await import('./lending.ts')).lending)
      : otherwise(context);
  };
