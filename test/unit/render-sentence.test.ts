import { expect, test } from 'vitest';
import { keysOf, sentence } from '../../src/engine/single/sentence.ts';

const values: Readonly<Record<string, string>> = { name: 'web', EvalID: 'b09c3f21-77', empty: '' };
const filled = (template: string): string => sentence(template, (key) => values[key] ?? '');

test('keys are replaced by their values, or the first characters of them', () => {
  expect(filled('{name}: evaluation {EvalID:8}')).toBe('web: evaluation b09c3f21');
  expect(filled('{empty}{unknown}')).toBe('');
});

test('a part in brackets is omitted if one of its keys is empty', () => {
  expect(filled('locked {name}[ ({empty})]')).toBe('locked web');
  expect(filled('locked {name}[ ({name})][, {name} {empty}]')).toBe('locked web (web)');
});

test('the value of a key is never read as a template', () => {
  expect(sentence('{a} [{a}]', () => '[{b}]')).toBe('[{b}] [{b}]');
});

test('the keys of a template are found', () => {
  expect(keysOf('{name}[ {EvalID:8}]')).toEqual(['name', 'EvalID']);
});
