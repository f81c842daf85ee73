/** `library.d.ts`: the types of the package's module, from the catalogue. */
import { otherWords } from '../../src/catalogue/aliases.ts';
import { flagsOf } from '../../src/run/flags.ts';
import { offeredFlags } from '../../src/cli/refuse-flags.ts';
import { isCallable, replyViewOf } from '../../src/catalogue/callable.ts';
import { changeRows } from '../../src/catalogue/change-rows.ts';
import type { Command } from '../../src/catalogue/command.ts';
import { replyFieldsOf } from '../../src/catalogue/command.ts';
import type { Field, Fields } from '../../src/catalogue/field.ts';
import type { Risk } from '../../src/catalogue/operation.ts';
import { askedRisks } from '../../src/catalogue/operation.ts';
import type { Parameter } from '../../src/catalogue/parameter.ts';
import { objectOf } from '../../src/catalogue/selection/selection.ts';
import { camelCase } from '../../src/catalogue/text/camel-case.ts';
import type { LoadedGroup } from './catalogue.ts';
import { isNeeded, positionalParameter } from './schemas.ts';
import { positionalName } from '../../src/catalogue/command.ts';

const pascalCase = (words: string): string => {
  const name = camelCase(words.replaceAll(' ', '-'));
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
};

const literal = (values: readonly string[]): string =>
  values.map((value) => `'${value.replaceAll("'", String.raw`\'`)}'`).join(' | ');

const valueTypes: Readonly<Record<Parameter['type'], string>> = {
  string: 'string',
  text: 'string',
  bytes: 'string',
  time: 'string',
  secret: 'SecretSource',
  integer: 'number | bigint',
  boolean: 'boolean',
  duration: 'string | number',
  strings: 'readonly string[]',
  map: 'Readonly<Record<string, string | number | boolean>>',
  'json-map': 'Readonly<Record<string, Json>>',
  pairs: 'readonly string[]',
  'secret-pairs': 'readonly string[]',
  conditions: 'readonly string[]',
  json: 'Json | `@${string}`',
};

const typeOf = ({ type, enum: values, nullable }: Parameter): string => {
  const words = values === undefined ? undefined : literal(values);
  const chosen: Partial<typeof valueTypes> =
    words === undefined ? {} : { string: words, strings: `readonly (${words})[]` };
  const typed = chosen[type] ?? valueTypes[type];
  return nullable === true ? `${typed} | null` : typed;
};

const fieldTypes: Readonly<Record<Field['type'], string>> = {
  text: 'string',
  version: 'string',
  integer: 'number | bigint',
  number: 'number',
  boolean: 'boolean',
  time: 'string | number | bigint',
  duration: 'string | number | bigint',
  list: 'readonly Json[]',
  object: 'Readonly<Record<string, Json>>',
};

const comment = (text: string, indent: string): string => `${indent}/** ${text.replaceAll('*/', '* /')} */\n`;

const member = (name: string): string => (/^[a-zA-Z_$][\w$]*$/.test(name) ? name : `'${name}'`);

/** Fields below another one are parts of its value. */
const itemType = (fields: Fields): string => {
  const top = Object.entries(fields).filter(
    ([key]) =>
      !key.split('.').some((_, at, parts) => at > 0 && Object.hasOwn(fields, parts.slice(0, at).join('.'))),
  );
  const members = top.map(
    ([key, { type, summary }]) =>
      `${comment(summary, '  ')}  readonly ${member(key)}?: ${fieldTypes[type]} | null;\n`,
  );
  return `{\n${members.join('')}}`;
};

const isAlways = ({ when, uncertain, look }: Risk): boolean =>
  when === undefined && uncertain !== true && look === undefined;

/** Flags that mean nothing to a program: they write files, wait for a person, or are about lines. */
const left = new Set([
  'confirm',
  'where',
  'all',
  'expect',
  'limit',
  'parallel',
  'rate',
  'resume',
  'retry-unknown',
  'watch',
  'until',
  'or-now',
]);

interface Member {
  readonly name: string;
  readonly type: string;
  readonly needed: boolean;
  readonly summary: string;
}

const written = (members: readonly Member[]): string =>
  members
    .map(
      ({ name, type, needed, summary }) =>
        `${comment(summary, '  ')}  readonly ${name}${needed ? '' : '?'}: ${type};\n`,
    )
    .join('');

/** Types with equal texts have one name, that of the first. */
class Named {
  readonly #names = new Map<string, string>();
  readonly texts: string[] = [];

  of(name: string, text: string, keyword: (name: string) => string): string {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    this.#names.set(text, name);
    this.texts.push(`${keyword(name)} ${text}`);
    return name;
  }
}

/** The flags of a command and of its server. */
const flagMembers = (command: Command): readonly Member[] => {
  const places = new Set((command.positional ?? []).map(({ name }) => positionalName(command, name)));
  const bodied = flagsOf(command).some(({ key }) => key === 'body');
  return offeredFlags(command)
    .filter(({ name }) => !left.has(name) && !places.has(name))
    .flatMap(({ name, parameter }) =>
      [name, ...otherWords('flags', name)].map((word) => ({
        name: camelCase(word),
        type: typeOf(parameter),
        needed: word === name && isNeeded(parameter) && !bodied,
        summary: word === name ? parameter.summary : `Another word for ${camelCase(name)}`,
      })),
    );
};

/** The positionals, in order. */
const placeMembers = (command: Command): readonly Member[] =>
  (command.positional ?? []).map(({ name, optional, variadic }) => {
    const parameter = positionalParameter(command, name);
    const type = typeOf(parameter);
    return {
      name: camelCase(positionalName(command, name)),
      type: variadic === true && parameter.type !== 'strings' ? `readonly (${type})[]` : type,
      needed: optional !== true,
      summary: parameter.summary,
    };
  });

/** What a terminal would ask for. */
const answerMembers = ({ operations, requests }: Command): readonly Member[] => {
  const confirms = operations.flatMap(({ operation }) => askedRisks(operation));
  const answer = (kind: Risk['gravity'], name: string, type: string, summary: string): readonly Member[] => {
    const ofKind = confirms.filter(({ gravity }) => gravity === kind);
    return ofKind.length === 0 && requests !== 'raw'
      ? []
      : [{ name, type, needed: ofKind.some(isAlways), summary }];
  };
  return [
    ...answer('type', 'confirm', 'string', 'The name that a person would type'),
    ...answer('ask', 'yes', 'true', 'The answer to the question that a person would get'),
  ];
};

const listMembers: readonly Member[] = [
  {
    name: 'where',
    type: 'readonly string[]',
    needed: false,
    summary: 'Conditions FIELD OP VALUE, all of which must hold',
  },
  { name: 'limit', type: 'number', needed: false, summary: 'Stop after this many items' },
];

const replyType = (command: Command, named: Named): string => {
  const view = replyViewOf(command);
  const fields = replyFieldsOf(command);
  const item =
    view === undefined || Object.keys(fields).length === 0
      ? 'Json'
      : named.of(`${pascalCase(command.path)}Item`, itemType(fields), (name) => `export interface ${name}`);
  switch (view?.kind) {
    case 'table':
      return `List<${item}>`;
    case 'message':
      return `Promise<${item} | undefined>`;
    case 'text':
    case 'bytes':
      return `Promise<${item} | string>`;
    case 'record':
    case 'credentials':
    case undefined:
      return `Promise<${item}>`;
  }
};

/** The signatures of a command, and the types that they need. */
const signaturesOf = (command: Command, named: Named): readonly string[] => {
  const object = objectOf(command);
  const changes =
    command.operations.some(({ operation }) => operation.effect !== 'read') || command.changes === 'server';
  const flags = flagMembers(command);
  const places = placeMembers(command);
  const lists = listMembers.filter(
    (one) => object === undefined && flagsOf(command).some(({ name }) => name === one.name),
  );
  const own = [...flags, ...answerMembers(command), ...lists];
  const base = changes ? 'ChangeOptions' : 'CallOptions';
  const optionsName =
    own.length === 0
      ? base
      : named.of(
          `${pascalCase(command.path)}Options`,
          `extends ${base} {\n${written(own)}}`,
          (name) => `export interface ${name}`,
        );
  const reply = replyType(command, named);
  // A required argument cannot follow an optional one.
  const needsOptions = own.some(({ needed }) => needed) && places.every(({ needed }) => needed);
  const words = [
    'this: void',
    ...places.map(({ name, type, needed }) => `${name}${needed ? '' : '?'}: ${type}`),
    `options${needsOptions ? '' : '?'}: ${optionsName}`,
  ];
  const one = `(${words.join(', ')}): ${reply};`;
  if (object === undefined) return [one];
  const others = places.filter((_, index) => command.positional?.[index]?.name !== object.place);
  const many = named.of(
    `${pascalCase(command.path)}ManyOptions`,
    `= ManyOptions & {\n${written([...flags, ...others])}};`,
    (name) => `export type ${name}`,
  );
  return [one, `(this: void, many: ${many}): List<ChangeRow>;`];
};

interface Tree {
  readonly command?: Command;
  readonly below: Map<string, Tree>;
}

const treeOf = (commands: readonly Command[]): Tree => {
  const root: Tree = { below: new Map() };
  for (const command of commands) {
    const words = command.path.split(' ');
    let at = root;
    words.forEach((word, index) => {
      const known = at.below.get(word) ?? { below: new Map<string, Tree>() };
      const next = index === words.length - 1 ? { ...known, command } : known;
      at.below.set(word, next);
      at = next;
    });
  }
  return root;
};

const head = `/* The types of the module of trivet. Generated from the catalogue of commands. */

/** Any value of JSON. Integers that a number cannot hold are bigint. */
type Json = string | number | bigint | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** Where a secret is read: a variable of the environment, or a file. A literal secret is refused. */
type SecretSource = \`env:\${string}\` | \`@\${string}\`;

/** What happened to the change of a call that failed. */
type Effect = 'not-sent' | 'unchanged' | 'done' | 'unknown';

/** A failed call. */
declare class TrivetError extends Error {
  /** A stable word: conflict, not-found, unknown-outcome. */
  readonly code: string;
  /** The exit code that the command line would have. */
  readonly exit: number;
  /** Undefined for a read. */
  readonly effect: Effect | undefined;
  /** A stable word where the code covers several cases: already-locked. */
  readonly reason: string | undefined;
  /** The command line that shows whether the change was made. */
  readonly lookUp: string | undefined;
  readonly hint: string | undefined;
  /** HTTP status of the reply, if there was one. */
  readonly status: number | undefined;
  /** What was found or done before it failed: the rows of a change of many, of which some failed. */
  readonly result: unknown;
}

/** The items of a list: all at once with await, or one by one with for await. */
type List<Item> = Promise<readonly Item[]> & AsyncIterable<Item>;

/** Values for every call of a connection. */
interface ConnectOptions {
  /** The variables in place of those of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The folder to which paths are relative. */
  readonly cwd?: string;
  readonly profile?: string;
  readonly organization?: string;
  readonly namespace?: string;
  readonly region?: string;
  readonly baseUrl?: string;
  readonly tokenFile?: string;
  readonly caFile?: string;
  readonly header?: readonly string[];
  readonly product?: string;
  /** Of each call, such as 30s. */
  readonly timeout?: string;
  /** Changes and credentials are refused, and nothing is sent. */
  readonly readOnly?: boolean;
  /** Called with each note and warning. */
  readonly onNote?: (text: string) => void;
  readonly signal?: AbortSignal;
}

interface CallOptions {
  readonly timeout?: string;
  /** Ends the call; a change that was sent is an unknown outcome. */
  readonly signal?: AbortSignal;
  readonly onNote?: (text: string) => void;
}

interface ChangeOptions extends CallOptions {
  /** Makes all checks and sends nothing. */
  readonly dryRun?: boolean;
  /** The name of the profile, where it is protected. */
  readonly confirmProfile?: string;
  /** Another word for confirmProfile. */
  readonly on?: string;
}
`;

/** The module itself: the program is CommonJS, and its parts are loaded when a command needs them. */
export const libraryModule = `import library from './library.cjs';
export const { ErrorOfCalls: TrivetError, openLibrary: connect } = library;
`;

/** @param catalogue all groups with their commands */
export const libraryTypes = (catalogue: readonly LoadedGroup[]): string => {
  const commands = catalogue.flatMap((group) => group.commands).filter(isCallable);
  const named = new Named();
  const row = `export interface ChangeRow ${itemType(changeRows.fields)}`;
  const many = `/** Objects that satisfy conditions, in place of one. */
type ManyOptions = ChangeOptions & {
  readonly where?: readonly string[];
  readonly all?: true;
  /** How many objects must match. */
  readonly expect: number | string;
  readonly limit?: number;
  readonly parallel?: number;
  readonly rate?: number;
  readonly yes: true;
};`;
  const bodyOf = ({ command, below }: Tree, indent: string): string => {
    const inner = [...below].map(([word, tree]) => {
      const about = tree.command === undefined ? '' : comment(tree.command.summary, indent);
      const name = member(camelCase(word));
      if (tree.command !== undefined && tree.below.size === 0)
        return signaturesOf(tree.command, named)
          .map((signature) => `${about}${indent}${name}${signature}\n`)
          .join('');
      return `${about}${indent}readonly ${name}: {\n${bodyOf(tree, `${indent}  `)}${indent}};\n`;
    });
    const called =
      command === undefined ? [] : signaturesOf(command, named).map((signature) => `${indent}${signature}\n`);
    return [...called, ...inner].join('');
  };
  const tree = treeOf(commands);
  const body = bodyOf(tree, '  ');
  return [
    head.replaceAll(/^(?=(?:type|interface|declare) )/gm, 'export '),
    row,
    many.replace(/^type/m, 'export type'),
    ...named.texts,
    `/** Commands as functions, by group. */\nexport interface Connection {\n${body}}`,
    '/** Makes the commands of all groups callable. Nothing is sent, and nothing is written to a stream. */\nexport declare const connect: (options?: ConnectOptions) => Promise<Connection>;',
    '',
  ].join('\n\n');
};
