/** Whether somebody is at a terminal who can be asked. */
import type { World } from './world.ts';

interface Asking {
  readonly noInput: boolean;
}

/** Whether a question can be answered there; the terminal is only looked for. */
export const hasTerminal = (world: Pick<World, 'terminal'>, { noInput }: Asking): boolean => {
  if (noInput) return false;
  const terminal = world.terminal?.();
  terminal?.close();
  return terminal !== undefined;
};

/** Whether something can be asked that was not asked for: only a person sees standard error. */
export const mayAsk = (world: Pick<World, 'terminal' | 'stderr'>, asking: Asking): boolean =>
  world.stderr.isTTY === true && hasTerminal(world, asking);
