/** A problem that an agent is asked to look into, as a guide describes it. */
export interface Prompt {
  readonly name: string;
  readonly when: string;
  /** Command lines that only read, with the names of arguments in capitals. */
  readonly looks: readonly string[];
  readonly propose: string;
  /** The arguments: words in capitals in `looks`. */
  readonly asks: readonly string[];
  readonly guide: string;
}
