import { Refusal } from '../wire/failure.ts';

export interface Token {
  readonly kind: 'name' | 'string' | 'number' | 'symbol' | 'end';
  readonly text: string;
  readonly at: number;
}

export function syntaxError(at: number, expected: string): Refusal {
  return new Refusal(
    400,
    `failed to create result paginator: failed to read filter expression: 1:${at + 1} (${at}): no match found, expected: ${expected}`,
  );
}

const PATTERN =
  /\s*(?:(?<name>[A-Za-z_][\w-]*)|(?<string>"(?:[^"\\]|\\.)*"|`[^`]*`)|(?<number>-?\d+(?:\.\d+)?)|(?<symbol>==|!=|[().[\]]))/uy;

function unquote(source: string): string {
  if (source.startsWith('`')) return source.slice(1, -1);
  return source.slice(1, -1).replaceAll(/\\(.)/gu, (_, letter: string) => {
    if (letter === 'n') return '\n';
    return letter === 't' ? '\t' : letter;
  });
}

export function tokenize(source: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (source.slice(at).trim() !== '') {
    PATTERN.lastIndex = at;
    const match = PATTERN.exec(source);
    if (match === null) {
      const start = at + (source.slice(at).length - source.slice(at).trimStart().length);
      throw syntaxError(start, '"!=", "==", "contains", "in", "is", "matches", "not" or [ \\t\\r\\n]');
    }
    const { name, string, number, symbol } = match.groups ?? {};
    const end = at + match[0].length;
    const text = name ?? string ?? number ?? symbol ?? '';
    const place = end - text.length;
    if (name !== undefined) tokens.push({ kind: 'name', text, at: place });
    else if (string !== undefined) tokens.push({ kind: 'string', text: unquote(string), at: place });
    else tokens.push({ kind: number === undefined ? 'symbol' : 'number', text, at: place });
    at = end;
  }
  tokens.push({ kind: 'end', text: '', at: source.length });
  return tokens;
}
