/** Two digits for each byte. The module is loaded late: most commands need no name, and it takes a millisecond. */
export const randomHex = (bytes: number): string =>
  process.getBuiltinModule('node:crypto').randomBytes(bytes).toString('hex');
