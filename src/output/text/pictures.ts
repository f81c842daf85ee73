/** Decides by the rules of the C library. */
export const showsUnicode = (env: Readonly<Record<string, string | undefined>>): boolean => {
  const locale = [env['LC_ALL'], env['LC_CTYPE'], env['LANG']].find((one) => one !== undefined && one !== '');
  // Windows has no locale in its environment; its terminal draws everything.
  return /utf-?8/i.test(locale ?? '') || (locale === undefined && (env['WT_SESSION'] ?? '') !== '');
};

/** Each meaning has its own character: no colour is needed. */
const cells = {
  unicode: { good: '█', busy: '▒', bad: 'x', none: '·' },
  ascii: { good: '#', busy: '~', bad: 'x', none: '.' },
} as const;

type Meaning = keyof (typeof cells)['ascii'];

const longestBar = 20;

/** Each count gets one cell, or a share of the longest bar that is at least one. */
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

export const barOf = (parts: Readonly<Record<Meaning, number>>, unicode: boolean): string => {
  const ink = cells[unicode ? 'unicode' : 'ascii'];
  const shares = sharesOf(order.map((meaning) => Math.max(0, parts[meaning])));
  const bar = order.map((meaning, at) => ink[meaning].repeat(shares[at] ?? 0)).join('');
  return bar === '' ? '' : `[${bar}]`;
};

/** Matches a bar, with its good, busy, bad and missing cells. */
export const barIn = /\[(?=[^\]])([█#]*)([▒~]*)(x*)([·.]*)\]/;

const steps = { unicode: '▁▂▃▄▅▆▇█', ascii: '_.:-=+*#' } as const;

/** Equal values are drawn at middle height. */
export const sparkline = (values: readonly number[], unicode: boolean): string => {
  const ink = steps[unicode ? 'unicode' : 'ascii'];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return values
    .map((value) => (high === low ? 0.5 : (value - low) / (high - low)))
    .map((part) => ink[Math.round(part * (ink.length - 1))] ?? '')
    .join('');
};

/** Documents contain `#`, which is replaced by blocks. */
export const drawnBar = (text: string, unicode: boolean): string =>
  unicode ? text.replaceAll('#', cells.unicode.good) : text;
