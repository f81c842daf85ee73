/**
 * The module of the package: `import { connect } from 'trivet'`. Commands as functions with typed values, items as
 * results, errors that say what happened. Nothing is written to a stream, and nothing ends the process.
 */
import { otherWords } from './catalogue/aliases.ts';
import { camelCase } from './catalogue/text/camel-case.ts';
import { CallError } from './features/library/call-error.ts';
import { globalOptions, ownOptions } from './features/library/options.ts';
import type { Values } from './features/library/options.ts';

export const ErrorOfCalls = CallError;

/** A promise whose items can be read one by one: `for await (const job of jobs.list())`. */
const listed = (promise: Promise<unknown>): Promise<unknown> & AsyncIterable<unknown> =>
  Object.assign(promise, {
    async *[Symbol.asyncIterator]() {
      const result = await promise;
      yield* Array.isArray(result) ? (result as readonly unknown[]) : [result];
    },
  });

const call = async (
  path: readonly string[],
  defaults: Values,
  args: readonly unknown[],
): Promise<unknown> => {
  const [{ program }, { runCall }] = await Promise.all([
    import('./main.ts'),
    import('./features/library/call.ts'),
  ]);
  return runCall(program, path, defaults, args);
};

/** A function for the words so far, with one for each word that can follow. */
const callable = (path: readonly string[], defaults: Values): object =>
  new Proxy((...args: readonly unknown[]) => listed(call(path, defaults, args)), {
    // A promise that resolves with it must not take it for a promise.
    get: (_, word) =>
      typeof word === 'symbol' || word === 'then' ? undefined : callable([...path, word], defaults),
  });

/**
 * `connect` of the module: the commands of all groups, each a function: `workspace.lock('web', { reason })`.
 * @param options values for every call: a profile, an organization, whether only reads are allowed
 */
export const openLibrary = (options: Values = {}): Promise<object> => {
  const known = new Set([
    ...ownOptions,
    ...[...globalOptions, 'organization', 'namespace', 'region', 'names-are'].map(camelCase),
  ]);
  const others = new Set(
    [...globalOptions, 'names-are'].flatMap((name) => otherWords('flags', name)).map(camelCase),
  );
  const stray = Object.keys(options).find((key) => !known.has(key) && !others.has(key));
  if (stray !== undefined) {
    const hint = `It takes ${[...known].join(', ')}.`;
    const facts = { message: `connect has no option ${stray}`, code: 'usage', effect: 'not-sent', hint };
    return Promise.reject(new CallError(facts, 2, undefined));
  }
  // Two connections share nothing.
  return Promise.resolve(callable([], { ...options }));
};
