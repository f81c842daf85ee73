import { parametersOf } from '../../catalogue/command.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { Command } from '../../catalogue/command.ts';
import type { Json } from '../../documents/json/json.ts';
import { isArray, isObject } from '../../documents/json/json.ts';
import { writeJson } from '../../documents/json/lossless.ts';
import type { Operation, Reverse } from '../../catalogue/operation.ts';
import type { InputRecord, InputValue, Parameter } from '../../catalogue/parameter.ts';
import { serviceTraits } from '../../catalogue/product.ts';
import type { RecordedChange } from '../../run/log/change-log.ts';
import { documentedName } from '../../catalogue/parameter.ts';
import { plainText } from '../../output/text/value.ts';
import type { Globals } from '../../run/given-globals.ts';
import { forValue } from '../../run/given-globals.ts';
import type { Invocation } from '../../run/invocation/invocation.ts';
import { withoutWords } from '../../run/invocation/without-words.ts';

/** The value that unsets a setting for which a server reports such a value. */
const emptyOf = ({ type, nullable }: Parameter): InputValue => {
  if (nullable === true) return null;
  if (type === 'strings') return [];
  if (type === 'boolean') return false;
  if (type === 'integer') return 0;
  if (type === 'json' || type === 'map' || type === 'json-map') return {};
  return type === 'duration' ? '0s' : '';
};

const words = (value: Json): readonly string[] => {
  if (isArray(value)) return value.map((one) => plainText(one));
  return value === '' ? [] : plainText(value).split(/\s*,\s*/);
};

const numberIn = (value: Json): number | bigint =>
  typeof value === 'number' || typeof value === 'bigint' ? value : Number(value);

const entriesIn = (value: Json): readonly (readonly [string, Json])[] =>
  isObject(value) ? Object.entries(value).map(([key, one]) => [key, one ?? null] as const) : [];

/** Converts values for types that are not text. */
const of: Readonly<Partial<Record<Parameter['type'], (value: Json) => InputValue>>> = {
  strings: words,
  duration: (value) => (typeof value === 'number' ? `${value}s` : plainText(value)),
  boolean: (value) => value === true,
  integer: numberIn,
  map: (value) => Object.fromEntries(entriesIn(value).map(([key, one]) => [key, plainText(one)])),
  'json-map': (value) => Object.fromEntries(entriesIn(value)),
  json: (value) => value,
  bytes: (value) => Buffer.from(plainText(value), 'base64'),
};

const inputOf = (parameter: Parameter, value: Json): InputValue => {
  if (value === null) return emptyOf(parameter);
  return of[parameter.type]?.(value) ?? (typeof value === 'object' ? writeJson(value) : plainText(value));
};

const keyFor = (command: Command, name: string): readonly [string, Parameter] | undefined => {
  const all = Object.entries(parametersOf(command));
  const named = all.filter(([key, parameter]) => key === name || documentedName(key, parameter) === name);
  return named.find(([, { in: where }]) => where === 'body') ?? named[0];
};

const objectFor = (operation: Operation, command: Command, input: InputRecord): InputRecord => {
  const found: Record<string, InputValue | undefined> = {};
  const parameters = parametersOf(command);
  for (const [key, value] of Object.entries(input)) if (Object.hasOwn(parameters, key)) found[key] = value;
  const [place] = command.positional ?? [];
  const object = Object.keys(operation.parameters).findLast(
    (key) => operation.parameters[key]?.in === 'path' && operation.parameters[key].context === undefined,
  );
  if (place !== undefined && object !== undefined && input[object] !== undefined) {
    delete found[object];
    found[place.name] = input[object];
  }
  return found;
};

const scopes = ['organization', 'namespace', 'region'] as const;

/** A command may read more than its own request. */
const flagsFor = ({ parameters }: Operation, input: InputRecord): Partial<Globals> =>
  Object.fromEntries(
    Object.entries(parameters).flatMap(([key, { context }]) => {
      const [scope, value] = [scopes.find((one) => one === context), input[key]];
      return scope === undefined || typeof value !== 'string' ? [] : [[scope, value]];
    }),
  );

/** @throws Error, for a setting that the command does not write: a defect of the catalogue */
export const reverseInvocation = async (
  catalogue: Catalogue,
  operation: Operation,
  { command: path, input }: Reverse,
  { input: object, namespace }: Pick<RecordedChange, 'input' | 'namespace'>,
  globals: Globals,
): Promise<Invocation> => {
  const command = await catalogue.command(path);
  if (command === undefined) throw new Error(`no command ${path}`);
  const settings: Record<string, InputValue> = {};
  for (const [name, value] of Object.entries(input)) {
    const [key, parameter] = keyFor(command, name) ?? [];
    if (key === undefined || parameter === undefined) throw new Error(`${path} does not write ${name}`);
    settings[key] = inputOf(parameter, value ?? null);
  }
  const given = { ...objectFor(operation, command, object), ...settings };
  const isAddressed = Object.values(parametersOf(command)).some(({ address }) => address !== undefined);
  const inHeader = serviceTraits[operation.service].headers !== undefined;
  // Without a namespace the change was in the root, whatever the settings of this run are.
  const place = inHeader ? { namespace: namespace ?? '' } : flagsFor(operation, object);
  return withoutWords(
    command,
    { ...forValue(globals), ...place, yes: true },
    given,
    isAddressed ? { by: 'id' } : {},
  );
};
