/** All time limits that neither a person nor a server sets, in milliseconds. */
export const limits = {
  request: 60_000,
  slowRequest: 150_000,
  connect: 5000,
  idle: 30_000,
  probe: 10_000,
  besideChange: 5000,
  help: 2000,
  /** For TAB. Slower servers are read in the background. */
  completion: 300,
  wait: 600_000,
  finalizing: 10_000,
  browserLogin: 120_000,
  deviceLogin: 600_000,
  /** For programs that print a token, and for credential stores, which may ask the person. */
  tokenProgram: 10_000,
  storeAlone: 10_000,
  storeAsking: 60_000,
  manPath: 5000,
  manPage: 30_000,
  /** For other processes that hold a file, a session, a folder, a cache or an `apply`. */
  fileLock: 20_000,
  sessionLock: 2000,
  folderLock: 60_000,
  cacheLock: 150_000,
  applyLock: 3_600_000,
  owner: 1000,
  handshake: 10_000,
  close: 1000,
  silentSocket: 15_000,
  reload: 10_000,
} as const;

/** `--timeout` can only shorten such a limit. */
export const atMost = (limit: number, given: number | undefined): number => Math.min(given ?? limit, limit);
