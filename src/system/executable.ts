/** The build of the standalone executable defines it. */
declare const TRIVET_EXECUTABLE: true | undefined;

/** Bun's standard streams differ from Node's. */
export const isBun = 'bun' in process.versions;

export const executablePath: string | undefined =
  typeof TRIVET_EXECUTABLE === 'undefined' ? undefined : process.execPath;
