/** A clock that nobody sets. `performance.now` is the same, but the first touch of it loads a dozen modules. */

/** Milliseconds since an arbitrary moment. */
export const monotonic = (): number => {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1e6;
};
