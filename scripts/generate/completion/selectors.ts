/** What a shell can offer for selectors: kinds of objects, their names, and their settings and parts. */
import { stateKinds } from '../../../src/catalogue/kind-name.ts';
import { settingsOf } from '../../../src/catalogue/kind-settings.ts';
import type { ObjectKind } from '../../../src/catalogue/kind.ts';
import { shellSafe } from '../../../src/run/lists/condition-words.ts';
import { program } from '../../../src/main.ts';
import type { SelectorValues } from './values.ts';
import { nothing, wordsOnly } from './values.ts';

const fieldsOf = (kind: ObjectKind): readonly string[] =>
  [...settingsOf(kind).map(({ key }) => key), ...(kind.parts ?? []).map(({ part }) => part)].filter((field) =>
    shellSafe.test(field),
  );

export const selectorValues = async (): Promise<SelectorValues> => {
  const found = await Promise.all(stateKinds.map(program.catalogue.kind));
  const kinds = found.filter((kind) => kind !== undefined);
  const objects = kinds.map(({ kind }) => `${kind}:`);
  return {
    object: { ...nothing, words: [...kinds.map(({ kind }) => kind), ...objects], live: true },
    'file-or-object': { ...nothing, words: objects, files: 'all', live: true },
    field: wordsOnly([...new Set(kinds.flatMap(fieldsOf))].sort(), 'list'),
    'kind-field': wordsOnly(kinds.flatMap((kind) => fieldsOf(kind).map((field) => `${kind.kind}:${field}`))),
  };
};
