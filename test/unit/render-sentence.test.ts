import { expect, test } from 'vitest';
import { keysOf, sentence } from '../../src/render/sentence.ts';

const values: Readonly<Record<string, string>> = { name: 'web', EvalID: 'b09c3f21-77', empty: '' };
const filled = (template: string): string => sentence(template, (key) => values[key] ?? '');

test('keys are replaced, or their first characters', () => {
  expect(filled('{name}: evaluation {EvalID:8}')).toBe('web: evaluation b09c3f21');
  expect(filled('{empty}{unknown}')).toBe('');
});

test('a part in brackets is left out where one of its keys is empty', () => {
  expect(filled('locked {name}[ ({empty})]')).toBe('locked web');
  expect(filled('locked {name}[ ({name})][, {name} {empty}]')).toBe('locked web (web)');
});

test('the value of a key is never read as a template', () => {
  expect(sentence('{a} [{a}]', () => '[{b}]')).toBe('[{b}] [{b}]');
});

test('keys of a template', () => {
  expect(keysOf('{name}[ {EvalID:8}]')).toEqual(['name', 'EvalID']);
});
