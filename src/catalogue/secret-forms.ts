export type Span = [start: number, end: number];

/** Shorter values occur by chance in most texts, so hiding them would reveal them. */
const shortest = 4;
/** Shorter values count only as whole words, and only in text that trivet did not write. */
const ordinary = 8;
/** Of values twice as long the beginning counts too, since logs show the first characters of a token. */
const prefix = 8;

export const literal = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);

const hexDigits = (text: string): string =>
  text.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);

const entities: Readonly<Record<string, string>> = {
  '&': '&(?:amp|#38|#x26);',
  '<': '&(?:lt|#60|#x3[cC]);',
  '>': '&(?:gt|#62|#x3[eE]);',
  '"': '&(?:quot|#34|#x22);',
  "'": '&(?:apos|#39|#x27);',
};

/** Escapes beside `\uXXXX`; JSON within JSON doubles the backslashes. */
const escapes: Readonly<Record<string, string>> = {
  '\n': String.raw`\\{1,4}n|\r?\n`,
  '\r': String.raw`\\{1,4}r`,
  '\t': String.raw`\\{1,4}t`,
  '\b': String.raw`\\{1,4}b`,
  '\f': String.raw`\\{1,4}f`,
  '"': String.raw`\\{1,7}"`,
  '/': String.raw`\\{1,3}\/`,
  ' ': String.raw`\+`,
};

const spellings = (character: string): string => {
  const count = character.length;
  if (character.startsWith('\\')) {
    return String.raw`(?:(?:%(?:25)?5[cC]){${count}}|(?:\\{1,4}u005[cC]){${count}}|\\{${count},${count * 8}})`;
  }
  const units = Array.from({ length: count }, (_, index) => character.charCodeAt(index));
  const unicode = units.map((unit) => String.raw`\\{1,4}u${hexDigits(unit.toString(16).padStart(4, '0'))}`);
  const bytes = [...Buffer.from(character)].map(
    (byte) => `%(?:25)?${hexDigits(byte.toString(16).padStart(2, '0'))}`,
  );
  const all = [
    unicode.join(''),
    bytes.join(''),
    entities[character],
    escapes[character],
    literal(character),
  ].filter((one) => one !== undefined);
  return `(?:${all.join('|')})`;
};

const sticky = new Map<string, RegExp>();
const stickyFor = (source: string): RegExp => {
  const present = sticky.get(source) ?? new RegExp(source, 'y');
  sticky.set(source, present);
  return present;
};

const eachMatch = (text: string, pattern: RegExp, found: (start: number, end: number) => void): void => {
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    found(match.index, pattern.lastIndex);
    pattern.lastIndex = match.index + 1;
  }
};

const wordCharacter = /\w/;
const isWord = (text: string, start: number, end: number): boolean =>
  !wordCharacter.test(text[start - 1] ?? ' ') && !wordCharacter.test(text[end] ?? ' ');

type Report = (start: number, end: number, certain: boolean) => void;
type Finder = (text: string, report: Report) => void;

type Sequence = (text: string, found: (start: number, end: number, matched: number) => void) => void;

/** Only the first `prefix` patterns are one regular expression: compiling all lines of a key takes seconds. */
const sequence = (units: readonly string[]): Sequence => {
  const head = new RegExp(units.slice(0, prefix).join(''), 'g');
  const rest = units.slice(prefix);
  return (text, found) => {
    eachMatch(text, head, (start, end) => {
      let at = end;
      let matched = Math.min(prefix, units.length);
      for (const source of rest) {
        const unit = stickyFor(source);
        unit.lastIndex = at;
        if (!unit.test(text)) break;
        at = unit.lastIndex;
        matched += 1;
      }
      found(start, at, matched);
    });
  };
};

const spelled = (value: string): Finder => {
  const units = (value.match(/\\+|[^\\]/gu) ?? []).map(spellings);
  const eachIn = sequence(units);
  const needed = value.length >= 2 * prefix ? 0 : units.length;
  return (text, report) => {
    eachIn(text, (start, end, matched) => {
      const whole = matched === units.length;
      if (!whole && matched < needed) return;
      if (value.length >= ordinary) report(start, end, whole);
      else if (isWord(text, start, end)) report(start, end, false);
    });
  };
};

/** Finds values that would be ambiguous in a mixture of encodings, such as `%25`. */
const exact =
  (value: string): Finder =>
  (text, report) => {
    for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + 1)) {
      const end = at + value.length;
      if (value.length >= ordinary) report(at, end, true);
      else if (isWord(text, at, end)) report(at, end, false);
    }
  };

const hex = (value: string): Finder => {
  const digits = Buffer.from(value).toString('hex');
  const pattern = new RegExp(digits, 'gi');
  return (text, report) => {
    if (text.length < digits.length) return;
    eachMatch(text, pattern, (start, end) => report(start, end, true));
  };
};

/** The base64 characters that depend only on the value, for each position in a group of three bytes. */
const base64Cores = (value: string): readonly string[] =>
  [0, 1, 2].map((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(value)]);
    const text = bytes.toString('base64').replaceAll('=', '');
    const start = [0, 2, 3][offset] ?? 0;
    return text.slice(start, bytes.length % 3 === 0 ? undefined : -1);
  });

/** Line breaks in wrapped base64, also within JSON and URLs. */
const wrap = String.raw`(?:\\{1,4}[rn]|%0[aAdD]|\s){0,8}`;

const base64Character = (character: string): string => {
  if (character === '+') return String.raw`(?:[+-]|%(?:25)?2[bB]|\\{1,4}u002[bB])`;
  return character === '/' ? String.raw`(?:\\{0,3}\/|_|%(?:25)?2[fF])` : character;
};

const written = (value: string): readonly string[] => {
  const json = JSON.stringify(value).slice(1, -1);
  const go = json.replaceAll(
    /[<>&\u2028\u2029]/g,
    (found) => String.raw`\u` + found.charCodeAt(0).toString(16).padStart(4, '0'),
  );
  return [value, json, go, ...(value.isWellFormed() ? [encodeURIComponent(value)] : [])];
};

const base64 = (value: string): readonly Finder[] => {
  const cores = new Set(written(value).flatMap(base64Cores));
  return [...cores]
    .filter((core) => core.length >= 6)
    .map((core): Finder => {
      const [first = '', ...others] = core.split('').map(base64Character);
      let eachIn: Sequence | undefined;
      return (text, report) => {
        if (text.length < core.length) return;
        eachIn ??= sequence([first, ...others.map((one) => wrap + one)]);
        eachIn(text, (start, end, matched) => {
          if (matched === core.length) report(start, end, true);
        });
      };
    });
};

const linesOf = (value: string): readonly string[] =>
  value.includes('\n')
    ? value.split(/\r?\n/).filter((line) => line.length >= 16 && !line.startsWith('-----'))
    : [];

const findersOf = (value: string): readonly Finder[] => [
  exact(value),
  ...written(value)
    .filter((form) => form !== value)
    .map(exact),
  spelled(value),
  hex(value),
  ...base64(value),
];

/** Places are sorted by their start; `foreign` are the parts of the text that trivet did not write. */
export const secretFinder = (
  values: readonly string[],
): ((text: string, foreign: readonly Span[]) => readonly Span[]) => {
  const texts = new Set(values.flatMap((value) => [value, value.trim(), ...linesOf(value)]));
  const finders = [...texts].filter((text) => text.length >= shortest).flatMap(findersOf);
  return (text, foreign) => {
    const spans: Span[] = [];
    const report: Report = (start, end, certain) => {
      if (!certain && !foreign.some(([from, to]) => from <= start && end <= to)) return;
      const last = spans.at(-1);
      // Runs of a repeated character overlap themselves.
      if (last !== undefined && start >= last[0] && start <= last[1]) last[1] = Math.max(last[1], end);
      else spans.push([start, end]);
    };
    for (const find of finders) find(text, report);
    return spans.sort(([a], [b]) => a - b);
  };
};
