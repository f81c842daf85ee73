/** JSON Schemas of a command: what it takes, by the names of its flags and positionals, and what it prints. */
import { positionalKeys } from '../cli/flags.ts';
import { offeredFlags } from '../cli/refuse-flags.ts';
import type { Command } from '../model/command.ts';
import { parametersOf, replyFieldsOf } from '../model/command.ts';
import { fieldsSchema, parameterSchema, parametersSchema } from '../model/json-schema.ts';
import type { Json, JsonObject } from '../model/json.ts';
import { isArray, isObject } from '../model/json.ts';
import type { Parameter, Parameters } from '../model/parameter.ts';
import { replySchema } from '../services/reply-schema.ts';

/** A workspace address has no parameter of its own. */
const address: Parameter = {
  in: 'local',
  type: 'string',
  summary: 'Workspace: ID, org/name, or name',
  complete: 'workspace',
};

/** The parameter of a positional. */
export const positionalParameter = (command: Command, name: string): Parameter =>
  parametersOf(command)[name] ?? address;

/** What a positional is called where it has a name: `job`, `workspace`. */
export const positionalName = (command: Command, name: string): string => {
  const metavar = parametersOf(command)[name]?.metavar ?? '';
  // Some say what they can be: workspaces|secrets|jobs.
  return /^[\w.-]+$/.test(metavar) ? metavar : name;
};

/** Given in any case: no flag stands for it, and neither does the context or a fallback. */
const isNeeded = ({ required, context, fallback, from }: Parameter): boolean =>
  required === true && context === undefined && fallback === undefined && from === undefined;

/**
 * The schema of what a command takes: one member for each positional and flag of its own, without dashes. Rules
 * between members are not in it: they depend on the product, and `--body` may hold what no flag gives.
 */
export const inputSchema = (command: Command): JsonObject => {
  const positional = positionalKeys(command);
  const places = (command.positional ?? []).map(
    (place) => [place, positionalParameter(command, place.name)] as const,
  );
  const named = new Set(places.map(([{ name }]) => positionalName(command, name)));
  const flags: Parameters = Object.fromEntries(
    offeredFlags(command)
      // Where a positional has the name of a flag (the set of a library, --set), the name is the positional's.
      .filter((flag) => !positional.has(flag.key) && !named.has(flag.name))
      .map(({ name, parameter }) => [name, parameter]),
  );
  const bodied = Object.hasOwn(flags, 'body');
  const needed = parametersSchema(flags, {
    nameOf: (name) => name,
    // What a body may hold is not missing where no flag gives it.
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
            description: 'A command and its arguments, run with what this command gives',
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

/** The schema of what a command prints under `-o json`; undefined for one that prints no document. */
export const replySchemaOf = ({ service, prints, operations, view }: Command): JsonObject | undefined => {
  if (prints !== undefined) return undefined;
  const own = view === undefined ? [] : [replySchema(service, view)];
  const schemas =
    operations.length === 0
      ? own
      : operations.flatMap(({ operation }) => [
          replySchema(operation.service, operation.view),
          ...(operation.nothing === undefined ? [] : [{ type: 'null' }]),
        ]);
  const different = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  return different.length > 1 ? { anyOf: different } : different[0];
};

/** The schema of one item, as `-o jsonl` prints it and `--fields` chooses from it. */
export const itemSchemaOf = (command: Command): JsonObject | undefined => {
  const fields = replyFieldsOf(command);
  return Object.keys(fields).length === 0 ? undefined : fieldsSchema(fields);
};
