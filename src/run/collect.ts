import type { Collected } from './collected.ts';
import type { KeptConnections } from './session/pool.ts';
import { collectingRun } from './create-run.ts';
import { withEffect } from './effect.ts';
import type { Program } from './session/session.ts';
import type { RunParts } from './session/session.ts';
import { TrivetError } from '../system/error.ts';
import type { Io } from '../system/io.ts';
import { selects } from './invocation/invocation.ts';
import type { Invocation } from './invocation/invocation.ts';
import { failed } from './invocation/invoke.ts';
import type { InvocationEnd } from './invocation/invoke.ts';
import { invokeAny } from './invocation/invoke-any.ts';

/** After a signal the run ends with an error even if the last reply arrived; the error's effect says what was done. */
const endOf = (end: InvocationEnd, invocation: Invocation, parts: RunParts): InvocationEnd => {
  if (end.error !== undefined || parts.interrupted() === undefined) return end;
  const { command } = invocation;
  // The rows say what became of each object, so the error does not.
  const details = selects(invocation) || command.operations.length === 0 ? { ofItems: true as const } : {};
  const error = new TrivetError('interrupted', end.exit, 'the call was interrupted', details);
  return { ...end, error: withEffect(error, command, parts.session.standing()) };
};

/**
 * @param read makes the invocation; its error becomes that of the result. Nothing is thrown.
 * @param kept connections that outlast the run
 */
export const collect = async (
  program: Program,
  io: Io,
  collected: Collected,
  read: () => Promise<Invocation>,
  kept?: KeptConnections,
): Promise<InvocationEnd> => {
  try {
    const invocation = await read();
    const parts = collectingRun(program, io, invocation.given.globals, collected, kept);
    try {
      const end = await invokeAny(invocation, { parts, checked: false, inside: false });
      return endOf(end, invocation, parts);
    } finally {
      await parts.close();
    }
  } catch (error) {
    return failed(error, false);
  }
};
