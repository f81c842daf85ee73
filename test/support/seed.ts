/** Reads sections and tables of the documents. */
import { readFileSync } from 'node:fs';

export type SeedRow = Readonly<Record<string, string>>;

/** @param file relative to test/seeds */
export const readSeed = (file: string): string =>
  readFileSync(new URL(`../seeds/${file}`, import.meta.url), 'utf8');

/** The text below the heading that starts with `number`, up to the next heading. */
export const sectionOf = (seed: string, number: string): string => {
  const found = seed.split(/^#+ /m).find((section) => section.startsWith(`${number} `));
  if (found === undefined) throw new Error(`the document has no section ${number}`);
  return found;
};

const cellsOf = (line: string): readonly string[] =>
  line
    .replaceAll(/^\||\|\s*$/g, '')
    .split('|')
    .map((cell) => cell.trim());

/** The rows of the tables whose first column is `first`, keyed by column headers. */
export const tableOf = (text: string, first: string): readonly SeedRow[] => {
  const rows: SeedRow[] = [];
  let headers: readonly string[] | undefined;
  for (const line of text.split('\n')) {
    if (!line.startsWith('|')) headers = undefined;
    else if (headers === undefined) headers = cellsOf(line);
    else if (headers[0] === first && !/^\|[\s|:-]+$/.test(line)) {
      const cells = cellsOf(line);
      rows.push(Object.fromEntries(headers.map((header, index) => [header, cells[index] ?? ''])));
    }
  }
  return rows;
};

/** The texts in backticks. */
export const quotedIn = (text: string): readonly string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, inside]) => inside ?? '');
