/** Works on many things at once and gives the results in the order of the things. */

/**
 * Yields what `work` makes of each item, in order, so many at once. A failure is thrown when its turn comes; what is
 * under way then is awaited, and nothing more is started.
 */
export async function* inOrder<Item, Result>(
  items: Iterable<Item> | AsyncIterable<Item>,
  width: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const pending: Promise<Result>[] = [];
  const start = (item: Item): void => {
    const started = work(item);
    // Its failure is met when its turn comes; until then it must not count as unhandled.
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
