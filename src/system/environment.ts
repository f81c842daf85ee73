/** Environment variables: set, unset, and set but empty are three states. */
import { localError } from './error.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

interface Setting {
  readonly value: string;
  readonly source: string;
}

/** Reads one of trivet's own variables. An empty one is exit 3, because a fallback could reach another server. */
export const setting = (env: Environment, name: string): Setting | undefined => {
  const value = env[name];
  if (value === undefined) return undefined;
  if (value === '') throw localError(`${name} is set but empty`, `Give it a value or unset ${name}.`);
  return { value, source: name };
};

/** A vendor's empty variable counts as unset. */
export const firstSet = (env: Environment, names: readonly string[]): Setting | undefined => {
  for (const name of names) {
    const value = env[name];
    if (value !== undefined && value !== '') return { value, source: name };
  }
  return undefined;
};

const off = new Set(['', '0', 'f', 'false', 'n', 'no', 'off']);

export const refuseSkipVerify = (env: Environment, names: readonly string[]): void => {
  for (const name of names) {
    const value = env[name];
    if (value === undefined || off.has(value.trim().toLowerCase())) continue;
    throw localError(
      `${name} is set: trivet never skips TLS verification`,
      `Unset ${name} and trust the server's certificate authority with --ca-file FILE.`,
    );
  }
};

/** What to use instead of a variable: `give --timeout`. */
export type Instead = Readonly<Record<string, string>>;

/** Fails with exit 3 for the first variable that is on and would change what is sent, or where. */
export const refuseUnheeded = (env: Environment, variables: Instead): void => {
  for (const [name, instead] of Object.entries(variables)) {
    if (off.has((env[name] ?? '').trim().toLowerCase())) continue;
    throw localError(
      `${name} is set, and trivet does not act on it`,
      `Unset ${name}${instead === '' ? '' : ` and ${instead}`}.`,
    );
  }
};

export const unusedIn = (env: Environment, variables: Instead): readonly string[] =>
  Object.entries(variables).flatMap(([name, instead]) =>
    firstSet(env, [name]) === undefined
      ? []
      : [`${name} is set and not used${instead === '' ? '' : `: ${instead}`}`],
  );
