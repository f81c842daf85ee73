/** What was typed in the places of a command. A list of few is made and read faster than a map. */
import type { Flag } from '../flags.ts';

/** The words of one positional. */
interface Placed {
  readonly key: string;
  readonly words: readonly string[];
}

/** The words as typed, by key: every occurrence of a flag, every word of a positional. */
export interface Typed {
  readonly flags: ReadonlyMap<Flag, readonly string[]>;
  readonly positionals: readonly Placed[];
}

/** The words of the positional with this key, if it was given. */
export const wordsAt = (
  positionals: readonly Placed[],
  wanted: string | undefined,
): readonly string[] | undefined => positionals.find(({ key }) => key === wanted)?.words;
