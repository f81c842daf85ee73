/** Runs an invocation about one object or about a selection of many. */
import { selects } from '../engine/invocation/invocation.ts';
import type { Invocation } from '../engine/invocation/invocation.ts';
import { ended, invoke } from '../engine/invocation/invoke.ts';
import type { InvocationEnd, InvocationRun } from '../engine/invocation/invoke.ts';

/** Nothing is thrown. */
export const invokeAny = (invocation: Invocation, run: InvocationRun): Promise<InvocationEnd> =>
  selects(invocation)
    ? ended(invocation, run, async () =>
        (await import('./many/change-of-many.ts')).runSelection(invocation, run.parts),
      )
    : invoke(invocation, run);
