const escape = '\u001B';

const sequences: Readonly<Record<string, string>> = {
  '[A': 'up',
  '[B': 'down',
  '[C': 'right',
  '[D': 'left',
  OA: 'up',
  OB: 'down',
  OC: 'right',
  OD: 'left',
  '[H': 'home',
  '[F': 'end',
  OH: 'home',
  OF: 'end',
  '[1~': 'home',
  '[4~': 'end',
  '[5~': 'page-up',
  '[6~': 'page-down',
  '[3~': 'delete',
  '[Z': 'back-tab',
};

const controls: Readonly<Record<string, string>> = {
  '\r': 'enter',
  '\n': 'enter',
  '\t': 'tab',
  '\u007F': 'backspace',
  '\b': 'backspace',
  '\u0003': 'ctrl-c',
  '\u0004': 'ctrl-d',
  '\u000C': 'ctrl-l',
  '\u0015': 'ctrl-u',
  '\u001A': 'ctrl-z',
  '\u0002': 'page-up',
  '\u0006': 'page-down',
};

type Pressed = { readonly key: string } | { readonly pasted: string };

const pasteBegins = `${escape}[200~`;
const pasteEnds = `${escape}[201~`;
/** The beginning of a sequence whose end is in the next chunk. */
const unfinished = new RegExp(`^${escape}\\[[0-?]{0,32}$`);

const lengthOf = (text: string): number => {
  if (text[1] === 'O') return 3;
  if (text[1] !== '[') return 1;
  // Old mouse reports have three more characters.
  if (text[2] === 'M') return 6;
  const end = text.slice(2).search(/[@-~]/);
  return end === -1 ? text.length : end + 3;
};

/** A paste or a sequence may span several chunks. */
export const createKeyReader = (): ((chunk: string) => readonly Pressed[]) => {
  let left = '';
  return (chunk) => {
    const found: Pressed[] = [];
    let rest = left + chunk;
    left = '';
    while (rest !== '') {
      if (rest.startsWith(pasteBegins)) {
        const end = rest.indexOf(pasteEnds);
        if (end === -1) break;
        found.push({ pasted: rest.slice(pasteBegins.length, end) });
        rest = rest.slice(end + pasteEnds.length);
        continue;
      }
      if (unfinished.test(rest)) break;
      if (rest.startsWith(escape)) {
        const length = lengthOf(rest);
        const key = length === 1 ? 'escape' : sequences[rest.slice(1, length)];
        if (key !== undefined) found.push({ key });
        rest = rest.slice(length);
        continue;
      }
      const character = String.fromCodePoint(rest.codePointAt(0) ?? 0);
      const key = controls[character] ?? (character >= ' ' ? character : undefined);
      if (key !== undefined) found.push({ key });
      rest = rest.slice(character.length);
    }
    left = rest;
    return found;
  };
};
