/** `ldap creds`: lends the new entry with `-- COMMAND`, else shows its credentials. */
import type { creds } from '../operations/role.ts';
import { lendable } from '../../lending/workflows/lendable.ts';
import type { LendContext } from '../../lending/workflows/loan.ts';
import { single } from '../../../workflows/single.ts';

const lendEntry = async (context: LendContext<typeof creds>): Promise<number> => {
  const { lend } = await import('../../lending/workflows/lend.ts');
  const { credentialsLoan } = await import('../../lending/workflows/credentials.ts');
  const { mount = '', role_name: role } = context.spoken;
  return lend(context, {
    service: 'secrets',
    prepare: credentialsLoan(context, { mount, role, below: 'creds' }),
  });
};

export default lendable(lendEntry, single);
