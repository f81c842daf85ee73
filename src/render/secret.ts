/** What a table must not show. */

/** Stands in a table or in tsv for a secret. */
export const maskedText = '(hidden, use --reveal)';

/** True for text that holds a PEM private key of any kind, also with its line feeds escaped. */
export const hasPrivateKey = (text: string): boolean =>
  // Short texts are most, and no key is one.
  text.length > 26 && text.includes('PRIVATE KEY-----') && /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/.test(text);
