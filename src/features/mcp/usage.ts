/** The reply to a call that cannot be turned into a command line: the model can correct its arguments. */
import { TrivetError } from '../../system/error.ts';
import type { ToolReply } from './reply.ts';
import { failureReply } from './reply.ts';

/** @throws errors that are not a mistake of the caller */
export const asUsage = (error: unknown): ToolReply => {
  if (!(error instanceof TrivetError)) throw error;
  const { code, message, effect, details } = error;
  return failureReply({ code, message, effect, hint: details.hint }, error.exit);
};
