/** Set only by the build of the standalone executable. */
declare const TRIVET_EXECUTABLE: true | undefined;

/** Bun, whose standard streams differ from Node's. */
export const isBun = 'bun' in process.versions;

/** Path of the standalone executable, which contains the whole package; undefined for the npm package. */
export const executablePath: string | undefined =
  typeof TRIVET_EXECUTABLE === 'undefined' ? undefined : process.execPath;
