/** What a command of a transcript runs with: the settings that hold for it. */
import type { PrincipalName, ServiceName } from '../../support/sandbox-types.ts';
import type { Setting } from './format.ts';
import { FormatError } from './format.ts';

const principals: readonly PrincipalName[] = ['owner', 'operator', 'reviewer', 'reader', 'organization'];
const services: readonly ServiceName[] = ['workspaces', 'secrets', 'jobs'];

/** What the sandbox is started with. */
export interface Start {
  readonly products: readonly string[];
  readonly scenarios: readonly string[];
  /** The time at which all clocks stand still. */
  readonly clock: string | undefined;
}

export interface Conditions extends Start {
  readonly as: PrincipalName;
  /** The services that are configured. */
  readonly only: readonly ServiceName[];
  readonly faults: readonly string[];
  /** Undefined for a variable that is not set. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The width of the terminal, if there is one. */
  readonly columns: number | undefined;
  readonly colours: boolean;
  /** What a command sends unless its own lines say so. */
  readonly sends: 'nothing' | 'no request' | undefined;
  /** Programs without which a case is skipped. */
  readonly needs: readonly string[];
  /** Texts of commands, each with the one that stands for it. */
  readonly instead: readonly (readonly [text: string, other: string])[];
  /** What is typed at the questions of the next command. */
  readonly typed: readonly string[];
  /** The standard input of the next command. */
  readonly stdin: readonly string[];
}

export const atFirst: Conditions = {
  products: [],
  scenarios: [],
  clock: undefined,
  as: 'owner',
  only: services,
  faults: [],
  env: {},
  columns: undefined,
  colours: false,
  sends: undefined,
  needs: [],
  instead: [],
  typed: [],
  stdin: [],
};

const among = <Name extends string>(names: readonly Name[], value: string, what: string): Name => {
  const found = names.find((name) => name === value);
  if (found === undefined) throw new Error(`${what} is one of ${names.join(', ')}`);
  return found;
};

const servicesIn = (value: string): readonly ServiceName[] =>
  value === 'nothing' ? [] : value.split(/[ ,]+/).map((name) => among(services, name, '@only (or nothing)'));

const timeIn = (value: string): string => {
  if (Number.isNaN(Date.parse(value))) throw new Error('@clock is a time such as 2026-05-01T10:00:00Z');
  return value;
};

const columnsIn = (value: string): number | undefined => {
  if (value === 'none') return undefined;
  if (!/^\d*$/.test(value))
    throw new Error('@terminal is followed by its width, by nothing (100), or by none');
  return value === '' ? 100 : Number(value);
};

const variableIn = (value: string): readonly [name: string, value: string] => {
  const [, name, text] = /^(\w+)=(.*)$/.exec(value) ?? [];
  if (name === undefined || text === undefined) throw new Error('@env is NAME=value');
  return [name, text];
};

const replacementIn = (value: string): readonly [text: string, other: string] => {
  const [, text, other] = /^(.+) = (.+)$/.exec(value) ?? [];
  if (text === undefined || other === undefined) throw new Error('@instead is TEXT = OTHER');
  return [text, other];
};

type Change = (value: string, before: Conditions) => Partial<Conditions>;

const changes: Readonly<Record<string, Change>> = {
  as: (value) => ({ as: among(principals, value, '@as') }),
  only: (value) => ({ only: servicesIn(value) }),
  product: (value, { products }) => ({ products: [...products, value] }),
  scenario: (value, { scenarios }) => ({ scenarios: [...scenarios, value] }),
  fault: (value, { faults }) => ({ faults: [...faults, value] }),
  clock: (value) => ({ clock: timeIn(value) }),
  env: (value, { env }) => {
    const [name, text] = variableIn(value);
    return { env: { ...env, [name]: text } };
  },
  unset: (value, { env }) => ({ env: { ...env, [value]: undefined } }),
  terminal: (value) => ({ columns: columnsIn(value) }),
  colours: () => ({ colours: true }),
  sends: (value) => ({ sends: among(['nothing', 'no request'] as const, value, '@sends') }),
  needs: (value, { needs }) => ({ needs: [...needs, value] }),
  instead: (value, { instead }) => ({ instead: [...instead, replacementIn(value)] }),
  typed: (value, { typed }) => ({ typed: [...typed, value] }),
  stdin: (value, { stdin }) => ({ stdin: [...stdin, value] }),
};

/** Settings without a value. */
const bare = ['terminal', 'colours', 'typed', 'stdin'];

/** Settings with which a sandbox is started, so that they cannot change within a case. */
export const ofTheStart: readonly string[] = ['product', 'scenario', 'clock'];

/** @throws FormatError for a setting that does not exist, or whose value is not one of its values */
export const withSetting = (before: Conditions, { name, value, at }: Setting): Conditions => {
  const change = changes[name];
  if (change === undefined)
    throw new FormatError(
      at,
      `a setting is one of ${Object.keys(changes)
        .map((one) => `@${one}`)
        .join(', ')}`,
    );
  if (value === '' && !bare.includes(name)) throw new FormatError(at, `@${name} needs a value`);
  try {
    return { ...before, ...change(value, before) };
  } catch (error) {
    throw new FormatError(at, error instanceof Error ? error.message : String(error));
  }
};

/** What holds after a command, which took what was typed and its standard input. */
export const afterCommand = (before: Conditions): Conditions => ({ ...before, typed: [], stdin: [] });
