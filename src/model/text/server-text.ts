/** Text that a server wrote, for messages: one line, so that it cannot imitate a line of trivet. */

/** Line ends of any kind with the spaces around them become one space. */
export const serverText = (text: string): string =>
  text.replaceAll(/\s*[\n\r\u0085\u2028\u2029]+\s*/g, ' ').trim();
