import { displayWidth, truncate } from './width.ts';

/** Narrower terminals break lines by themselves: three words a line are useless. */
export const leastWidth = 30;

/** A command that is to be pasted stays in one piece. */
const piecesOf = (line: string): readonly string[] =>
  line.match(/(?:trivet [a-z]|(?<=: )(?:chmod|nomad|openssl) ).*?(?=[.;,](?: |$)|$)[.;,]?|\S+/g) ?? [];

/**
 * Wraps at words; later lines get `indent` more spaces, and long words stay whole.
 * @param before columns before the text on its first line
 */
export const wrapWords = (text: string, width: number, indent: number, before = 0): string => {
  if (width < leastWidth) return text;
  return text
    .split('\n')
    .map((line, index) => {
      const margin = /^ */.exec(line)?.[0] ?? '';
      const start = index === 0 ? before : 0;
      if (start + displayWidth(line) <= width) return line;
      const lines: string[] = [];
      let current = margin;
      let room = width - start - margin.length;
      let empty = true;
      for (const piece of piecesOf(line.slice(margin.length))) {
        const size = displayWidth(piece) + (empty ? 0 : 1);
        if (!empty && size > room) {
          lines.push(current);
          current = `${margin}${' '.repeat(indent)}${piece}`;
          room = width - displayWidth(current);
        } else {
          current += `${empty ? '' : ' '}${piece}`;
          room -= size;
        }
        empty = false;
      }
      return [...lines, current].join('\n');
    })
    .join('\n');
};

export const wrappedCell = (text: string, width: number): readonly string[] => {
  const lines: string[] = [];
  let current = '';
  for (let word of text.split(' ')) {
    const joined = current === '' ? word : `${current} ${word}`;
    if (displayWidth(joined) <= width) {
      current = joined;
      continue;
    }
    if (current !== '') lines.push(current);
    while (displayWidth(word) > width) {
      const part = truncate(word, width + 1).slice(0, -1) || word.slice(0, 1);
      lines.push(part);
      word = word.slice(part.length);
    }
    current = word;
  }
  return [...lines, current];
};
