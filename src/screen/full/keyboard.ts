/** Names the keys that a terminal in raw mode sends. */

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
  '\u0002': 'page-up',
  '\u0006': 'page-down',
};

/** The length of the escape sequence at the start of `text`, which begins with an escape. */
const lengthOf = (text: string): number => {
  if (text[1] === 'O') return 3;
  if (text[1] !== '[') return 1;
  const end = text.slice(2).search(/[@-~]/);
  return end === -1 ? text.length : end + 3;
};

/** The keys of one chunk of input, in order: `up`, `enter`, `ctrl-c`, or the character itself. */
export const keysIn = (chunk: string): readonly string[] => {
  const keys: string[] = [];
  for (let rest = chunk; rest !== '';) {
    if (rest.startsWith(escape)) {
      const length = lengthOf(rest);
      const found = sequences[rest.slice(1, length)];
      if (length === 1) keys.push('escape');
      // An unknown sequence does nothing, and neither do its letters.
      else if (found !== undefined) keys.push(found);
      rest = rest.slice(length);
      continue;
    }
    const [character = ''] = rest;
    const point = rest.codePointAt(0) ?? 0;
    const key = point > 0xff_ff ? String.fromCodePoint(point) : character;
    const control = controls[key];
    if (control !== undefined) keys.push(control);
    else if (point >= 0x20) keys.push(key);
    rest = rest.slice(key.length);
  }
  return keys;
};
