/** Lists that are mostly empty, of which a batch would make thousands. */

/** The empty list. */
export const none: readonly never[] = [];

/** The lists as one; nothing is copied if at most one of them holds something. */
export const joined = <One>(...lists: readonly (readonly One[])[]): readonly One[] => {
  let all: readonly One[] = none;
  for (const list of lists) {
    if (all.length === 0) all = list;
    else if (list.length > 0) all = [...all, ...list];
  }
  return all;
};
