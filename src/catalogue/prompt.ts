export interface Prompt {
  readonly name: string;
  readonly when: string;
  readonly looks: readonly string[];
  readonly propose: string;
  readonly asks: readonly string[];
  readonly guide: string;
}
