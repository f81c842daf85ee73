/** Works on several items at once, with results in the order of the items. */

/** A failure is thrown in its turn, when all in progress have ended; nothing more is started. */
export async function* inOrder<Item, Result>(
  items: Iterable<Item> | AsyncIterable<Item>,
  width: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const pending: Promise<Result>[] = [];
  const start = (item: Item): void => {
    const started = work(item);
    // The failure is thrown in its turn; until then it must not count as unhandled.
    started.catch(() => undefined);
    pending.push(started);
  };
  try {
    for await (const item of items) {
      start(item);
      if (pending.length < width) continue;
      const first = pending.shift();
      if (first !== undefined) yield await first;
    }
    for (let first = pending.shift(); first !== undefined; first = pending.shift()) yield await first;
  } finally {
    await Promise.allSettled(pending);
  }
}
