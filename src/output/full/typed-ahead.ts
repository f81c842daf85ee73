/** Drops keys that were typed before a question was shown. */

/** Milliseconds in which they arrive once the terminal is read. */
const arriving = 50;

/** Calls back when what was typed before has arrived: the input is read between the timer and the callback, however busy the process was. */
export const onceTypedAheadArrived = (then: () => void): void => {
  setTimeout(() => void setImmediate(then), arriving);
};
