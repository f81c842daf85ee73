/** Runs an invocation of its own whose results are values: a tool call, a call of the library. */
import type { Collected } from '../engine/collected.ts';
import type { KeptConnections } from '../engine/session/pool.ts';
import { collectingRun } from '../engine/create-run.ts';
import type { World } from '../world/world.ts';
import type { Invocation } from '../engine/invocation/invocation.ts';
import { failed } from '../engine/invocation/invoke.ts';
import type { InvocationEnd } from '../engine/invocation/invoke.ts';
import { invokeAny } from './invoke-any.ts';

/**
 * @param read makes the invocation; an error that it throws becomes that of the result. Nothing is thrown.
 * @param kept connections that outlast it
 */
export const collect = async (
  world: World,
  collected: Collected,
  read: () => Promise<Invocation>,
  kept?: KeptConnections,
): Promise<InvocationEnd> => {
  try {
    const invocation = await read();
    const parts = collectingRun(world, invocation.given.globals, collected, kept);
    try {
      return await invokeAny(invocation, { parts, checked: false, inside: false });
    } finally {
      await parts.close();
    }
  } catch (error) {
    return failed(error, false);
  }
};
