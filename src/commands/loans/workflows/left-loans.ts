import { stateFolder } from '../../../system/state-folder.ts';
import { fileFailure } from '../../../system/system-error.ts';
import type { Session } from '../../../run/session/session.ts';
import type { ServiceName } from '../../../catalogue/product.ts';
import type { LedgerEntry } from './loan-ledger.ts';
import { ledger, loanIn, userOf } from './loan-ledger.ts';
import { leftText } from './returnable.ts';

interface LeftLoan {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly service: ServiceName;
  readonly entry: LedgerEntry;
}

/** Loans that are neither in use nor given back; warns if unreadable. */
export const leftLoans = async ({ io, reporter }: Session): Promise<readonly LeftLoan[]> => {
  if (stateFolder(io) === undefined) return [];
  const left: LeftLoan[] = [];
  try {
    for (const kept of await ledger(io)) {
      const { entry, file } = kept;
      if (entry === undefined || (await userOf(kept)) !== undefined) continue;
      const { id = file, time = 0 } = loanIn(file) ?? {};
      left.push({ id, time, service: entry.kind === 'lock' ? 'workspaces' : 'secrets', entry });
    }
  } catch (error) {
    const why = fileFailure(error)?.message;
    if (why === undefined) throw error;
    reporter.warn(`it is not known whether something lent was left: ${why}`);
  }
  return left;
};

export const warnOfLeftLoans = async (session: Session): Promise<void> => {
  for (const { entry } of await leftLoans(session))
    session.reporter.warn(`of an earlier command: ${leftText(entry)}`);
};
