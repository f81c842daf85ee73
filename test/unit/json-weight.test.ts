import { describe, expect, test } from 'vitest';
import { parseJson } from '../../src/documents/json/lossless.ts';

/** A JSON list of some megabytes. */
const listOf = (megabytes: number, item: (index: number) => string): string => {
  const items: string[] = [];
  for (let size = 0, index = 0; size < megabytes << 20; index += 1) {
    const one = item(index);
    size += one.length + 1;
    items.push(one);
  }
  return `[${items.join(',')}]`;
};

/** A JSON list of some megabytes of one item. */
const repeated = (megabytes: number, item: string): string =>
  `[${`${item},`.repeat((megabytes << 20) / (item.length + 1))}${item}]`;

const row = (index: number): string =>
  `{"ID":"job-${index}","Name":"job-${index}","Type":"service","SubmitTime":1700000000000000001,` +
  `"Summary":{"web":{"Running":3,"Queued":0,"Text":"a \\"text\\" of some length ${index}"}}}`;

describe('a JSON text', () => {
  test.each([
    ['empty lists', () => repeated(8, '[]')],
    ['empty objects', () => repeated(8, '{}')],
    ['small numbers', () => repeated(14, '1')],
    ['integers beyond 2^53', () => repeated(8, '9007199254740993')],
    ['objects of ever new keys', () => listOf(8, (index) => `{"${index.toString(36)}":1}`)],
    ['short texts', () => listOf(18, (index) => `"${index.toString(36)}"`)],
    ['lists in lists', () => repeated(8, '[[[[[]]]]]')],
    ['one long text', () => `["${'x'.repeat(3 << 20)}"]`],
    ['a text of escaped quotes', () => String.raw`["${String.raw`\"`.repeat(2 << 20)}"]`],
  ])('of megabytes of %s is refused', (_, text) => {
    expect(() => parseJson(text())).toThrow(/would take more than 48 MiB|string of more than 2 MiB/);
  });

  test('that is nested too deeply is refused before it is parsed', () => {
    expect(() => parseJson('['.repeat(2 << 20))).toThrow(/deeper than 200/);
  });

  test('of 16 MB of records is accepted, with white space', () => {
    const text = listOf(16, row).replaceAll(',{"ID"', ', \n {"ID" ');
    expect(() => parseJson(text)).not.toThrow();
  });

  test('of a few bytes is not inspected', () => {
    // It is parsed, and ends too early.
    expect(() => parseJson('[['.repeat(1000))).toThrow(/^(?!.*deeper)/);
  });
});
