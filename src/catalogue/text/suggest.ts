/** Longer words are not typing errors, and the comparison is quadratic. */
const longest = 64;

/** Optimal string alignment: insertions, deletions, substitutions and swaps of neighbours. */
const distance = (from: string, to: string): number => {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      let least = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (swapped) least = Math.min(least, (beforeLast[column - 2] ?? 0) + 1);
      current.push(least);
    }
    beforeLast = last;
    last = current;
  }
  return last[to.length] ?? 0;
};

const folded = (word: string): string => word.toLowerCase().replaceAll(/[_.\s-]+/g, '');

/** A short word with another first letter is another word: `tail` is not `fail`. */
const isOtherWord = (word: string, meant: string): boolean =>
  word.length <= 5 &&
  word.length === meant.length &&
  word[0] !== meant[0] &&
  word.slice(1) === meant.slice(1);

/** Whether one letter is wrong in a word of at least four; case, `-`, `_` and `.` do not count. */
export const isSlip = (word: string, meant: string): boolean => {
  const [typed, other] = [folded(word), folded(meant)];
  if (typed.length < 3 || other.length < 4 || typed.length > longest) return false;
  return !isOtherWord(typed, other) && distance(typed, other) <= 1;
};

/** At most a third of the letters wrong, or beginning or ending with `word` (`mode` for `execution-mode`). */
export const closest = (word: string, candidates: Iterable<string>, max = 3): readonly string[] => {
  if (word === '' || word.length > longest) return [];
  const wanted = folded(word);
  const found: { readonly candidate: string; readonly score: number }[] = [];
  for (const candidate of new Set(candidates)) {
    if (candidate.length > longest) continue;
    const other = folded(candidate);
    const allowed = Math.max(1, Math.floor(Math.max(wanted.length, other.length) / 3));
    const contained = wanted.length >= 3 && (other.startsWith(wanted) || other.endsWith(wanted));
    const score = Math.abs(wanted.length - other.length) > allowed ? Infinity : distance(wanted, other);
    if (score <= allowed && score < other.length) found.push({ candidate, score });
    else if (contained) found.push({ candidate, score: allowed + 1 });
  }
  return found
    .sort((a, b) => a.score - b.score || a.candidate.localeCompare(b.candidate, 'en'))
    .slice(0, max)
    .map(({ candidate }) => candidate);
};
