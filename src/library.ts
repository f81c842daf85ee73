/**
 * The module of the package: `import { connect } from 'trivet'`. Commands as functions with typed values, items as
 * results, errors that say what happened. Nothing is written to a stream, and nothing ends the process.
 */
import { indexFor } from './cli/index-of-commands.ts';
import { flagsOf } from './cli/flags.ts';
import { commandAt, readTyped, refuseUnknownWords } from './cli/read-words.ts';
import { route } from './cli/route.ts';
import { collect } from './doors/collect.ts';
import { itemsOf } from './doors/items-of.ts';
import { isCallable, replyViewOf } from './model/catalogue/callable.ts';
import { typedValues } from './doors/typed-values.ts';
import { Collected } from './engine/collected.ts';
import { worldInside } from './engine/invocation/inside.ts';
import { positionalName } from './generate/schemas.ts';
import { groups } from './groups/groups.ts';
import type { Command } from './model/catalogue/command.ts';
import { Exit, usageError } from './model/error.ts';
import type { Json, JsonObject } from './model/json/json.ts';
import { isArray, textAt } from './model/json/json.ts';
import { objectOf } from './model/selection/selection.ts';
import { camelCase } from './model/text/camel-case.ts';
import { closest } from './model/text/suggest.ts';
import { plainWorld } from './world/node-world.ts';
import type { World } from './world/world.ts';
import { version } from './version.ts';

/** A failed call; `TrivetError` for those who import the module. */
export class CallError extends Error {
  /** A stable word: `conflict`, `not-found`, `unknown-outcome`. */
  readonly code: string;
  /** The exit code that the command line would have. */
  readonly exit: number;
  /** What happened to the change: `not-sent`, `unchanged`, `done` or `unknown`; undefined for a read. */
  readonly effect: string | undefined;
  /** A stable word where the code covers several cases: `already-locked`. */
  readonly reason: string | undefined;
  /** The command line that shows whether the change was made. */
  readonly lookUp: string | undefined;
  readonly hint: string | undefined;
  /** HTTP status of the reply, if there was one. */
  readonly status: number | undefined;
  /** What was found or done before it failed: the rows of a change of many, of which some failed. */
  readonly result: unknown;

  constructor(facts: JsonObject, exit: number, result: unknown) {
    super(textAt(facts, 'message') ?? 'it failed');
    this.name = 'TrivetError';
    this.code = textAt(facts, 'code') ?? 'failed';
    this.exit = exit;
    this.effect = textAt(facts, 'effect');
    this.reason = textAt(facts, 'reason');
    this.lookUp = textAt(facts, 'lookUp');
    this.hint = textAt(facts, 'hint');
    this.status = typeof facts['status'] === 'number' ? facts['status'] : undefined;
    this.result = result;
  }
}

type Values = Readonly<Record<string, unknown>>;

/** Options beside the flags of a command. */
interface OwnOptions {
  readonly env?: World['env'] | undefined;
  readonly cwd?: string | undefined;
  readonly readOnly?: boolean | undefined;
  readonly onNote?: ((text: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

const ownOptions = ['env', 'cwd', 'readOnly', 'onNote', 'signal'];

/** Global flags with a meaning where nothing is printed. */
const globalOptions = new Set([
  'profile',
  'base-url',
  'token-file',
  'ca-file',
  'header',
  'product',
  'timeout',
  'yes',
  'on',
  'dry-run',
  'validate',
]);

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof AbortSignal);

/** Values of a program as JSON; what JSON cannot hold is refused. */
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

/** What each option of a command is called here -> the name of its flag or positional. */
const optionsOf = (command: Command): ReadonlyMap<string, string> =>
  new Map(
    [
      ...flagsOf(command).flatMap(({ name, scope }) =>
        scope === 'global' && !globalOptions.has(name) ? [] : [name],
      ),
      ...(command.positional ?? []).map(({ name }) => positionalName(command, name)),
    ].map((name) => [camelCase(name), name]),
  );

/** The values of a call by the names of flags and positionals. */
const givenOf = (command: Command, defaults: Values, args: readonly unknown[]): JsonObject => {
  const last = args.at(-1);
  const own = isValues(last) ? last : {};
  const placed = isValues(last) ? args.slice(0, -1) : args;
  const places = command.positional ?? [];
  if (placed.length > places.length)
    throw usageError(`trivet ${command.path} takes ${places.length} values, not ${placed.length}`);
  const names = optionsOf(command);
  const given: Record<string, Json> = {};
  // What holds for the connection may mean nothing to one of its commands, or something else: an organization of a
  // certificate.
  for (const { name, scope } of flagsOf(command)) {
    const value = defaults[camelCase(name)];
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

const nothing = (): void => undefined;

/** The world of one call: its signal in place of those of the process. */
const worldFor = ({ env, cwd, readOnly, signal }: OwnOptions): World => ({
  ...worldInside(
    {
      ...plainWorld(),
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
  ...(readOnly === true ? { env: { ...(env ?? plainWorld().env), TRIVET_READ_ONLY: '1' } } : {}),
});

/** What a call returns: items of a list or of one object, rows of a change of many, text, or nothing. */
const resultOf = (command: Command, collected: Collected, many: boolean): unknown => {
  if (collected.empty) return replyViewOf(command)?.kind === 'table' ? [] : undefined;
  const { output } = collected;
  if (many) return isArray(output) ? output : [output];
  if (typeof output === 'string') return output;
  const items = itemsOf(command, output, false);
  return replyViewOf(command)?.kind === 'table' ? items : (items[0] ?? output);
};

const runCall = async (
  path: readonly string[],
  defaults: Values,
  args: readonly unknown[],
): Promise<unknown> => {
  const last = args.at(-1);
  const options: OwnOptions = { ...defaults, ...(isValues(last) ? last : {}) };
  const world = worldFor(options);
  const collected = new Collected(version, options.onNote);
  const words = path.map((word) => word.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
  let command: Command | undefined;
  let many = false;
  const { exit, error } = await collect(world, collected, async () => {
    const found = route(words, await indexFor(words));
    command = (await commandAt(found)) ?? (await refuseUnknownWords(found));
    if (!isCallable(command)) throw usageError(`trivet ${command.path} is for a terminal, not for programs`);
    const given = givenOf(command, defaults, args);
    const object = objectOf(command);
    many = object !== undefined && (given['where'] !== undefined || given['all'] === true);
    return readTyped(command, await typedValues(command, given), undefined, world, {
      inherited: { output: 'json' },
      plain: new Map(),
    });
  });
  const result = command === undefined ? undefined : resultOf(command, collected, many);
  if (error === undefined && exit === Exit.ok) return result;
  const facts =
    error === undefined ? { message: `some of it failed (exit ${exit})` } : collected.facts(error);
  throw new CallError(facts, exit, result);
};

/** A promise whose items can be read one by one: `for await (const job of jobs.list())`. */
const listed = (promise: Promise<unknown>): Promise<unknown> & AsyncIterable<unknown> =>
  Object.assign(promise, {
    async *[Symbol.asyncIterator]() {
      const result = await promise;
      yield* Array.isArray(result) ? (result as readonly unknown[]) : [result];
    },
  });

/** A function for the words so far, with one for each word that can follow. */
const callable = (path: readonly string[], defaults: Values): unknown =>
  new Proxy((...args: readonly unknown[]) => listed(runCall(path, defaults, args)), {
    // A promise that resolves with it must not take it for a promise.
    get: (_, word) =>
      typeof word === 'symbol' || word === 'then' ? undefined : callable([...path, word], defaults),
  });

/**
 * `connect` of the module: the commands of all groups, each a function: `workspace.lock('web', { reason })`.
 * @param options values for every call: a profile, an organization, whether only reads are allowed
 */
export const openLibrary = (options: Values = {}): Promise<Readonly<Record<string, unknown>>> => {
  const known = new Set([
    ...ownOptions,
    ...[...globalOptions, 'organization', 'namespace', 'region', 'by'].map(camelCase),
  ]);
  const stray = Object.keys(options).find((key) => !known.has(key));
  if (stray !== undefined) {
    const { message, details } = usageError(
      `connect has no option ${stray}`,
      `It takes ${[...known].join(', ')}.`,
    );
    return Promise.reject(
      new CallError(
        { message, code: 'usage', effect: 'not-sent', hint: details.hint },
        Exit.usage,
        undefined,
      ),
    );
  }
  return Promise.resolve(
    Object.fromEntries(groups.map(({ name }) => [camelCase(name), callable([camelCase(name)], options)])),
  );
};
