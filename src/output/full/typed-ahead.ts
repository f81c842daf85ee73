/** Drops keys typed before a question was shown. */

/** Milliseconds. */
const arriving = 50;

/** Input is read between timer and callback, however busy the process was. */
export const onceTypedAheadArrived = (then: () => void): void => {
  setTimeout(() => void setImmediate(then), arriving);
};
