/**
 * How long something may take where neither a person nor a server says it, in milliseconds. Such a number stands here and
 * nowhere else: the limits of requests are `Deadlines` made of these, and those of waits are a `Deadline`.
 */
export const limits = {
  /** One request, with its retries. */
  request: 60_000,
  /** A request that a server works on for long: the key of a CA, a revocation of many. */
  slowRequest: 150_000,
  /** The first step of a connection. */
  connect: 5000,
  /** Silence within a reply. */
  idle: 30_000,
  /** A question about a server or a token, of a command that is about something else. */
  probe: 10_000,
  /** A read beside a change, which can be done without. */
  besideChange: 5000,
  /** A read that only makes an error or a suggestion better. */
  help: 2000,
  /** The names that TAB offers: a slower server is read in the background. */
  completion: 300,
  /** `--wait` without `--wait-timeout`. */
  wait: 600_000,
  /** A workspace whose state version is being finalized. */
  finalizing: 10_000,
  /** A person who logs in by a browser on this machine, and by another device. */
  browserLogin: 120_000,
  deviceLogin: 600_000,
  /** A program that prints a token, a credential store, and one that asks the person. */
  tokenProgram: 10_000,
  storeAlone: 10_000,
  storeAsking: 60_000,
  /** `manpath`. */
  manPath: 5000,
  /** `man`, where nobody reads it page by page. */
  manPage: 30_000,
  /** Another process that writes a file; that renews a folder; that reads credentials for a cache; that applies. */
  fileLock: 20_000,
  sessionLock: 2000,
  folderLock: 60_000,
  cacheLock: 150_000,
  applyLock: 3_600_000,
  /** The owner of a lock, asked whether it lives. */
  owner: 1000,
  /** The hand-shake of TLS or of a socket, the end of a socket, and the silence after which it is asked for a sign of life. */
  handshake: 10_000,
  close: 1000,
  silentSocket: 15_000,
  /** A server that loads new files. */
  reload: 10_000,
} as const;

/** A limit that `--timeout` can only make shorter. */
export const atMost = (limit: number, given: number | undefined): number => Math.min(given ?? limit, limit);
