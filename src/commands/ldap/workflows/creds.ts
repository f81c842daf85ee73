import type { creds } from '../operations/role.ts';
import { lendable } from '../../loans/workflows/lendable.ts';
import type { Lending } from '../../loans/workflows/lendable.ts';
import type { LoanContext } from '../../loans/workflows/loan.ts';
import { askTokenEnd } from '../../../run/session/token-end.ts';
import { singleWith } from '../../../run/single/single.ts';

const lendEntry = (
  context: LoanContext<typeof creds>,
  { lend, credentialsLoan, credentialsRequests }: Lending,
): Promise<number> => {
  const { mount = '', role_name: role } = context.spoken;
  return lend(context, {
    service: 'secrets',
    requests: credentialsRequests,
    prepare: credentialsLoan(context, { mount, role, below: 'creds' }),
  });
};

const show = singleWith<LoanContext<typeof creds>>({
  before: ({ session, operation }) => askTokenEnd(session, operation.service),
});

export default lendable(lendEntry, show);
