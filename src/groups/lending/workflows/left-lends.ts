/** Says where somebody looks what a killed lend left. */
import { stateFolder } from '../../../profiles/state-folder.ts';
import { fileFailure } from '../../../disk/system-error.ts';
import type { Session } from '../../../engine/session/session.ts';
import { ledger, userOf } from './lend-ledger.ts';
import { leftText } from './returnable.ts';

/** Warns of everything that was lent, is used by no command any more, and was not given back. */
export const warnOfLeft = async ({ world, reporter }: Session): Promise<void> => {
  // Without it nothing can be lent.
  if (stateFolder(world) === undefined) return;
  try {
    for (const kept of await ledger(world)) {
      if (kept.entry === undefined || (await userOf(kept)) !== undefined) continue;
      reporter.warn(`of an earlier command: ${leftText(kept.entry)}`);
    }
  } catch (error) {
    const why = fileFailure(error)?.message;
    if (why === undefined) throw error;
    reporter.warn(`it is not known whether something lent was left: ${why}`);
  }
};
