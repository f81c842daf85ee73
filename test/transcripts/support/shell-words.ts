/** Command lines that need no shell: their words are those that a shell would make of them. */

/** Variables, words and standard input of a command. */
export interface Plain {
  readonly env: Readonly<Record<string, string>>;
  readonly argv: readonly string[];
  readonly stdin: string | undefined;
}

/** What a shell would act on outside of quotes. */
const special = /[|&;<>()$`\\*?[\]{}\n]/;

/** The end of a quotation that begins at `from`; undefined where a shell would look into it, or it has no end. */
const endOfQuotation = (line: string, from: number): number | undefined => {
  const quote = line[from] ?? '';
  const end = line.indexOf(quote, from + 1);
  if (end === -1) return undefined;
  return quote === '"' && /[$`\\]/.test(line.slice(from, end)) ? undefined : end;
};

/** Whether a shell would expand `~`, or take `#` for a remark, there. */
const isExpanded = (character: string, word: string | undefined): boolean =>
  (character === '~' && (word === undefined || /[=:]$/.test(word))) ||
  (character === '#' && word === undefined);

/** The words of a line; undefined if a shell would do more than split it. */
export const wordsIn = (line: string): readonly string[] | undefined => {
  const found: string[] = [];
  let word: string | undefined;
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at] ?? '';
    if (character === '"' || character === "'") {
      const end = endOfQuotation(line, at);
      if (end === undefined) return undefined;
      word = `${word ?? ''}${line.slice(at + 1, end)}`;
      at = end;
    } else if (character === ' ' || character === '\t') {
      if (word !== undefined) found.push(word);
      word = undefined;
    } else if (special.test(character) || isExpanded(character, word)) return undefined;
    else word = `${word ?? ''}${character}`;
  }
  if (word !== undefined) found.push(word);
  return found;
};

/** A here-document and the line in front of it; undefined if a shell would look into it. */
const hereDocument = (command: string): { readonly line: string; readonly text: string } | undefined => {
  const [first = '', ...rest] = command.split('\n');
  const [, line = '', quote, tag] = /^(.*?) ?<<('?)([A-Z]+)\2$/.exec(first) ?? [];
  if (tag === undefined || rest.at(-1) !== tag || rest.indexOf(tag) !== rest.length - 1) return undefined;
  const text = rest
    .slice(0, -1)
    .map((one) => `${one}\n`)
    .join('');
  return quote === '' && /[$`\\]/.test(text) ? undefined : { line, text };
};

/** Variables, words and input of a `trivet` that a shell would only start; undefined if it would do more. */
export const readPlain = (command: string): Plain | undefined => {
  const document = hereDocument(command);
  const words = wordsIn(document?.line ?? command) ?? [];
  const start = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word));
  if (words[start] !== 'trivet') return undefined;
  const env = words
    .slice(0, start)
    .map((word) => [word.replace(/=.*/s, ''), word.replace(/^\w+=/, '')] as const);
  return { env: Object.fromEntries(env), argv: words.slice(start + 1), stdin: document?.text };
};

/** The file that `cat > NAME <<EOF` writes; undefined for anything else. */
export const readWrite = (command: string): { readonly name: string; readonly text: string } | undefined => {
  const document = hereDocument(command);
  const name = /^cat > ?([\w./-]+)$/.exec(document?.line ?? '')?.[1];
  return name === undefined || document === undefined ? undefined : { name, text: document.text };
};
