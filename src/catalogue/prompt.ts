/** A problem that an agent is asked to look into, as a guide describes it. */
export interface Prompt {
  readonly name: string;
  readonly when: string;
  /** Command lines that only read, with the names of arguments in capitals. */
  readonly looks: readonly string[];
  /** What could help. */
  readonly propose: string;
  /** The arguments: words in capitals in `looks`. */
  readonly asks: readonly string[];
  /** The page that says more. */
  readonly guide: string;
}
