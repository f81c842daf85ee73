/** Drops keys that were typed before a question was shown. */

/** Milliseconds. */
const arriving = 50;

/** The event loop reads input between the timer and the callback, however busy the process was. */
export const onceTypedAheadArrived = (then: () => void): void => {
  setTimeout(() => void setImmediate(then), arriving);
};
