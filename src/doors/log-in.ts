/** A log-in in the middle of another command, which goes on with the new session. */
import { mayAsk } from '../engine/may-ask.ts';
import type { Globals } from '../engine/given-globals.ts';
import { safe } from '../screen/text/safe.ts';
import { confirmPrompt } from '../screen/prompt.ts';
import type { World } from '../world/world.ts';

/** @param run runs `trivet login` at the terminal, and returns its exit code */
export const logIn = async (
  question: string,
  world: World,
  globals: Pick<Globals, 'noInput'>,
  run: () => Promise<number>,
): Promise<boolean> =>
  mayAsk(world, globals) && (await confirmPrompt(safe(question), world)) === 'yes' && (await run()) === 0;
