/** Names that nobody can guess. */

/**
 * Random bytes as hexadecimal digits, two for each. Node's module is loaded by the first call, since most
 * commands that could need a name never do: a millisecond of their start.
 */
export const randomHex = (bytes: number): string =>
  process.getBuiltinModule('node:crypto').randomBytes(bytes).toString('hex');
