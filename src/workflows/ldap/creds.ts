/** `ldap creds`: lends the new entry with `-- COMMAND`, else shows its credentials. */
import type { creds } from '../../operations/ldap/role.ts';
import { lendable } from '../lending/lendable.ts';
import type { LendContext } from '../lending/loan.ts';
import { single } from '../single.ts';

const lendEntry = async (context: LendContext<typeof creds>): Promise<number> => {
  const { lend } = await import('../lending/lend.ts');
  const { credentialsLoan } = await import('../lending/credentials.ts');
  const { mount = '', role_name: role } = context.spoken;
  return lend(context, {
    service: 'secrets',
    prepare: credentialsLoan(context, { mount, role, below: 'creds' }),
  });
};

export default lendable(lendEntry, single);
