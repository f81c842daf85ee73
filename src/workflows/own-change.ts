/** Commands that change files of this machine alone. */
import { usageError } from '../model/error.ts';
import type { Globals } from '../runtime/globals.ts';

/** They send no request that could be shown: what asks for one is refused, and the change not made. */
export const refuseShowing = ({ dryRun, curl }: Globals): void => {
  if (!dryRun && !curl) return;
  const flag = dryRun ? 'dry-run' : 'curl';
  throw usageError(`--${flag} shows a request, and this command sends none`).with({
    details: { effect: 'unchanged' },
  });
};
