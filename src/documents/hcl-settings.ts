/** Reads settings files in HCL like the vendors' tools: blocks, attributes, quoted keys, comments, escapes. */

interface Entry {
  readonly keys: readonly string[];
  readonly texts: readonly string[];
  readonly body: readonly Entry[];
}

interface Token {
  readonly kind: 'text' | 'word' | 'mark' | 'end';
  readonly text: string;
}

const tokens =
  /\s+|#.*|\/\/.*|\/\*[^]*?(?:\*\/|$)|"((?:[^"\\\n]|\\.)*)"|<<-?(\w+)[^\n]*\n([^]*?)\n[ \t]*\2(?=\r?\n|$)|([A-Za-z_][\w.-]*|-?\d[\w.]*)|([^])/g;

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

const unescaped = (text: string): string =>
  text.replaceAll(
    /\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))/g,
    (_, short?: string, long?: string, one = '') => {
      const code = Number.parseInt(short ?? long ?? '', 16);
      return Number.isNaN(code) ? (escapes[one] ?? one) : code > 0x10_ff_ff ? '' : String.fromCodePoint(code);
    },
  );

function* tokensIn(text: string): Generator<Token> {
  for (const [, quoted, , here, word, mark] of text.matchAll(tokens)) {
    if (quoted !== undefined) yield { kind: 'text', text: unescaped(quoted) };
    else if (here !== undefined) yield { kind: 'text', text: here };
    else if (word !== undefined) yield { kind: 'word', text: word };
    else if (mark !== undefined) yield { kind: 'mark', text: mark };
  }
}

const end: Token = { kind: 'end', text: '' };

export const hclSettings = (text: string): readonly Entry[] => {
  const all = [...tokensIn(text)];
  let at = 0;
  const next = (): Token => all[at] ?? end;
  const isMark = (mark: string): boolean => next().kind === 'mark' && next().text === mark;
  const listed = (): readonly string[] => {
    const texts: string[] = [];
    for (at += 1; next().kind !== 'end' && !isMark(']'); at += 1)
      if (next().kind === 'text') texts.push(next().text);
    at += 1;
    return texts;
  };
  /** @param last the closing mark; empty for the whole file */
  const entries = (last: string): readonly Entry[] => {
    const found: Entry[] = [];
    while (next().kind !== 'end' && !isMark(last)) {
      const keys: string[] = [];
      for (; next().kind === 'text' || next().kind === 'word'; at += 1) keys.push(next().text);
      if (isMark('=')) at += 1;
      if (isMark('{')) {
        at += 1;
        found.push({ keys, texts: [], body: entries('}') });
        at += 1;
      } else if (isMark('[')) found.push({ keys, texts: listed(), body: [] });
      else if (next().kind === 'text') {
        found.push({ keys, texts: [next().text], body: [] });
        at += 1;
      } else at += 1;
    }
    return found;
  };
  return entries('');
};

export const textsOf = (entries: readonly Entry[], name: string): readonly string[] =>
  entries.find(({ keys }) => keys.length === 1 && keys[0] === name)?.texts ?? [];
