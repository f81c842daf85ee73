export interface Recipe {
  readonly title: string;
  readonly lines: readonly string[];
  readonly guide?: string;
  /** Whether the lines follow one another; otherwise each is a recipe of its own. */
  readonly steps?: boolean;
  /** A subject without a command, which questions find only by these words. */
  readonly lacks?: string;
  /** Whether a line asks before it goes on, because something would be lost. */
  readonly destroys?: boolean;
  /** Whether a line changes something, so that it is not the first answer to a question about a state. */
  readonly changes?: boolean;
  /** Lines of other tools, and of trivet, that mean it: a question that begins with one is answered by it. */
  readonly typed?: readonly string[];
  /** Why `--try` cannot run a line in a sandbox. */
  readonly untried?: Readonly<Record<string, string>>;
  /** Searched texts, the most telling first. */
  readonly path?: string;
  readonly names: string;
  readonly text: string;
  readonly more: string;
}
