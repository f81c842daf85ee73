/** The methods of the kind of an entry. */
import type { LedgerEntry } from '../../runtime/lend-ledger.ts';
import { checkOutOf } from './check-out.ts';
import { credentialsOf } from './credentials.ts';
import type { Returnable } from './loan.ts';
import { heldLocksOf } from './lock.ts';

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
