/** Whether somebody is at a terminal who can be asked something that was not asked for. */
import type { World } from './world.ts';

/** Only a person sees standard error; the terminal itself is only looked for. */
export const mayAsk = (
  world: Pick<World, 'terminal' | 'stderr'>,
  { noInput }: { readonly noInput: boolean },
): boolean => {
  if (noInput || world.stderr.isTTY !== true) return false;
  const terminal = world.terminal?.();
  terminal?.close();
  return terminal !== undefined;
};
