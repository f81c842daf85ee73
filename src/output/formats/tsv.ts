/** Tab-separated values for scripts: the frozen columns, no header, nothing cut. */
import { control, unsafe } from '../../documents/invisible.ts';
import { visible } from '../text/safe.ts';
import type { CellWriter } from './writer.ts';

const escapes: Readonly<Record<string, string>> = {
  '\\': String.raw`\\`,
  '\t': String.raw`\t`,
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
};
const controls = control();
const everything = unsafe();

/** Escapes controls by a backslash or as `\u{..}`; on a terminal, all characters that deceive. */
export const escapeTsv = (text: string, terminal = false): string => {
  // Most fields are plain ASCII, which is tested faster.
  if (/^[ -[\]-~]*$/.test(text)) return text;
  return text
    .replaceAll('\\', String.raw`\\`)
    .replace(terminal ? everything : controls, (found) => escapes[found] ?? visible(found));
};

export const tsvCells = (terminal: boolean): CellWriter => ({
  label: 'path',
  row: (cells) => `${cells.map((text) => escapeTsv(text, terminal)).join('\t')}\n`,
});
