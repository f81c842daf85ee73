/** Checks what can be sent as a token; a transport might repair it silently. */
import { localError } from '../../system/error.ts';
import type { Source } from '../endpoint.ts';

export const maxTokenBytes = 16 * 1024;

const newline = 0x0a;
const carriageReturn = 0x0d;

const withoutNewline = (bytes: Uint8Array): Uint8Array => {
  if (bytes.at(-1) !== newline) return bytes;
  return bytes.subarray(0, bytes.at(-2) === carriageReturn ? -2 : -1);
};

/** Fails with exit 3 and the position of a bad byte, never with its value. */
export const tokenFromBytes = (bytes: Uint8Array, source: Source): string => {
  const token = withoutNewline(bytes);
  if (token.length === 0) throw localError(`the token from ${source} is empty`);
  if (token.length > maxTokenBytes) {
    throw localError(`the token from ${source} is larger than ${maxTokenBytes} bytes`);
  }
  const bad = token.findIndex((byte) => byte < 0x21 || byte > 0x7e);
  if (bad !== -1) {
    throw localError(
      `the token from ${source} has a byte at position ${bad + 1} that is not visible ASCII`,
      'A token is one word: look for a space, a line break or a byte order mark.',
    );
  }
  return Buffer.from(token).toString('latin1');
};

export const tokenFromText = (text: string, source: Source): string =>
  tokenFromBytes(Buffer.from(text, 'utf8'), source);
