/** Takes what came from a file, a variable or standard input out of a message: its source is named instead. */
import type { TrivetError } from '../../system/error.ts';
import { quoted } from '../../catalogue/text/server-text.ts';
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

/** The lines of a text: as they are, as a server quotes them, escaped, and as trivet quotes the server. */
const piecesOf = (text: string): readonly string[] => {
  const pieces = text.split('\n', mostLines).map((line) => line.trim());
  const escaped = pieces.flatMap((piece) => [piece, JSON.stringify(piece).slice(1, -1)]);
  return [...new Set(escaped.flatMap((piece) => [piece, quoted(piece).slice(1, -1)]))];
};

const cleared = (message: string, { source, text }: Content): string => {
  let clear = message;
  for (const piece of piecesOf(text)) {
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

/** The error without these contents, also where the server's text quotes them. */
export const withoutContents = (error: TrivetError, contents: readonly Content[]): TrivetError => {
  const { hint, server } = error.details;
  const clear = (text: string): string => contents.reduce(cleared, text);
  return error.with({
    message: clear(error.message),
    details: {
      ...(hint === undefined ? {} : { hint: clear(hint) }),
      ...(server === undefined ? {} : { server: clear(server) }),
    },
  });
};
