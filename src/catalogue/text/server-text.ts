/** Text that a server wrote, for messages: one line, so that it cannot imitate a line of trivet. */

/** Line ends of any kind with the spaces around them become one space. */
export const serverText = (text: string): string =>
  text.replaceAll(/\s*[\n\r\u0085\u2028\u2029]+\s*/g, ' ').trim();

/** Pairs of quotes, the usual one first. */
const pairs = ['""', '“”', '«»', '‹›'] as const;

/** The text, word for word, within quotes that it cannot close. For a sentence of trivet. */
export const quoted = (text: string): string => {
  const line = serverText(text);
  const pair = pairs.find(([, close = '']) => !line.includes(close));
  return pair === undefined ? JSON.stringify(line) : `${pair[0]}${line}${pair[1]}`;
};

/** A name or a state that a server wrote: as it is if it is one plain word, else within quotes. */
export const wordOf = (text: string): string => (/^[\w./:@%+=,[\]-]+$/.test(text) ? text : quoted(text));
