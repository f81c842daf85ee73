import type { LedgerEntry } from './loan-ledger.ts';
import { checkOutOf } from '../../ldap/workflows/account-loan.ts';
import { credentialsOf } from './credentials.ts';
import type { Returnable, Suggested } from './loan.ts';
import { suggestWith } from '../../../services/suggest.ts';
import { heldLocksOf } from '../../workspace/workflows/lock-loan.ts';

/** The lender's flags are unknown; `lease recover` prints those of other places. */
const anywhere: Suggested = (words, scope) => suggestWith([], words, scope);

/** What a run left. Only the server knows whether it is still held, since the reply of its return can be missing. */
export const leftText = (entry: LedgerEntry, command: Suggested = anywhere): string => {
  const returnable = returnableOf(entry);
  return returnable.isGiven
    ? `nothing proves the return of ${returnable.named}; give back what is still held with: ${command('lease recover')}`
    : returnable.requested(command);
};

export const returnableOf = (entry: LedgerEntry): Returnable => {
  switch (entry.kind) {
    case 'check-out':
      return checkOutOf(entry);
    case 'credentials':
      return credentialsOf(entry);
    case 'lock':
      return heldLocksOf(entry);
  }
};
