/** Breaks what trivet says at words, for a terminal. */
import { displayWidth } from './width.ts';

/** Narrower terminals break lines by themselves: three words a line are of no use. */
const least = 30;

/** Words between which a line may break; a command that is to be pasted stays in one piece. */
const piecesOf = (line: string): readonly string[] =>
  line.match(/trivet [a-z].*?(?=[.;,](?: |$)|$)[.;,]?|\S+/g) ?? [];

/**
 * The text in lines of at most `width` columns, further ones of a line after `indent` spaces more than it has
 * itself. A line that fits, and a word that is longer than a line, stays as it is.
 * @param before columns that stand before the text on its first line
 */
export const wrapWords = (text: string, width: number, indent: number, before = 0): string => {
  if (width < least) return text;
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
