/** Takes what came from a file, a variable or standard input out of a message: its source is named instead. */
import type { TrivetError } from '../../model/error.ts';
import type { Content } from './invocation.ts';

/** Shorter pieces say nothing, and would be found in trivet's own words. */
const shortest = 6;

/** Lines that are looked for: messages quote the beginning, or the line of a fault. */
const mostLines = 2000;

/** The longest beginning of `piece` that `text` contains. */
const beginningIn = (text: string, piece: string): string => {
  if (!text.includes(piece.slice(0, shortest))) return '';
  let [held, lacking] = [shortest, piece.length + 1];
  while (lacking - held > 1) {
    const middle = Math.floor((held + lacking) / 2);
    if (text.includes(piece.slice(0, middle))) held = middle;
    else lacking = middle;
  }
  return piece.slice(0, held);
};

const cleared = (message: string, { source, text }: Content): string => {
  let clear = message;
  for (const line of text.split('\n', mostLines)) {
    const piece = line.trim();
    if (piece.length < shortest) continue;
    const found = beginningIn(clear, piece);
    // A word that the file and the message share is not a quote of it.
    if (found.length < Math.min(piece.length, 2 * shortest)) continue;
    clear = clear
      .replaceAll(`"${found}"`, `the content of ${source}`)
      .replaceAll(found, `(content of ${source})`);
  }
  return clear;
};

/** The error without these contents in its own words; the server's are not changed. */
export const withoutContents = (error: TrivetError, contents: readonly Content[]): TrivetError => {
  const { message, details } = error;
  const clear = (text: string): string => contents.reduce(cleared, text);
  const hint = details.hint === undefined ? undefined : clear(details.hint);
  const said = clear(message);
  return said === message && hint === details.hint ? error : error.with({ message: said, details: { hint } });
};
