/**
 * Maps items with bounded concurrency; results are in the order of the items.
 * @throws the first failure, once all items in progress have ended; nothing is started after it
 */
export const mapBounded = async <One, Made>(
  things: readonly One[],
  width: number,
  work: (one: One, index: number) => Promise<Made>,
): Promise<readonly Made[]> => {
  const made = new Map<number, Made>();
  let next = 0;
  let broken: { readonly error: unknown } | undefined;
  const worker = async (): Promise<void> => {
    while (broken === undefined && next < things.length) {
      const index = next;
      next += 1;
      const one = things[index];
      if (one === undefined) continue;
      try {
        made.set(index, await work(one, index));
      } catch (error) {
        broken ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, things.length) }, worker));
  if (broken !== undefined) throw broken.error;
  return things.flatMap((_, index) => {
    const found = made.get(index);
    return found === undefined ? [] : [found];
  });
};
