/**
 * Things that come and go by the thousand while somebody may have to be told. Not a `Set`: every table that a `Set`
 * outgrows points to the next one, so that what left it long ago is kept, copied and made old by the collector.
 */

/** Where a thing stands in its bag; taking it out needs that alone. */
export interface Slot<T> {
  readonly item: T;
  index: number;
}

export interface Bag<T> {
  add(item: T): Slot<T>;
  /** Once for each place. */
  remove(place: Slot<T>): void;
  /** What is in it now, in no order. */
  items(): readonly T[];
}

export const createBag = <T>(): Bag<T> => {
  const places: Slot<T>[] = [];
  return {
    add: (item) => {
      const place = { item, index: places.length };
      places.push(place);
      return place;
    },
    remove: (place) => {
      const last = places.pop();
      if (last === undefined || last === place) return;
      last.index = place.index;
      places[place.index] = last;
    },
    items: () => places.map(({ item }) => item),
  };
};
