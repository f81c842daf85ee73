import type { Value } from './syntax.ts';
import { TemplateError } from './syntax.ts';

export type Token =
  | { readonly kind: 'identifier'; readonly name: string }
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'literal'; readonly value: Value }
  | { readonly kind: '|' | '(' | ')' };

export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'action'; readonly tokens: readonly Token[] };

const COMMENT = /\{\{(?:-\s)?\/\*[\s\S]*?\*\/(?:\s-)?\}\}/y;
const CLOSE = /\s+(-)\}\}|\s*\}\}/y;
const TOKEN =
  /\s*(?:\.(?<field>[A-Za-z_]\w*)|(?<identifier>[A-Za-z_]\w*)|(?<number>[+-]?\d+(?:\.\d+)?)|(?<quoted>"(?:[^"\\\n]|\\.)*")|`(?<raw>[^`]*)`|(?<mark>[|()]))/y;

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['a', '\u0007'],
  ['b', '\b'],
  ['f', '\f'],
  ['v', '\v'],
]);

function unquote(quoted: string): string {
  return quoted
    .slice(1, -1)
    .replace(
      /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|(.))/g,
      (_, hex?: string, unicode?: string, letter = '') => {
        const code = hex ?? unicode;
        return code === undefined ? (ESCAPES.get(letter) ?? letter) : String.fromCharCode(parseInt(code, 16));
      },
    );
}

function tokenOf(groups: Readonly<Record<string, string | undefined>>): Token {
  const { field, identifier, number, quoted, raw, mark } = groups;
  if (field !== undefined) return { kind: 'field', name: field };
  if (identifier === 'true' || identifier === 'false') {
    return { kind: 'literal', value: identifier === 'true' };
  }
  if (identifier !== undefined) return { kind: 'identifier', name: identifier };
  if (number !== undefined) return { kind: 'literal', value: Number(number) };
  if (quoted !== undefined) return { kind: 'literal', value: unquote(quoted) };
  if (raw !== undefined) return { kind: 'literal', value: raw };
  return { kind: mark === '|' || mark === '(' ? mark : ')' };
}

function matchAt(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(source);
}

interface Action {
  readonly tokens: readonly Token[];
  readonly end: number;
  readonly trims: boolean;
}

function scanAction(source: string, start: number): Action {
  const tokens: Token[] = [];
  let at = start;
  for (;;) {
    const close = matchAt(CLOSE, source, at);
    if (close !== null) return { tokens, end: at + close[0].length, trims: close[1] !== undefined };
    const match = matchAt(TOKEN, source, at);
    if (match === null) {
      const rest = source.slice(at, at + 12).trim();
      throw new TemplateError(rest === '' ? 'unclosed action' : `unexpected "${rest}" in action`);
    }
    tokens.push(tokenOf(match.groups ?? {}));
    at += match[0].length;
  }
}

export function scan(source: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  let trims = false;
  const addText = (end: number): void => {
    const whole = source.slice(at, end);
    const left = trims ? whole.trimStart() : whole;
    const text = /^\{\{-\s/.test(source.slice(end, end + 4)) ? left.trimEnd() : left;
    if (text !== '') pieces.push({ kind: 'text', text });
  };
  for (let open = source.indexOf('{{', at); open !== -1; open = source.indexOf('{{', at)) {
    addText(open);
    const comment = matchAt(COMMENT, source, open)?.[0];
    if (comment !== undefined) {
      trims = comment.endsWith('-}}');
      at = open + comment.length;
      continue;
    }
    const action = scanAction(source, /^\{\{-\s/.test(source.slice(open, open + 4)) ? open + 3 : open + 2);
    pieces.push({ kind: 'action', tokens: action.tokens });
    ({ trims, end: at } = action);
  }
  addText(source.length);
  return pieces;
}
