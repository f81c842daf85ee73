/** What a shell can offer for the value of `--where`: fields, the operators of each, and declared values. */
import { shownField } from '../../../src/catalogue/aliases.ts';
import { program } from '../../../src/main.ts';
import type { Command } from '../../../src/catalogue/command.ts';
import { replyFieldsOf, takesConditions } from '../../../src/catalogue/command.ts';
import { operatorsOf } from '../../../src/catalogue/selection/condition-operators.ts';
import type { Field, Fields } from '../../../src/catalogue/field.ts';
import { isSecretField } from '../../../src/catalogue/field.ts';
import { stateKinds } from '../../../src/catalogue/kind-name.ts';
import { settingsOf } from '../../../src/catalogue/kind-settings.ts';
import type { ObjectKind } from '../../../src/catalogue/kind.ts';
import { objectOf } from '../../../src/catalogue/selection/selection.ts';
import { conditionFields } from '../../../src/engine/lists/conditions.ts';
import type { LoadedGroup } from '../catalogue.ts';
import type { Spec } from './values.ts';
import { shellSafe } from './values.ts';

const marksOf = (field: Field): string => {
  const operators = operatorsOf(field);
  return `${operators.includes('~') ? '~' : ''}${operators.includes('<') ? '<' : ''}`;
};

const valuesOf = (path: string, field: Field, kind: ObjectKind | undefined): readonly string[] => {
  if (field.type === 'boolean') return ['true', 'false'];
  const setting = kind && settingsOf(kind).find(({ key }) => key === path);
  const filter = kind?.list?.filter?.[path];
  const operations = kind?.list?.command.operations ?? [];
  const filters = operations.map(({ operation }) => operation.parameters[filter ?? '']);
  return [setting?.parameter, ...filters].find((one) => one?.enum !== undefined)?.enum ?? [];
};

const wordsOfFields = (fields: Fields, kind: ObjectKind | undefined): readonly string[] =>
  Object.entries(fields)
    .filter(([path]) => shellSafe.test(path) && !path.includes('=') && !isSecretField(fields, path))
    .flatMap(([path, field]) => [
      `${shownField(path)}${marksOf(field)}`,
      ...valuesOf(path, field, kind)
        .filter((value) => shellSafe.test(value))
        .map((value) => `${shownField(path)}=${value}`),
    ]);

const specOfFields = (fields: Fields, kind: ObjectKind | undefined): Spec => {
  const words = wordsOfFields(fields, kind);
  return words.length === 0 ? '' : `:${words.join(' ')}`;
};

const fieldsOfKind = (kind: ObjectKind): Fields => {
  const operations = kind.list?.command.operations ?? [];
  return Object.assign({}, ...operations.map(({ operation: { view } }) => conditionFields(kind, view)));
};

/** Of the kinds that the shell finds in the words before. */
const specOfKinds = async (): Promise<Spec> => {
  const kinds = await Promise.all(stateKinds.map(program.catalogue.kind));
  const words = kinds.flatMap((kind) =>
    kind === undefined ? [] : wordsOfFields(fieldsOfKind(kind), kind).map((word) => `${kind.kind}:${word}`),
  );
  return `&${words.join(' ')}`;
};

const conditionsOf = async (command: Command): Promise<Spec> => {
  if (command.path === 'export') return specOfKinds();
  const object = objectOf(command);
  const kind =
    object === undefined
      ? await program.catalogue.kindListedBy(command)
      : await program.catalogue.kind(object.kind);
  if (kind === undefined) return specOfFields(replyFieldsOf(command), kind);
  return specOfFields(fieldsOfKind(kind), kind);
};

/** The value of `--where` of each command that has it, by the path of the command. */
export const conditionSpecs = async (
  catalogue: readonly LoadedGroup[],
): Promise<ReadonlyMap<string, Spec>> => {
  const commands = catalogue
    .flatMap((group) => group.commands)
    .filter(
      (command) =>
        takesConditions(command) ||
        objectOf(command) !== undefined ||
        Object.values(command.local ?? {}).some(({ type }) => type === 'conditions'),
    );
  return new Map(
    await Promise.all(commands.map(async (command) => [command.path, await conditionsOf(command)] as const)),
  );
};
