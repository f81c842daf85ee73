/** Pictures of counts: bars and lines of block characters, or of ASCII where the locale has no others. */

/** Whether a terminal with this environment shows more than ASCII, as the C library decides it. */
export const showsUnicode = (env: Readonly<Record<string, string | undefined>>): boolean => {
  const locale = [env['LC_ALL'], env['LC_CTYPE'], env['LANG']].find((one) => one !== undefined && one !== '');
  // Windows has no locale in its environment; its terminal draws everything.
  return /utf-?8/i.test(locale ?? '') || (locale === undefined && (env['WT_SESSION'] ?? '') !== '');
};

/** Cells of a bar, by what they mean: each has its own character, so that none needs a colour. */
const cells = {
  unicode: { good: '█', busy: '▒', bad: 'x', none: '·' },
  ascii: { good: '#', busy: '~', bad: 'x', none: '.' },
} as const;

type Meaning = keyof (typeof cells)['ascii'];

/** The longest bar without its brackets. */
const longestBar = 20;

/** The cells of each part: one for each of a count, or their share of the longest bar, and at least one. */
const sharesOf = (counts: readonly number[]): readonly number[] => {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total <= longestBar) return counts;
  const shares = counts.map((count) =>
    count === 0 ? 0 : Math.max(1, Math.round((count / total) * longestBar)),
  );
  const over = shares.reduce((sum, share) => sum + share, 0) - longestBar;
  // Rounding is taken from the largest part, or added to it.
  const largest = shares.indexOf(Math.max(...shares));
  return shares.map((share, at) => (at === largest ? share - over : share));
};

const order = ['good', 'busy', 'bad', 'none'] as const satisfies readonly Meaning[];

/** `[███x··]`: three are good, one is bad, two are missing. Empty for nothing. */
export const barOf = (parts: Readonly<Record<Meaning, number>>, unicode: boolean): string => {
  const ink = cells[unicode ? 'unicode' : 'ascii'];
  const shares = sharesOf(order.map((meaning) => Math.max(0, parts[meaning])));
  const bar = order.map((meaning, at) => ink[meaning].repeat(shares[at] ?? 0)).join('');
  return bar === '' ? '' : `[${bar}]`;
};

/** The parts of a bar within a line, for colours: the bar, and its good, busy, bad and missing cells. */
export const barIn = /\[(?=[^\]])([█#]*)([▒~]*)(x*)([·.]*)\]/;

const steps = { unicode: '▁▂▃▄▅▆▇█', ascii: '_.:-=+*#' } as const;

/** A character for each number, from the lowest to the highest; equal numbers are in the middle. */
export const sparkline = (values: readonly number[], unicode: boolean): string => {
  const ink = steps[unicode ? 'unicode' : 'ascii'];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return values
    .map((value) => (high === low ? 0.5 : (value - low) / (high - low)))
    .map((part) => ink[Math.round(part * (ink.length - 1))] ?? '')
    .join('');
};

/** A bar of `#`, as documents have it, in the characters of the terminal. */
export const drawnBar = (text: string, unicode: boolean): string =>
  unicode ? text.replaceAll('#', cells.unicode.good) : text;
