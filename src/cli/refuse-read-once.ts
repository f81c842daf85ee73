/** Refuses standard input and prompts for values shared by many objects. */
import { usageError } from '../system/error.ts';
import type { Typed } from '../run/invocation/placed.ts';
import { isOfSelection } from './spelled.ts';

/** Standard input is read once, and no prompt comes for each object. */
export const refuseReadOnce = ({ flags }: Typed): void => {
  for (const [flag, words] of flags) {
    const { type } = flag.parameter;
    if (flag.scope !== 'command' || isOfSelection(flag) || type === 'strings' || type === 'string') continue;
    const open = words.find((word) => word === '-' || (word === '?' && type === 'secret'));
    if (open === undefined) continue;
    throw usageError(
      `--${flag.name} ${open} cannot be given to many objects`,
      `Put it into a file: --${flag.name} @FILE.`,
    );
  }
};
