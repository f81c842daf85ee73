/**
 * Does one thing after another, synchronously up to the first that waits, because a batch does it for thousands of lines.
 * @returns undefined once all are done, or a promise for the rest
 */
export const inTurn = <One>(
  items: readonly One[],
  work: (item: One) => void | Promise<void>,
  from = 0,
): void | Promise<void> => {
  for (let index = from; index < items.length; index += 1) {
    const item = items[index];
    const pending = item === undefined ? undefined : work(item);
    if (pending !== undefined) return pending.then(() => inTurn(items, work, index + 1));
  }
  return undefined;
};
