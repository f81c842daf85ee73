/** One answer of `trivet how`: how something is done. */
export interface Recipe {
  readonly title: string;
  readonly lines: readonly string[];
  /** The page that says more: `trivet help guide NAME`. */
  readonly guide?: string;
  /** The lines follow one another; without it each is a recipe of its own. */
  readonly steps?: boolean;
  /** A subject for which trivet has no command: a question finds it by these words only. */
  readonly lacks?: string;
  /** Set where a line asks before it goes on: something would be lost. */
  readonly destroys?: boolean;
  /** Why `--try` cannot run a line in a sandbox; a line that it can run has no entry. */
  readonly untried?: Readonly<Record<string, string>>;
  /** The searched texts, the most telling first: the command, names, descriptions, parameters. */
  readonly path?: string;
  readonly names: string;
  readonly text: string;
  readonly more: string;
}
