/** Lines of a transcript beside the lines that were printed. */

type Agrees = (expected: string, printed: string) => boolean;

/** A line that was expected, one that was printed, or both where they agree. */
export interface Pair {
  readonly expected?: string;
  /** Index of the printed line; undefined for dots. */
  readonly printed?: number;
  /** Whether what was expected was printed. */
  readonly agrees: boolean;
}

/** Dots for lines of standard output, `! ...` for standard error, `| ...` for a file. */
const dots = /^([!|] )?\.\.\.$/;

/** Whether dots stand for a line, too. */
const absorbs = (line: string, printed: string): boolean => {
  const [isDots, mark] = dots.exec(line) ?? [];
  if (isDots === undefined) return false;
  return mark === undefined ? !/^[!?|](?: |$)/.test(printed) : printed.startsWith(mark.trimEnd());
};

/** More than all lines that could be left out for it. */
const gain = 100_000;

/** The best score for the rest of both lists from each place; agreeing lines gain, lines left out cost. */
const scores = (expected: readonly string[], printed: readonly string[], agrees: Agrees) => {
  const width = printed.length + 1;
  const best = new Float64Array((expected.length + 1) * width);
  const at = (i: number, j: number): number => best[i * width + j] ?? 0;
  for (let i = expected.length; i >= 0; i -= 1) {
    for (let j = printed.length; j >= 0; j -= 1) {
      const line = expected[i];
      const isDots = line !== undefined && dots.test(line);
      const isAbsorbed = isDots && absorbs(line, printed[j] ?? '');
      const options = [
        ...(line === undefined ? [] : [at(i + 1, j) - (isDots ? 0 : 1)]),
        ...(j === printed.length ? [] : [at(i, j + 1) - (isAbsorbed ? 0 : 1)]),
        ...(line === undefined || j === printed.length || isDots || !agrees(line, printed[j] ?? '')
          ? []
          : [at(i + 1, j + 1) + gain]),
      ];
      best[i * width + j] = options.length === 0 ? 0 : Math.max(...options);
    }
  }
  return at;
};

/** Pairs as many lines as possible, in their order; dots stand for any number of lines of their kind. */
export const align = (
  expected: readonly string[],
  printed: readonly string[],
  agrees: Agrees,
): readonly Pair[] => {
  const isSame =
    expected.length === printed.length &&
    expected.every((line, index) => !dots.test(line) && agrees(line, printed[index] ?? ''));
  if (isSame) return expected.map((line, index) => ({ expected: line, printed: index, agrees: true }));
  const at = scores(expected, printed, agrees);
  const pairs: Pair[] = [];
  let [i, j] = [0, 0];
  while (i < expected.length || j < printed.length) {
    const line = expected[i];
    const isLeft = j < printed.length;
    const isDots = line !== undefined && dots.test(line);
    if (isDots && absorbs(line, printed[j] ?? '') && isLeft && at(i, j) === at(i, j + 1)) j += 1;
    else if (isDots && at(i, j) === at(i + 1, j)) {
      pairs.push({ expected: line, agrees: true });
      i += 1;
    } else if (
      line !== undefined &&
      !isDots &&
      isLeft &&
      agrees(line, printed[j] ?? '') &&
      at(i, j) === at(i + 1, j + 1) + gain
    ) {
      pairs.push({ expected: line, printed: j, agrees: true });
      i += 1;
      j += 1;
    } else if (line !== undefined && !isDots && (!isLeft || at(i, j) === at(i + 1, j) - 1)) {
      pairs.push({ expected: line, agrees: false });
      i += 1;
    } else {
      pairs.push({ printed: j, agrees: false });
      j += 1;
    }
  }
  return pairs;
};

/**
 * Returns what was printed, in the words of what was expected where the two agree, so that only differences show.
 * @param otherwise the words for a printed line that was not expected
 */
export const inWordsOf = (
  expected: readonly string[],
  printed: readonly string[],
  agrees: Agrees,
  otherwise: readonly string[] = printed,
): readonly string[] =>
  align(expected, printed, agrees).flatMap((pair) => {
    if (pair.agrees) return pair.expected === undefined ? [] : [pair.expected];
    return pair.printed === undefined ? [] : [otherwise[pair.printed] ?? ''];
  });

const context = 3;

/** A unified difference of two texts, or undefined if they are equal. @param from the number of the first line */
export const difference = (
  expected: readonly string[],
  printed: readonly string[],
  from: number,
): { readonly at: number; readonly text: string } | undefined => {
  // Dots are lines like others here.
  const mark = (lines: readonly string[]): readonly string[] => lines.map((line) => ` ${line}`);
  const pairs = align(mark(expected), mark(printed), (one, other) => one === other);
  const first = pairs.findIndex((pair) => !pair.agrees);
  if (first === -1) return undefined;
  const isNear = (index: number): boolean =>
    pairs.slice(Math.max(0, index - context), index + context + 1).some((pair) => !pair.agrees);
  const lines = pairs.flatMap((pair, index) => {
    if (!isNear(index)) return [];
    const gap = index > 0 && !isNear(index - 1) ? [`@@ line ${from + lineOf(pairs, index)} @@`] : [];
    const sign = pair.agrees ? ' ' : pair.expected === undefined ? '+' : '-';
    return [...gap, `${sign}${(pair.expected ?? ` ${printed[pair.printed ?? 0] ?? ''}`).slice(1)}`];
  });
  return { at: from + lineOf(pairs, first), text: lines.join('\n') };
};

/** How many expected lines stand before a pair. */
const lineOf = (pairs: readonly Pair[], index: number): number =>
  pairs.slice(0, index).filter((pair) => pair.expected !== undefined).length;
