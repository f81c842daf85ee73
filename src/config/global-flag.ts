/** Declarations of global flags, beyond those of a parameter; everything that depends on a flag is derived from them. */
import type { Command } from '../catalogue/command.ts';
import type { InputValue, Parameter, ValueOf } from '../catalogue/parameter.ts';

/**
 * The concern of a global flag.
 * - `server`: where requests go and how. Printed commands and look-ups repeat it.
 * - `item`: one operation. Every line of a batch inherits it.
 * - `output`: what is printed. Refused by commands where it would have no effect.
 * - `run`: the whole process.
 */
type Scope = 'server' | 'item' | 'output' | 'run';

export interface Reading {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly command: Command;
}

export interface GlobalFlag extends Parameter {
  readonly in: 'local';
  readonly scope: Scope;
  /** One letter, without its dash. */
  readonly short?: string;
  /** `server`: it concerns all services at once, so lines of a batch inherit it. */
  readonly services?: 'all';
  /** A switch that is on: help and completion offer `--no-x`, which the summary describes. */
  readonly negated?: true;
  /** It means nothing without a request: commands that send none refuse it. */
  readonly request?: true;
  /** It is about the reply to the request of the command: commands without one refuse it. */
  readonly reply?: true;
  /** It is about the program and not about a command: every command refuses it. */
  readonly program?: true;
  /** `output`: the document, whatever stdout gets, or messages on stderr too. */
  readonly of?: 'document' | 'stdout' | 'messages';
  /** Flags of other tools and how they are written here: for did-you-mean. */
  readonly knownAs?: Readonly<Record<string, string>>;
  /**
   * Returns the value that the run uses for the one typed. Without `read`, an absent switch is false.
   * @throws TrivetError usage
   */
  read?(given: InputValue | undefined, reading: Reading): unknown;
}

export type GlobalFlags = Readonly<Record<string, GlobalFlag>>;

type CamelCase<S extends string> = S extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : S;

/** `no-input` as a member of the globals: `noInput`. */
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
