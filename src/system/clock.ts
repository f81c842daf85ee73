/** A clock that is never set. `performance.now` would do, but its first use loads a dozen modules. */

/** Milliseconds since an arbitrary moment. */
export const monotonic = (): number => {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1e6;
};
