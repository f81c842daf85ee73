/** Finds other loans of the object: a running one has it, and an ended one's record may be outdated. */
import { sameRef } from '../../../catalogue/ref.ts';
import { stateFolder } from '../../../system/state-folder.ts';
import { TrivetError } from '../../../system/error.ts';
import { errorCode } from '../../../system/system-error.ts';
import type { Session } from '../../../run/session/session.ts';
import { endReceipts } from './end-loan.ts';
import { changeEntry, ledger, userOf, workspaceOf } from './loan-ledger.ts';
import type { Kept, LedgerEntry, LockedWorkspace } from './loan-ledger.ts';

export const isUsedBy = async (
  entries: readonly Kept[],
  isSame: (entry: LedgerEntry) => boolean,
): Promise<boolean> => {
  for (const kept of entries)
    if (kept.entry !== undefined && isSame(kept.entry) && (await userOf(kept)) !== undefined) return true;
  return false;
};

/** Forgets a lock that was released: a later one is not an ended loan's. @param mark of the present loan */
export const forgetLock = async (session: Session, id: string, mark?: string): Promise<void> => {
  const { io } = session;
  if (stateFolder(io) === undefined) return;
  const { baseUrl } = await session.endpoint('workspaces');
  try {
    for (const kept of await ledger(io)) {
      const { entry, file } = kept;
      if (entry?.kind !== 'lock' || entry.mark === mark) continue;
      const released = workspaceOf({ baseUrl }, id);
      const isReleased = ({ id: one }: LockedWorkspace): boolean =>
        sameRef(workspaceOf(entry, one), released);
      if (!entry.workspaces.some(isReleased) || (await userOf(kept)) !== undefined) continue;
      const names = entry.workspaces.map(({ name }) => name).join(', ');
      await changeEntry(file, async (now) => {
        if (now.kind !== 'lock') return now;
        const workspaces = now.workspaces.filter((one) => !isReleased(one));
        if (workspaces.length > 0) return { ...now, workspaces };
        await endReceipts(session, file, `the lock of ${names} was released`);
        return undefined;
      });
    }
  } catch (error) {
    // This is no failure, since `lease recover` reads the server anyway.
    if (errorCode(error) === undefined && !(error instanceof TrivetError)) throw error;
  }
};
