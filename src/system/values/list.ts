export const joined = <One>(...lists: readonly (readonly One[])[]): readonly One[] => {
  let all: readonly One[] = [];
  for (const list of lists) {
    if (all.length === 0) all = list;
    else if (list.length > 0) all = [...all, ...list];
  }
  return all;
};
