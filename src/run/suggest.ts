/** Adds flags to every printed command that reaches a server. */
import type { GivenScope } from '../services/suggest.ts';
import { suggestWith } from '../services/suggest.ts';
import { repeatedFlags } from './given-globals.ts';
import type { Session } from './session/session.ts';

/**
 * Adds the flags that chose the server and the scope: without them the command would reach another object of that
 * name. Environment and profiles stay.
 * @param words after `trivet`, quoted for a shell
 * @param scope as given: a mount that only the profile says is not repeated
 */
export const suggest = (
  { globals }: Pick<Session, 'globals'>,
  words: string,
  scope: GivenScope = {},
): string => suggestWith(repeatedFlags(globals), words, scope);
