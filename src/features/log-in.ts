/** Within another command, which continues with the new session. */
import { mayAsk } from '../system/may-ask.ts';
import { TrivetError } from '../system/error.ts';
import type { Globals } from '../run/given-globals.ts';
import { safe } from '../output/text/safe.ts';
import { confirmPrompt } from '../output/prompt.ts';
import type { Io } from '../system/io.ts';

/**
 * @param run `trivet login` at the terminal; returns its exit code
 * @throws TrivetError interrupted, after a signal
 */
export const logIn = async (
  question: string,
  io: Io,
  globals: Pick<Globals, 'noInput'>,
  run: () => Promise<number>,
): Promise<boolean> => {
  if (!mayAsk(io, globals) || (await confirmPrompt(safe(question), io)) !== 'yes') return false;
  const code = await run();
  if (code > 128)
    throw new TrivetError('interrupted', code, 'the log-in was interrupted', { effect: 'not-sent' });
  return code === 0;
};
