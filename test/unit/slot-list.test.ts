import { describe, expect, test } from 'vitest';
import * as fc from 'fast-check';
import { createSlotList } from '../../src/system/values/slot-list.ts';
import type { Slot } from '../../src/system/values/slot-list.ts';

describe('a slots', () => {
  test('contains what was added and not removed, whatever the order', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 9 })), (steps) => {
        const slots = createSlotList<number>();
        const inside: Slot<number>[] = [];
        steps.forEach((step, index) => {
          const place = inside[step];
          if (place === undefined) inside.push(slots.add(index));
          else {
            slots.remove(place);
            inside.splice(step, 1);
          }
        });
        const expected = inside.map(({ item }) => item);
        expect(slots.items().toSorted((a, b) => a - b)).toEqual(expected.toSorted((a, b) => a - b));
      }),
    );
  });
});
