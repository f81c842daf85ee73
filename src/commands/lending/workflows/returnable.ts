/** The methods of the kind of an entry. */
import type { LedgerEntry } from './lend-ledger.ts';
import { checkOutOf } from '../../ldap/workflows/lend-account.ts';
import { credentialsOf } from './credentials.ts';
import type { Returnable } from './loan.ts';
import { heldLocksOf } from '../../workspace/workflows/lend-lock.ts';

/** What a lend left that ended long ago: only the server knows whether it is still held. */
export const leftText = (entry: LedgerEntry): string => {
  const { named, isGiven, undo } = returnableOf(entry);
  return isGiven
    ? `${named} was not given back; give back what is still held with: trivet lease recover`
    : undo;
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
