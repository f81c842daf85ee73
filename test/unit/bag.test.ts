import { describe, expect, test } from 'vitest';
import * as fc from 'fast-check';
import { createBag } from '../../src/system/values/bag.ts';
import type { Slot } from '../../src/system/values/bag.ts';

describe('a bag', () => {
  test('contains what was added and not removed, whatever the order', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 9 })), (steps) => {
        const bag = createBag<number>();
        const inside: Slot<number>[] = [];
        steps.forEach((step, index) => {
          const place = inside[step];
          if (place === undefined) inside.push(bag.add(index));
          else {
            bag.remove(place);
            inside.splice(step, 1);
          }
        });
        const expected = inside.map(({ item }) => item);
        expect(bag.items().toSorted((a, b) => a - b)).toEqual(expected.toSorted((a, b) => a - b));
      }),
    );
  });
});
