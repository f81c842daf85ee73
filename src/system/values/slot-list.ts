/** An unordered collection with O(1) removal: a `Set` retains old tables and removed items under heavy churn. */

export interface Slot<T> {
  readonly item: T;
  index: number;
}

export interface SlotList<T> {
  add(item: T): Slot<T>;
  remove(place: Slot<T>): void;
  items(): readonly T[];
}

export const createSlotList = <T>(): SlotList<T> => {
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
