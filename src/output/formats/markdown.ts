/** A table in GitHub's dialect; nothing in a cell is taken for markup, a mention, an emoji or HTML. */
import { safe } from '../text/safe.ts';
import type { CellWriter } from './writer.ts';

/** The texts `www.` and `GH-1`, and hashes of commits, would become links. */
const isPlain = (text: string): boolean =>
  /^[\p{L}\p{N} ,.()%-]*$/u.test(text) && !/www\.|\bGH-\d|[\da-f]{7}/i.test(text) && text.trim() === text;

const entity = (character: string): string => `&#${character.charCodeAt(0)};`;

/** In code, renderers look for no markup, and forges for no mention or link. */
const code = (text: string): string => {
  // HTML around the table could be closed by a span of backticks.
  if (/[<>&]/.test(text)) return `<code>${text.replaceAll(/[!-/:-@[-`{-~]/g, entity)}</code>`;
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
  const fence = '`'.repeat(longest + 1);
  const margin = longest > 0 || text.trim() !== text ? ' ' : '';
  // A table reads `\|` as the character everywhere, even in code.
  return `${fence}${margin}${text.replaceAll('|', String.raw`\|`)}${margin}${fence}`;
};

export const escapeMarkdown = (text: string): string =>
  text
    .replace(/\n$/, '')
    .split(/\r\n|\r|\n/)
    .map((line) => {
      const shown = safe(line);
      return isPlain(shown) ? shown : code(shown);
    })
    .join('<br>');

const row = (cells: readonly string[]): string => `| ${cells.map(escapeMarkdown).join(' | ')} |\n`;

export const markdownCells: CellWriter = {
  label: 'header',
  head: (labels) => `${row(labels)}|${' --- |'.repeat(labels.length)}\n`,
  row,
};
