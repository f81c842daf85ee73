/**
 * Variables as the text of a var-file, since real servers ignore VariableFlags. Of NOMAD_VAR_name, files and flags
 * the last wins, and only it is written, since HCL forbids repeated names.
 */
import type { Json } from '../../../../documents/json/json.ts';
import { isObject } from '../../../../documents/json/json.ts';
import { parseJson, writeJson } from '../../../../documents/json/lossless.ts';
import { usageError } from '../../../../system/error.ts';
import { closing, entriesOf, hclString } from './hcl-text.ts';

export interface Variables {
  readonly text: string;
  /** Plain texts, for the submission. */
  readonly flags: Readonly<Record<string, string>>;
  /** Other variables for the submission, in the syntax of a var-file. */
  readonly rest: string;
  /** A lenient server silently drops these. */
  readonly undeclared: readonly string[];
}

export interface VariableFile {
  readonly name: string;
  readonly text: string;
}

interface VariableSources {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly files: readonly VariableFile[];
  readonly flags: Readonly<Record<string, string>>;
}

const typeOf = (source: string, name: string): string | undefined => {
  const found = new RegExp(`^[ \\t]*variable[ \\t]+"?${name}"?[ \\t]*\\{`, 'm').exec(source);
  if (found === null) return undefined;
  const open = found.index + found[0].length - 1;
  const block = source.slice(open, closing(source, open));
  return /[\s{]type[ \t]*=[ \t]*"?([a-z]+)/.exec(block)?.[1];
};

const isDeclared = (source: string, name: string): boolean =>
  new RegExp(`^[ \\t]*variable[ \\t]+"?${name}"?[ \\t]*\\{`, 'm').test(source);

/** Names in the form `variables { color = "blue" }`. */
const listedIn = (source: string): readonly string[] =>
  [...source.matchAll(/^[ \t]*variables[ \t]*\{/gm)].flatMap((found) => {
    const open = found.index + found[0].length - 1;
    return entriesOf(source.slice(open + 1, closing(source, open))).map(({ name }) => name);
  });

export const declares = (source: string, name: string): boolean =>
  isDeclared(source, name) || listedIn(source).includes(name);

/** Values of other types stay expressions. */
const isText = (type: string | undefined): boolean => type === undefined || type === 'string';

const parsedJson = ({ name, text }: VariableFile): Json => {
  try {
    return parseJson(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unreadable';
    throw usageError(`the variable file ${name} looks like JSON but does not parse: ${why}`);
  }
};

const jsonEntries = (document: Json, name: string): readonly (readonly [string, string])[] => {
  if (!isObject(document)) throw usageError(`the variable file ${name} must be one object`);
  return Object.entries(document).map(([name, value]) => [name, expression(value ?? null)] as const);
};

const expression = (value: Json): string => {
  if (typeof value === 'string') return hclString(value);
  if (Array.isArray(value)) return `[${value.map((one: Json) => expression(one)).join(', ')}]`;
  if (isObject(value)) {
    const pairs = Object.entries(value).map(([key, one]) => `${hclString(key)} = ${expression(one ?? null)}`);
    return `{ ${pairs.join(', ')} }`;
  }
  return writeJson(value);
};

const hclEntries = ({ name, text }: VariableFile): readonly (readonly [string, string])[] => {
  const entries = entriesOf(text, (index) => {
    const before = text.slice(0, index).split('\n');
    const place = `${name}:${before.length}:${(before.at(-1) ?? '').length + 1}`;
    throw usageError(`${place}: expected NAME = VALUE in a variable file`);
  });
  return entries.map((entry) => [entry.name, entry.text] as const);
};

const fileEntries = (file: VariableFile): readonly (readonly [string, string])[] =>
  file.text.trimStart().startsWith('{')
    ? jsonEntries(parsedJson(file), file.name).map(([name, value]) => [name, `${name} = ${value}`] as const)
    : hclEntries(file);

/** @param source its `variable` blocks show which values are text */
export const variablesOf = (source: string, given: VariableSources): Variables => {
  const written = new Map<string, string>();
  const plain = new Map<string, string>();
  const set = (name: string, value: string): void => {
    if (!/^[A-Za-z_][\w-]*$/.test(name)) throw usageError(`--var ${name}: not a valid variable name`);
    const text = isText(typeOf(source, name));
    written.set(name, `${name} = ${text ? hclString(value) : value}`);
    if (text) plain.set(name, value);
    else plain.delete(name);
  };
  for (const [key, value] of Object.entries(given.environment)) {
    const name = key.startsWith('NOMAD_VAR_') ? key.slice('NOMAD_VAR_'.length) : '';
    if (name !== '' && value !== undefined && isDeclared(source, name)) set(name, value);
  }
  for (const file of given.files) {
    for (const [name, text] of fileEntries(file)) {
      written.set(name, text);
      plain.delete(name);
    }
  }
  for (const [name, value] of Object.entries(given.flags)) set(name, value);
  const lines = (entries: Iterable<readonly [string, string]>): string =>
    [...entries].map(([, text]) => `${text}\n`).join('');
  const listed = listedIn(source);
  return {
    undeclared: Object.keys(given.flags).filter(
      (name) => !isDeclared(source, name) && !listed.includes(name),
    ),
    text: lines(written),
    flags: Object.fromEntries(plain),
    rest: lines([...written].filter(([name]) => !plain.has(name))),
  };
};
