/** Finds and replaces what a table must not show. */

/** Replaces a secret in a table or in tsv. */
export const maskedText = '(hidden, use --reveal)';

/** Whether the text contains a PEM private key of any kind, even with its line feeds escaped. */
export const hasPrivateKey = (text: string): boolean =>
  // Most texts are shorter than any key.
  text.length > 26 && text.includes('PRIVATE KEY-----') && /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/.test(text);
