/** JSON Schemas of a command: its input, by the names of flags and positionals, and its output. */
import { positionalKeys } from '../../src/run/flags.ts';
import { offeredFlags } from '../../src/cli/refuse-flags.ts';
import type { Command } from '../../src/catalogue/command.ts';
import type { Operation } from '../../src/catalogue/operation.ts';
import { parametersOf, positionalName, replyFieldsOf } from '../../src/catalogue/command.ts';
import { objectOf } from '../../src/catalogue/selection/selection.ts';
import { changeRows } from '../../src/catalogue/change-rows.ts';
import { fieldsSchema, parameterSchema, parametersSchema } from '../../src/catalogue/json-schema.ts';
import type { Json, JsonObject } from '../../src/documents/json/json.ts';
import { isArray, isObject } from '../../src/documents/json/json.ts';
import type { Parameter, Parameters } from '../../src/catalogue/parameter.ts';
import { isToBeGiven } from '../../src/catalogue/parameter.ts';
import { replySchema } from './reply-schema.ts';

/** The parameter of a positional. */
export const positionalParameter = (command: Command, name: string): Parameter => {
  const found = parametersOf(command)[name];
  if (found === undefined) throw new Error(`${command.path} declares no ${name}`);
  return found;
};

/** Always required: no flag, context or fallback can replace it. */
export const isNeeded = (parameter: Parameter): boolean =>
  isToBeGiven(parameter) && parameter.context === undefined && parameter.repeatsInput === undefined;

/**
 * The schema of a command's input: one member for each positional and flag of its own, without dashes. It has no
 * rules between members: they depend on the product, and `--body` can hold what no flag gives. It is about one object
 * (`manyOf` names the member that a selection replaces).
 */
export const inputSchema = (command: Command): JsonObject => {
  const positional = positionalKeys(command);
  const places = (command.positional ?? []).map(
    (place) => [place, positionalParameter(command, place.name)] as const,
  );
  const named = new Set(places.map(([{ name }]) => positionalName(command, name)));
  const flags: Parameters = Object.fromEntries(
    offeredFlags(command)
      // If a positional and a flag share a name (the set of a library, --set), it means the positional.
      .filter((flag) => !positional.has(flag.key) && !named.has(flag.name))
      .map(({ name, parameter }) => [name, parameter]),
  );
  const bodied = Object.hasOwn(flags, 'body');
  const needed = parametersSchema(flags, {
    nameOf: (name) => name,
    // A setting is not required where --body can give it.
    isRequired: (_, one) => isNeeded(one) && !(bodied && one.in === 'body'),
  });
  const { properties, required = [] } = needed;
  const placed = places.map(([{ name, variadic }, parameter]): [string, Json] => [
    positionalName(command, name),
    variadic === true && parameter.type !== 'strings'
      ? { type: 'array', items: parameterSchema(parameter) }
      : parameterSchema(parameter),
  ]);
  const always = places.flatMap(([{ name, optional }]) =>
    optional === true ? [] : [positionalName(command, name)],
  );
  const tail: JsonObject =
    command.tail === true
      ? {
          '--': {
            description: 'A command and its arguments, run with what was lent',
            type: 'array',
            items: { type: 'string' },
          },
        }
      : {};
  const names = [...always, ...(isArray(required) ? required : [])];
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(placed),
      ...(isObject(properties) ? properties : {}),
      ...tail,
    },
    ...(names.length === 0 ? {} : { required: names }),
    additionalProperties: false,
  };
};

const nothings: readonly Operation['reply'][] = ['null', 'warned', 'missing'];

/** The schema of a command's output with `-o json`; undefined for one that prints only text. */
export const replySchemaOf = ({ service, prints, operations, view }: Command): JsonObject | undefined => {
  if (prints !== undefined && view === undefined) return undefined;
  const own = view === undefined ? [] : [replySchema(service, view)];
  const schemas =
    operations.length === 0
      ? own
      : operations.flatMap(({ operation }) => [
          replySchema(operation.service, operation.view),
          ...(nothings.includes(operation.reply) ? [{ type: 'null' }] : []),
        ]);
  const different = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  return different.length > 1 ? { anyOf: different } : different[0];
};

/** The schema of one item, as `-o jsonl` prints it and `--fields` selects from it. */
export const itemSchemaOf = (command: Command): JsonObject | undefined => {
  const fields = replyFieldsOf(command);
  return Object.keys(fields).length === 0 ? undefined : fieldsSchema(fields);
};

/** The member of `input` that a selection replaces, and the schemas of the rows; undefined for a command about one object. */
export const manyOf = (command: Command): JsonObject | undefined => {
  const object = objectOf(command);
  return object === undefined
    ? undefined
    : {
        positional: positionalName(command, object.place),
        kind: object.kind,
        reply: replySchema(undefined, changeRows),
        item: fieldsSchema(changeRows.fields),
      };
};
