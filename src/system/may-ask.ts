import type { Io } from './io.ts';

interface Asking {
  readonly noInput: boolean;
}

export const hasTerminal = (io: Pick<Io, 'terminal'>, { noInput }: Asking): boolean => {
  if (noInput) return false;
  const terminal = io.terminal?.();
  terminal?.close();
  return terminal !== undefined;
};

/** Whether to ask an optional question: only a person sees standard error. */
export const mayAsk = (io: Pick<Io, 'terminal' | 'stderr'>, asking: Asking): boolean =>
  io.stderr.isTTY === true && hasTerminal(io, asking);
