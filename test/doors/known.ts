/** What is wrong today; each entry is removed by the change that makes it right. */
export interface Known {
  readonly rule: string;
  readonly door: string;
  /** The example as typed after `trivet`, or the name of a case. */
  readonly example: string;
  readonly why: string;
  /** What makes it right: where a change goes, or what is asked about it. */
  readonly by: 'place' | 'question';
}

/** The rule of the cases that are no example of the catalogue (cases.test.ts). */
export const alone = 'case';

export const known: readonly Known[] = [];
