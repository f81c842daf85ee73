/** `ldap library check-out`: with `-- COMMAND` a lend, else the credentials and how to return them. */
import { usageError } from '../../model/error.ts';
import { accountOf, borrow, finiteTtl } from '../lending/borrow.ts';
import type { LendContext } from '../lending/borrow.ts';
import { leaseOf } from '../lease-note.ts';
import { mountFlag } from '../mount-flag.ts';
import { showReply } from '../reply.ts';

export default async (context: LendContext): Promise<number> => {
  const { session, tail, input, spoken } = context;
  const { dryRun, curl } = session.globals;
  if (tail.length === 0 && input['keep-token'] === true) {
    throw usageError('--keep-token is for a command after --');
  }
  const lending = tail.length > 0 && !dryRun && !curl;
  if (lending) {
    const { lend } = await import('../lending/lend.ts');
    return lend(context);
  }
  const outcome = await borrow(context, await finiteTtl(context));
  await showReply(context, outcome);
  const account = accountOf(outcome.document);
  if (account === '') return 0;
  const lease = leaseOf(outcome);
  session.reporter.note(
    `return it with: trivet ldap library check-in ${spoken.set_name} ${account}` +
      `${mountFlag(spoken)}${lease === undefined ? '' : ` --lease-id ${lease}`}`,
  );
  return 0;
};
