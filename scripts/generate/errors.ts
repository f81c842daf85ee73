/** The errors of the sources: their texts and hints, by exit code, for the page about troubleshooting. */
import { Exit } from '../../src/system/error.ts';

export interface HintedError {
  readonly exit: number;
  /** With `…` for what differs from time to time. */
  readonly message: string;
  readonly hint: string;
}

interface Literal {
  readonly text: string;
  readonly end: number;
}

/** The index behind the expression that opened at `from`, whose braces may nest. */
const behindExpression = (source: string, from: number): number => {
  let depth = 1;
  let at = from;
  while (at < source.length && depth > 0) {
    if (source[at] === '{') depth += 1;
    if (source[at] === '}') depth -= 1;
    at += 1;
  }
  return at;
};

const oneLiteral = (source: string, from: number): Literal | undefined => {
  const quote = source[from];
  if (quote !== "'" && quote !== '"' && quote !== '`') return undefined;
  let text = '';
  let at = from + 1;
  while (at < source.length && source[at] !== quote) {
    if (source[at] === '\\') {
      text += source[at + 1] === 'n' ? '\n' : (source[at + 1] ?? '');
      at += 2;
    } else if (quote === '`' && source.startsWith('${', at)) {
      text += '…';
      at = behindExpression(source, at + 2);
    } else {
      text += source[at] ?? '';
      at += 1;
    }
  }
  return { text, end: at + 1 };
};

/** Literals joined by plus signs; undefined for anything else. */
const literalAt = (source: string, from: number): Literal | undefined => {
  let text = '';
  let at = from;
  for (;;) {
    at += /^\s*/.exec(source.slice(at, at + 200))?.[0].length ?? 0;
    const part = oneLiteral(source, at);
    if (part === undefined) return undefined;
    text += part.text;
    at = part.end;
    const plus = /^\s*\+/.exec(source.slice(at, at + 200));
    if (plus === null) return { text, end: at };
    at += plus[0].length;
  }
};

const exitNamed = (name: string): number | undefined =>
  Object.entries(Exit).find(([key]) => key === name)?.[1];

const opening = /\b(?:(usage|local)Error\(|new TrivetError\(\s*'[^']+',\s*Exit\.(\w+),)/g;

/** Those with a hint that is written beside them; a message that says all needs none. */
const errorsIn = (source: string): readonly HintedError[] =>
  [...source.matchAll(opening)].flatMap((found) => {
    const exit = exitNamed(found[1] ?? found[2] ?? '');
    const message = literalAt(source, found.index + found[0].length);
    if (exit === undefined || message === undefined) return [];
    const rest = /^\s*,\s*(?:\{[^{}]*?\bhint:\s*)?/.exec(source.slice(message.end, message.end + 400));
    const hint = rest === null ? undefined : literalAt(source, message.end + rest[0].length);
    return hint === undefined ? [] : [{ exit, message: message.text, hint: hint.text }];
  });

/** Each error once, by exit code and then by its words. */
export const knownErrors = (sources: readonly string[]): readonly HintedError[] => {
  const all = new Map(
    sources.flatMap(errorsIn).map((error) => [`${error.exit} ${error.message}`, error] as const),
  );
  return [...all.values()].toSorted(
    (one, other) => one.exit - other.exit || (one.message < other.message ? -1 : 1),
  );
};
