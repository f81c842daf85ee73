import type { World } from './world.ts';

interface Asking {
  readonly noInput: boolean;
}

export const hasTerminal = (world: Pick<World, 'terminal'>, { noInput }: Asking): boolean => {
  if (noInput) return false;
  const terminal = world.terminal?.();
  terminal?.close();
  return terminal !== undefined;
};

/** For optional questions: only a person sees standard error. */
export const mayAsk = (world: Pick<World, 'terminal' | 'stderr'>, asking: Asking): boolean =>
  world.stderr.isTTY === true && hasTerminal(world, asking);
