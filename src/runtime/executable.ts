/** Which runtime the program runs on, and in which form. */

/** Set by the build of the standalone executable, and by nothing else. */
declare const TRIVET_EXECUTABLE: true | undefined;

/** Bun, whose standard streams differ from Node's. */
export const isBun = 'bun' in process.versions;

/** Path of the standalone executable, which holds the whole package; undefined for the program of the npm package. */
export const executablePath: string | undefined =
  typeof TRIVET_EXECUTABLE === 'undefined' ? undefined : process.execPath;
