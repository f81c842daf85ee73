import { shellWord } from '../../../catalogue/text/shell-words.ts';
import { accountOf, borrow, finiteTtl } from './borrow.ts';
import type { BorrowContext } from './borrow.ts';
import { lendable } from '../../loans/workflows/lendable.ts';
import type { Lending } from '../../loans/workflows/lendable.ts';
import { leaseOf } from '../../../run/single/lease-note.ts';
import { askTokenEnd } from '../../../run/session/token-end.ts';
import { borrowerHash, setOf } from './library-account.ts';
import { showReply } from '../../../run/single/reply.ts';
import { suggest } from '../../../run/suggest.ts';

const lendAccount = (
  context: BorrowContext,
  { lend, checkOutLoan, checkOutRequests }: Lending,
): Promise<number> =>
  lend(context, { service: 'secrets', requests: checkOutRequests, prepare: checkOutLoan(context) });

export default lendable(lendAccount, async (context: BorrowContext): Promise<number> => {
  const { session, operation, input, spoken } = context;
  await askTokenEnd(session, operation.service);
  const outcome = await borrow(context, await finiteTtl(context));
  await showReply(context, outcome);
  const account = accountOf(outcome.document);
  if (account === '') return 0;
  const lease = leaseOf(outcome);
  // The hash proves at the check-in that the lease takes the account from nobody else.
  const hash = lease === undefined ? undefined : await borrowerHash(session, setOf(spoken), account);
  const proofs = [
    ...(lease === undefined ? [] : [`--lease-id ${shellWord(lease)}`]),
    ...(hash === undefined ? [] : [`--borrower ${shellWord(hash)}`]),
  ];
  const words = ['ldap library check-in', shellWord(spoken.set_name), shellWord(account), ...proofs].join(
    ' ',
  );
  session.reporter.note(`return it with: ${suggest(session, words, { mount: input.mount })}`);
  return 0;
});
