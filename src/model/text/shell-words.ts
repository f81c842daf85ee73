/** Splits a line like a shell, without expansion: only quotes and backslashes. */

/** Words with single spaces between them, and nothing that quotes. */
const plain = /^[^\s'"\\#]+(?: [^\s'"\\#]+)*$/;

/**
 * Returns the words of a line; undefined if a quote is not closed. An unquoted `#` at the start of a word ends the
 * line.
 */
export const shellWords = (line: string): readonly string[] | undefined => {
  // Most lines are plain: their words are slices of the line, not built letter by letter.
  if (plain.test(line)) return line.split(' ');
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let i = 0; i < line.length; i += 1) {
    const character = line[i] ?? '';
    if (quote === "'") {
      if (character === "'") quote = '';
      else word = `${word ?? ''}${character}`;
    } else if (character === '\\' && (quote === '' || '"\\$`'.includes(line[i + 1] ?? ''))) {
      i += 1;
      word = `${word ?? ''}${line[i] ?? ''}`;
    } else if (quote === '"') {
      if (character === '"') quote = '';
      else word = `${word ?? ''}${character}`;
    } else if (character === "'" || character === '"') {
      quote = character;
      word ??= '';
    } else if (character === ' ' || /\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (character === '#' && word === undefined) break;
    else word = `${word ?? ''}${character}`;
  }
  if (quote !== '') return undefined;
  if (word !== undefined) words.push(word);
  return words;
};
