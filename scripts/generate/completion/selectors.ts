/** What a shell can offer for selectors: kinds of objects, their names, and their settings and parts. */
import { stateKinds } from '../../../src/catalogue/kind-name.ts';
import { settingsOf } from '../../../src/catalogue/kind-settings.ts';
import type { ObjectKind } from '../../../src/catalogue/kind.ts';
import { program } from '../../../src/main.ts';
import type { SelectorSpecs } from './values.ts';
import { shellSafe } from './values.ts';

const fieldsOf = (kind: ObjectKind): readonly string[] =>
  [...settingsOf(kind).map(({ key }) => key), ...(kind.parts ?? []).map(({ part }) => part)].filter((field) =>
    shellSafe.test(field),
  );

/** After the colon: the names from its list; nothing for the only object of a mount. */
const objectOf = ({ kind, list, singleton }: ObjectKind): string =>
  singleton === true || list === undefined ? `${kind}:` : `${kind}:!`;

export const selectorSpecs = async (): Promise<SelectorSpecs> => {
  const found = await Promise.all(stateKinds.map(program.catalogue.kind));
  const kinds = found.filter((kind) => kind !== undefined);
  const objects = kinds.map(objectOf).join(' ');
  const fields = [...new Set(kinds.flatMap(fieldsOf))].sort();
  return {
    object: `%${kinds.map(({ kind }) => kind).join(' ')} ${objects}`,
    'file-or-object': `%/ ${objects}`,
    field: `,${fields.join(' ')}`,
    'kind-field': `%${kinds.flatMap((kind) => fieldsOf(kind).map((field) => `${kind.kind}:${field}`)).join(' ')}`,
  };
};
