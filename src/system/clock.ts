/** A monotonic clock. The first use of `performance.now` would load a dozen modules. */

export const monotonic = (): number => {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1e6;
};
