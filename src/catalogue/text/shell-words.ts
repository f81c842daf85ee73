/** Splits into words like a shell without expansion: only quotes (also `$'a\nb'`) and backslashes. */
import { control } from '../../documents/invisible.ts';

/** Quotes control characters as bash and zsh do: `$'a\nb'`. */
const ansiWord = (text: string): string => {
  const escaped = (found: string): string =>
    found === '\n' ? String.raw`\n` : `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return `$'${text.replaceAll(/['\\]/g, String.raw`\$&`).replaceAll(control(), escaped)}'`;
};

/** A name that begins with a dash is quoted, unlike a flag: `suggestWith` puts it after `--`. */
export const shellWord = (text: string): string => {
  if (/^(?!-[^-].)[A-Za-z0-9_./:@%+=,-]+$/.test(text)) return text;
  if (control().test(text)) return ansiWord(text);
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
};

const unescaped = (line: string, at: number): readonly [text: string, length: number] => {
  const code = /^u([0-9a-f]{4})/i.exec(line.slice(at, at + 5))?.[1];
  if (code !== undefined) return [String.fromCharCode(Number.parseInt(code, 16)), 5];
  const character = line[at] ?? '';
  return [character === 'n' ? '\n' : character, 1];
};

const plain = /^[^\s'"\\#]+(?: [^\s'"\\#]+)*$/;

/** Undefined if a quote is not closed. An unquoted `#` at the start of a word ends the line. */
export const shellWords = (line: string): readonly string[] | undefined => {
  // Most lines are plain, so slices are faster than words built letter by letter.
  if (plain.test(line)) return line.split(' ');
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let i = 0; i < line.length; i += 1) {
    const character = line[i] ?? '';
    if (quote === '$') {
      if (character === "'") quote = '';
      else if (character === '\\') {
        const [text, length] = unescaped(line, i + 1);
        word = `${word ?? ''}${text}`;
        i += length;
      } else word = `${word ?? ''}${character}`;
    } else if (character === '$' && quote === '' && line[i + 1] === "'") {
      quote = '$';
      word ??= '';
      i += 1;
    } else if (quote === "'") {
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
