/** What was typed in the places of a command. A list of few is made and read faster than a map. */

/** The words of one positional. */
export interface Placed {
  readonly key: string;
  readonly words: readonly string[];
}

/** The words of the positional with this key, if it was given. */
export const wordsAt = (
  positionals: readonly Placed[],
  wanted: string | undefined,
): readonly string[] | undefined => positionals.find(({ key }) => key === wanted)?.words;
