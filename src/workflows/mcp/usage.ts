/** A call that could not be made into a command line, as a reply: the model corrects its arguments. */
import { TrivetError } from '../../model/error.ts';
import type { ToolReply } from './reply.ts';
import { failureReply } from './reply.ts';

/** @throws what is not a mistake of the caller */
export const asUsage = (error: unknown): ToolReply => {
  if (!(error instanceof TrivetError)) throw error;
  const { code, message, effect, details } = error;
  return failureReply({ code, message, effect, hint: details.hint }, error.exit);
};
