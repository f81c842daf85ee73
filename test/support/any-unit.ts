import * as fc from 'fast-check';

const surrogates = { first: 0xd800, count: 0x800 };

/**
 * Any code point, as a unit of `fc.string`. The unit `binary` of fast-check means the same, but builds a map of all
 * million code points when it is first used, which takes longer than the tests.
 */
export const anyUnit = fc
  .integer({ min: 0, max: 0x10ffff - surrogates.count })
  .map((point) => String.fromCodePoint(point < surrogates.first ? point : point + surrogates.count));
