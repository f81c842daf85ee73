/** Words by the places that a command declares. Short lists are faster than a map. */
import type { Flag } from '../flags.ts';

interface Placed {
  readonly key: string;
  readonly words: readonly string[];
}

export interface Typed {
  readonly flags: ReadonlyMap<Flag, readonly string[]>;
  readonly positionals: readonly Placed[];
}

export const wordsAt = (
  positionals: readonly Placed[],
  wanted: string | undefined,
): readonly string[] | undefined => positionals.find(({ key }) => key === wanted)?.words;
