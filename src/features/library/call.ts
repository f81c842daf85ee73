import { otherWords } from '../../catalogue/aliases.ts';
import { routeFor } from '../../cli/route.ts';
import { flagsOf } from '../../run/flags.ts';
import { readTyped, refuseUnknownWords } from '../../cli/read-words.ts';
import { collect } from '../../run/collect.ts';
import { itemsOf } from '../../run/items-of.ts';
import { isCallable, replyViewOf } from '../../catalogue/callable.ts';
import { typedValues } from '../../cli/typed-values.ts';
import { Collected } from '../../run/collected.ts';
import { ioInside } from '../../run/invocation/inside.ts';
import type { Program } from '../../run/session/session.ts';
import type { KeptConnections } from '../../run/session/pool.ts';
import { keepConnections } from '../../run/session/pool.ts';
import { positionalName, parametersOf } from '../../catalogue/command.ts';
import type { Invocation } from '../../run/invocation/invocation.ts';
import type { Command } from '../../catalogue/command.ts';
import { Exit, usageError } from '../../system/error.ts';
import type { Json, JsonObject } from '../../documents/json/json.ts';
import { isArray } from '../../documents/json/json.ts';
import { objectOf } from '../../catalogue/selection/selection.ts';
import { camelCase } from '../../catalogue/text/camel-case.ts';
import { closest } from '../../catalogue/text/suggest.ts';
import { memoize } from '../../system/values/memoize.ts';
import { openTransport } from '../../http/transport/transport.ts';
import { plainIo } from '../../system/node-io.ts';
import type { Io } from '../../system/io.ts';
import { version } from '../../version.ts';
import { CallError } from './call-error.ts';
import { globalOptions, ownOptions } from './options.ts';
import { heldToFirst } from '../../services/endpoint/chosen-at-start.ts';
import type { OwnOptions, Values } from './options.ts';
import { isAbsolute, join } from 'node:path';
import type { Flag } from '../../run/flags.ts';
import type { Parameter } from '../../catalogue/parameter.ts';
import { isPath } from '../../catalogue/parameter.ts';

/** Relative to the call's `cwd`, not the process's. */
const isOther = (word: string): boolean =>
  word === '' || word === '-' || /^(?:[^/.:][^/:]*@)?[a-z][a-z0-9+-]+:/i.test(word);

const isSerial = (word: string): boolean => /^(?:[\da-f]{2}(?:[:-][\da-f]{2})+|[\da-f]{16,})$/i.test(word);

const inFolder = (value: Json, parameter: Parameter, cwd: string): Json => {
  if (isArray(value)) return value.map((one) => inFolder(one, parameter, cwd));
  if (typeof value !== 'string' || isAbsolute(value) || isOther(value)) return value;
  return parameter.metavar?.includes('serial') === true && isSerial(value) ? value : join(cwd, value);
};

const belowFolder = (command: Command, given: JsonObject, cwd: string): JsonObject => {
  const parameters = parametersOf(command);
  const named: readonly (readonly [string, Parameter | undefined])[] = [
    ...flagsOf(command).map(({ name, parameter }: Flag) => [name, parameter] as const),
    ...(command.positional ?? []).map(
      ({ name }) => [positionalName(command, name), parameters[name]] as const,
    ),
  ];
  const placed: Record<string, Json> = {};
  for (const [name, parameter] of named) {
    const value = given[name];
    if (value !== undefined && parameter !== undefined && isPath(parameter))
      placed[name] = inFolder(value, parameter, cwd);
  }
  return { ...given, ...placed };
};

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof AbortSignal);

const jsonOf = (name: string, value: unknown): Json => {
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || typeof value === 'bigint')
    return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (Array.isArray(value)) return value.map((one) => jsonOf(name, one));
  if (isValues(value) && Object.getPrototypeOf(value) === Object.prototype)
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, one]) =>
        one === undefined ? [] : [[key, jsonOf(name, one)] as const],
      ),
    );
  throw usageError(`${name} has a value that is not text, a number, a boolean, a list or an object`);
};

const optionsOf = (command: Command): ReadonlyMap<string, string> =>
  new Map(
    [
      ...flagsOf(command).flatMap(({ name, scope }) =>
        scope === 'global' && !globalOptions.has(name) ? [] : [name],
      ),
      ...(command.positional ?? []).map(({ name }) => positionalName(command, name)),
    ].flatMap((name) => [name, ...otherWords('flags', name)].map((word) => [camelCase(word), name] as const)),
  );

const givenOf = (command: Command, defaults: Values, args: readonly unknown[]): JsonObject => {
  const last = args.at(-1);
  const own = isValues(last) ? last : {};
  const placed = isValues(last) ? args.slice(0, -1) : args;
  const places = command.positional ?? [];
  if (placed.length > places.length)
    throw usageError(`trivet ${command.path} takes ${places.length} values, not ${placed.length}`);
  const names = optionsOf(command);
  const given: Record<string, Json> = {};
  // A default of the connection may mean nothing to a command, or something else.
  for (const { name, scope } of flagsOf(command)) {
    const value = [name, ...otherWords('flags', name)]
      .map((word) => defaults[camelCase(word)])
      .find((one) => one !== undefined);
    if (scope !== 'command' && value !== undefined) given[name] = jsonOf(name, value);
  }
  for (const [key, value] of Object.entries(own)) {
    if (value === undefined || ownOptions.includes(key)) continue;
    const name = names.get(key);
    if (name !== undefined) given[name] = jsonOf(key, value);
    else {
      const [meant] = closest(key, [...names.keys()], 1);
      throw usageError(
        `trivet ${command.path} has no option ${key}`,
        meant === undefined ? undefined : `Did you mean ${meant}?`,
      );
    }
  }
  placed.forEach((value, index) => {
    const place = places[index];
    if (place === undefined || value === undefined) return;
    const name = positionalName(command, place.name);
    given[name] = jsonOf(name, value);
  });
  return given;
};

const connectionOptions: ReadonlySet<string> = new Set(
  [...globalOptions].flatMap((name) => [name, ...otherWords('flags', name)]).map(camelCase),
);

const nothing = (): void => undefined;

/** A wrong type must not switch the safeguard off. */
const isOn = (readOnly: unknown): boolean => readOnly !== undefined && readOnly !== false;

const ioFor = (
  { env, cwd, signal }: OwnOptions,
  readOnly: string | undefined,
  refuseServer: NonNullable<Io['refuseServer']>,
): Io => ({
  ...ioInside(
    {
      ...plainIo(),
      ...(env === undefined ? {} : { env }),
      ...(cwd === undefined ? {} : { cwd }),
      onSignal: (listener) => {
        if (signal === undefined) return nothing;
        const cancel = (): void => listener(2);
        if (signal.aborted) cancel();
        else signal.addEventListener('abort', cancel, { once: true });
        return () => signal.removeEventListener('abort', cancel);
      },
    },
    'a call of the library',
  ),
  readOnly,
  refuseServer,
});

const resultOf = (command: Command, collected: Collected, many: boolean): unknown => {
  if (collected.empty) return replyViewOf(command)?.kind === 'table' ? [] : undefined;
  const { output } = collected;
  if (many) return isArray(output) ? output : [output];
  if (typeof output === 'string') return output;
  const items = itemsOf(command, output, false);
  return replyViewOf(command)?.kind === 'table' ? items : (items[0] ?? output);
};

/** Connections by the object of defaults. The process is not trivet's, so its settings stay. */
const connectionsFor = memoize<Values, KeptConnections>(() => keepConnections(openTransport));

/** A call that chooses other servers has an entry of its own. */
const heldFor = memoize<Values, Map<string, NonNullable<Io['refuseServer']>>>(() => new Map());

const holdOf = (defaults: Values, own: Values): NonNullable<Io['refuseServer']> => {
  const choosing = Object.entries(own).filter(([key]) => key === 'env' || connectionOptions.has(key));
  const key = JSON.stringify(choosing);
  const all = heldFor(defaults);
  const known = all.get(key) ?? heldToFirst();
  all.set(key, known);
  return known;
};

/**
 * @param defaults of a connection; calls with the same object share connections
 * @throws CallError
 */
export const runCall = async (
  program: Program,
  path: readonly string[],
  defaults: Values,
  args: readonly unknown[],
): Promise<unknown> => {
  const last = args.at(-1);
  const own: OwnOptions = isValues(last) ? last : {};
  const always: OwnOptions = defaults;
  const options: OwnOptions = { ...always, ...own };
  // A call can be stricter than its connection, but not looser.
  const readOnly = isOn(always.readOnly)
    ? 'readOnly of connect()'
    : isOn(own.readOnly)
      ? 'readOnly of this call'
      : undefined;
  const io = ioFor(options, readOnly, holdOf(defaults, isValues(last) ? last : {}));
  const collected = new Collected(version, options.onNote);
  const words = path.map((word) => word.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
  let command: Command | undefined;
  let many = false;
  const read = async (): Promise<Invocation> => {
    const found = await routeFor(program.catalogue, words);
    command = found.leaf?.declared ?? (await refuseUnknownWords(program.catalogue, found));
    if (!isCallable(command)) throw usageError(`trivet ${command.path} is for a terminal, not for programs`);
    const all = givenOf(command, defaults, args);
    const given = options.cwd === undefined ? all : belowFolder(command, all, options.cwd);
    const object = objectOf(command);
    many = object !== undefined && (given['where'] !== undefined || given['all'] === true);
    return readTyped(command, typedValues(command, given), undefined, io, {
      inherited: { output: 'json' },
      plain: new Map(),
    });
  };
  const { exit, error } = await collect(program, io, collected, read, connectionsFor(defaults));
  const result = command === undefined ? undefined : resultOf(command, collected, many);
  if (error === undefined && exit === Exit.ok) return result;
  const facts =
    error === undefined ? { message: `some of it failed (exit ${exit})` } : collected.facts(error);
  throw new CallError(facts, exit, result);
};
