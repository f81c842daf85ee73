/** Every printed command that reaches a server. */
import type { GivenScope } from '../services/suggest.ts';
import { suggestWith } from '../services/suggest.ts';
import { repeatedFlags } from './given-globals.ts';
import type { Session } from './session/session.ts';

/**
 * Returns `trivet WORDS`, with the flags that chose the server and those of the scope: without them the command would
 * reach an object of that name somewhere else. The environment and the profiles stay as they are.
 * @param words after `trivet`, quoted for a shell
 * @param scope as given: a mount that only the profile says is not repeated
 */
export const suggest = (
  { globals }: Pick<Session, 'globals'>,
  words: string,
  scope: GivenScope = {},
): string => suggestWith(repeatedFlags(globals), words, scope);
