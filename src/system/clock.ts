/** A monotonic clock: the first use of `performance.now` loads a dozen modules. */

export const monotonic = (): number => {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1e6;
};
