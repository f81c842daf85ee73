export interface Recipe {
  readonly title: string;
  readonly lines: readonly string[];
  readonly guide?: string;
  /** The lines follow one another; without it each is a recipe of its own. */
  readonly steps?: boolean;
  /** A subject without a command: questions find it only by these words. */
  readonly lacks?: string;
  /** A line asks before it goes on, because something would be lost. */
  readonly destroys?: boolean;
  /** A line changes something: not the first answer to a question about what is. */
  readonly changes?: boolean;
  /** Lines of other tools, and of trivet, that mean it: a question that begins with one is answered by it. */
  readonly typed?: readonly string[];
  /** By line: why `--try` cannot run it in a sandbox. */
  readonly untried?: Readonly<Record<string, string>>;
  /** Searched texts, the most telling first. */
  readonly path?: string;
  readonly names: string;
  readonly text: string;
  readonly more: string;
}
