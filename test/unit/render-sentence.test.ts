/** Tests the sentence of a change: its template, and the templates of the catalogue. */
import { describe, expect, test } from 'vitest';
import { fieldsOf, writesFiles } from '../../src/catalogue/view.ts';
import { keysOf, sentence } from '../../src/run/single/done.ts';
import { allCommands, allOperations } from '../support/catalogue.ts';

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

describe('the catalogue', () => {
  const changes = allOperations.filter(({ effect, view }) => effect !== 'read' && view.kind === 'record');

  test('has a sentence for every change with a record, unless its reply is the result', () => {
    const silent = changes.filter(({ doneText }) => doneText === undefined);
    for (const { id, view, returnedOnce } of silent) {
      const files = writesFiles(view);
      expect(files || returnedOnce === true, id).toBe(true);
    }
  });

  test('has no sentence in place of a secret that is returned once', () => {
    for (const { doneText, view, returnedOnce } of allOperations) {
      if (doneText === undefined) continue;
      expect(returnedOnce).toBeUndefined();
      expect(Object.values(fieldsOf(view)).filter((field) => field.returnedOnce === true)).toEqual([]);
    }
  });

  test('names only fields of the reply and inputs in its sentences', () => {
    for (const operation of changes) {
      const commands = allCommands.filter((command) =>
        command.operations.some((choice) => choice.operation === operation),
      );
      const inputs = commands.flatMap(({ local = {}, positional = [] }) => [
        ...Object.keys(local),
        ...positional.map(({ name }) => name),
      ]);
      const known = [
        ...Object.keys(fieldsOf(operation.view)),
        ...Object.keys(operation.parameters),
        ...inputs,
      ];
      // The ID of a registered job is in its file.
      for (const key of keysOf(operation.doneText ?? ''))
        expect([...known, 'job_id'], operation.id).toContain(key);
    }
  });
});
