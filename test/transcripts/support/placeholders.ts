/** What varies from run to run, and the placeholders in angle brackets that stand for it. */

/** What each placeholder stands for. */
const patterns: Readonly<Record<string, string>> = {
  any: '.*',
  address: String.raw`(?:https?://)?127\.0\.0\.1:\d+`,
  base64: String.raw`[A-Za-z0-9+/=_-]+(?:(?:\\n|\.)[A-Za-z0-9+/=_-]+)*`,
  duration: String.raw`(?:\d+(?:\.\d+)?(?:ms|[smhd]))+`,
  hex: '[0-9a-fA-F]+',
  id: '[A-Za-z0-9_-]+',
  number: String.raw`\d+(?:\.\d+)?`,
  path: String.raw`(?<![\w+=-])(?:<folder>|<home>)?/[^\s"']+`,
  serial: '[0-9a-fA-F]{2}(?:[:-][0-9a-fA-F]{2})+',
  time: String.raw`\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?`,
  uuid: '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}',
  version: String.raw`v?\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.-]+)?`,
};

const quoted = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

const compiled = new Map<string, RegExp>();

/** A line that holds no placeholder is compared as it is; a placeholder also stands for itself. */
const patternOf = (line: string): RegExp => {
  const known = compiled.get(line);
  if (known !== undefined) return known;
  const source = line.split(/(<[a-z]+>)/).map((piece) => {
    const pattern = /^<[a-z]+>$/.test(piece) ? patterns[piece.slice(1, -1)] : undefined;
    return pattern === undefined ? quoted(piece) : `(?:${pattern}|${piece})`;
  });
  const made = new RegExp(`^${source.join('')}$`, 'u');
  compiled.set(line, made);
  return made;
};

/** Whether a printed line is what a line of a transcript says. */
export const agrees = (expected: string, printed: string): boolean =>
  expected === printed || (expected.includes('<') && patternOf(expected).test(printed));

/** What is taken for base64: long, and perhaps in several lines of a JSON text. */
const blob = String.raw`[A-Za-z0-9+/=_-]{40,}(?:(?:\\n|\.)[A-Za-z0-9+/=_-]+)*`;

/** Parts of a line that can vary, the longest ones first; any word is one. */
const varying = new RegExp(
  [
    String.raw`(?<escape>\\[nrt])`,
    ...['time', 'uuid', 'serial', 'path', 'version', 'duration'].map(
      (name) => `(?<${name}>${patterns[name] ?? ''})`,
    ),
    `(?<base64>${blob})`,
    String.raw`(?<number>\d+\.\d+)`,
    String.raw`(?<word>[A-Za-z0-9_]+(?:-[A-Za-z0-9_]+)*)`,
  ].join('|'),
  'gu',
);

interface Piece {
  readonly text: string;
  /** Undefined for what stands between. */
  readonly kind: string | undefined;
}

const piecesOf = (line: string): readonly Piece[] => {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of line.matchAll(varying)) {
    const kind = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined)?.[0];
    pieces.push({ text: line.slice(end, match.index), kind: undefined }, { text: match[0], kind });
    end = match.index + match[0].length;
  }
  return [...pieces, { text: line.slice(end), kind: undefined }];
};

const placeholderFor = (kind: string | undefined, texts: readonly [string, string]): string | undefined => {
  if (kind !== 'word') return kind === undefined || kind === 'escape' ? undefined : `<${kind}>`;
  if (texts.every((text) => /^\d+$/.test(text))) return '<number>';
  return texts.every((text) => /^[0-9a-f]{8,}$/i.test(text)) ? '<hex>' : '<id>';
};

/** The same beginning and end, and `<any>` for what is between them. */
const withAny = (one: string, other: string): string => {
  const most = Math.min(one.length, other.length);
  let start = 0;
  while (start < most && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < most - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return `${one.slice(0, start)}<any>${one.slice(one.length - end)}`;
};

/** A line with a placeholder for each part that differs in another run. */
const mergedLine = (one: string, other: string): string => {
  if (one === other) return one;
  const [left, right] = [piecesOf(one), piecesOf(other)];
  if (left.length !== right.length) return withAny(one, other);
  const pieces = left.map(({ text, kind }, index) => {
    const piece = right[index];
    if (piece?.text === text) return text;
    return piece?.kind === kind ? placeholderFor(kind, [text, piece?.text ?? '']) : undefined;
  });
  const merged = pieces.every((piece) => piece !== undefined) ? pieces.join('') : undefined;
  return merged !== undefined && agrees(merged, one) && agrees(merged, other) ? merged : withAny(one, other);
};

/** Kinds of parts that are the same in every run. */
const steady: readonly (string | undefined)[] = [undefined, 'word', 'version', 'escape'];

/** A line with placeholders for what is likely to vary. */
const guessedLine = (line: string): string =>
  piecesOf(line)
    .map(({ text, kind }) => (steady.includes(kind) ? text : `<${kind ?? ''}>`))
    .join('');

/** Lines with dots for several lines of base64, of which there can be more or fewer. */
export const withoutBlobs = (lines: readonly string[]): readonly string[] =>
  lines.flatMap((line, index) => {
    if (line !== '<base64>') return [line];
    if (lines[index - 1] === line) return [];
    return lines[index + 1] === line ? ['...'] : [line];
  });

/** The lines of a run with placeholders for what differs in another run. */
export const merged = (one: readonly string[], other: readonly string[]): readonly string[] =>
  one.length === other.length
    ? one.map((line, index) => mergedLine(line, other[index] ?? ''))
    : one.map((line) => (other.includes(line) ? line : guessedLine(line)));
