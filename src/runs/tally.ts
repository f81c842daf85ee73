/** The counts of a run over many items, as its last line says them. */

/** How the items of a run ended. */
interface Counts {
  readonly done: number;
  readonly failed: number;
  readonly unknown: number;
  /** Done by an earlier run. */
  readonly skipped?: number;
  /** Not started. */
  readonly left: number;
}

/** How many items a further run would have to do. */
export const undoneOf = ({ failed, unknown, left }: Counts): number => failed + unknown + left;

/**
 * `11 done, 4 failed, 1 unknown, 2 not started`.
 * @param how further text about the failures
 */
export const tallyText = ({ done, failed, unknown, skipped = 0, left }: Counts, how?: string): string => {
  return [
    `${done} done`,
    `${failed} failed${how === undefined ? '' : ` (${how})`}`,
    ...(unknown > 0 ? [`${unknown} unknown`] : []),
    ...(skipped > 0 ? [`${skipped} already done`] : []),
    ...(left > 0 ? [`${left} not started`] : []),
  ].join(', ');
};

/** What a person can do about items that a resumed run could not settle. */
export const settleText = (unknown: number): string =>
  `nothing proves the outcome of ${unknown === 1 ? 'one change' : `${unknown} changes`}. Look at each. To make those that were not made, give the command again with --retry-unknown`;
