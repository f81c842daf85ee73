/** Words that complete `--where` in a shell: every field with its operators and known values. */
import { fieldLabel } from '../../catalogue/aliases.ts';
import { replyFieldsOf } from '../../catalogue/command.ts';
import type { Command } from '../../catalogue/command.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { Field, Fields } from '../../catalogue/field.ts';
import { settingsOf } from '../../catalogue/kind-settings.ts';
import type { ObjectKind } from '../../catalogue/kind.ts';
import { operatorsOf } from '../../catalogue/selection/condition-operators.ts';
import { objectOf } from '../../catalogue/selection/selection.ts';
import { fieldsOfKind } from './conditions.ts';
import { isSecretField } from '../../catalogue/shown.ts';

export const shellSafe = /^[A-Za-z0-9._/@:+=%-]+$/;

const valuesOf = (path: string, field: Field, kind: ObjectKind | undefined): readonly string[] => {
  if (field.type === 'boolean') return ['true', 'false'];
  const setting = kind && settingsOf(kind).find(({ key }) => key === path);
  const filter = kind?.list?.filter?.[path];
  const operations = kind?.list?.command.operations ?? [];
  const filters = operations.map(({ operation }) => operation.parameters[filter ?? '']);
  return [setting?.parameter, ...filters].find((one) => one?.enum !== undefined)?.enum ?? [];
};

const isEquality = (operator: string): boolean => operator === '=' || operator === '!=';

/** The operator ends the word of a field without known values: `locked=true`, `name~`. */
const wordsOfFields = (fields: Fields, kind: ObjectKind | undefined): readonly string[] =>
  Object.entries(fields)
    .filter(([path]) => shellSafe.test(path) && !path.includes('=') && !isSecretField(fields, path))
    .flatMap(([path, field]) => {
      const values = valuesOf(path, field, kind).filter((value) => shellSafe.test(value));
      return operatorsOf(field).flatMap((operator) =>
        isEquality(operator) && values.length > 0
          ? values.map((value) => `${fieldLabel(path)}${operator}${value}`)
          : [`${fieldLabel(path)}${operator}`],
      );
    });

export const conditionsOfKinds = async (
  catalogue: Catalogue,
  names: readonly string[],
): Promise<readonly string[]> => {
  const kinds = await Promise.all(names.map((name) => catalogue.kind(name)));
  const words = kinds.flatMap((kind) => (kind === undefined ? [] : wordsOfFields(fieldsOfKind(kind), kind)));
  return [...new Set(words)];
};

export const conditionsOfCommand = async (
  catalogue: Catalogue,
  command: Command,
): Promise<readonly string[]> => {
  const object = objectOf(command);
  const kind =
    object === undefined ? await catalogue.kindListedBy(command) : await catalogue.kind(object.kind);
  return wordsOfFields(kind === undefined ? replyFieldsOf(command) : fieldsOfKind(kind), kind);
};
