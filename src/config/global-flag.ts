import type { Command } from '../catalogue/command.ts';
import type { InputValue, Parameter, ValueOf } from '../catalogue/parameter.ts';

/**
 * `server`: where requests go; repeated in printed commands and look-ups. `item`: one operation; inherited by lines
 * of a batch. `output`: refused by commands where it has no effect. `run`: the whole process.
 */
type Scope = 'server' | 'item' | 'output' | 'run';

export interface Reading {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly command: Command;
}

export interface GlobalFlag extends Parameter {
  readonly in: 'local';
  readonly scope: Scope;
  readonly short?: string;
  /** Whether a flag of `server` is for all services at once, so that lines of a batch inherit it. */
  readonly services?: 'all';
  /** Whether it is on by default: help and completion offer `--no-x`, which the summary describes. */
  readonly negated?: true;
  /** Whether commands that send no request refuse it. */
  readonly request?: true;
  /** Whether commands without a reply of their own refuse it. */
  readonly reply?: true;
  /** Whether it is for the program only, so that every command refuses it. */
  readonly program?: true;
  /** For `output`: the document, all of stdout, or messages on stderr too. */
  readonly of?: 'document' | 'stdout' | 'messages';
  readonly knownAs?: Readonly<Record<string, string>>;
  /**
   * By default it is the typed value, or false for an absent switch.
   * @throws TrivetError usage
   */
  read?(given: InputValue | undefined, reading: Reading): unknown;
}

export type GlobalFlags = Readonly<Record<string, GlobalFlag>>;

type CamelCase<S extends string> = S extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : S;

export const memberOf = (key: string): string =>
  key.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

type FlagValue<F extends GlobalFlag> = F extends { read(...given: never[]): infer Value }
  ? Value
  : F['type'] extends 'boolean'
    ? boolean
    : ValueOf<F> | undefined;

export type ValuesOf<Fs extends GlobalFlags> = {
  readonly [K in keyof Fs & string as CamelCase<K>]: FlagValue<Fs[K]>;
};

export type InScope<Fs extends GlobalFlags, S extends Scope> = {
  readonly [K in keyof Fs as Fs[K]['scope'] extends S ? K : never]: Fs[K];
};
