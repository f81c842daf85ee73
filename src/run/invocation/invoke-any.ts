import { selects } from './invocation.ts';
import type { Invocation } from './invocation.ts';
import { ended, invoke } from './invoke.ts';
import type { InvocationEnd, InvocationRun } from './invoke.ts';

/** Runs an invocation; a failure is a part of its end, and nothing is thrown. */
export const invokeAny = (invocation: Invocation, run: InvocationRun): Promise<InvocationEnd> =>
  selects(invocation)
    ? ended(invocation, run, () => run.parts.session.program.changeMany(invocation, run.parts))
    : invoke(invocation, run);
