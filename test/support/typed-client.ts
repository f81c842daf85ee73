/** Generates a typed client in TypeScript from the manifest only, as other programs could. */

type Schema = Readonly<Record<string, unknown>> | boolean;

const isSchema = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const plainTypes: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

/** `workspace-list.item` -> `WorkspaceListItem`. */
const typeName = (definition: string): string =>
  definition
    .split(/[^a-zA-Z0-9]+/)
    .map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
    .join('');

/** The TypeScript type of a schema; supports what the manifest uses. */
const typeOf = (schema: Schema | undefined): string => {
  if (!isSchema(schema)) return 'unknown';
  if (typeof schema['$ref'] === 'string') return typeName(schema['$ref'].slice('#/$defs/'.length));
  const { type, enum: values, anyOf, items, properties, additionalProperties, required } = schema;
  if (Array.isArray(anyOf)) return anyOf.map((one: Schema) => `(${typeOf(one)})`).join(' | ');
  if (Array.isArray(values)) return values.map((one) => JSON.stringify(one)).join(' | ');
  const types = Array.isArray(type) ? type : [type];
  return types
    .map((one) => {
      if (one === 'array') return `readonly (${typeOf(items as Schema | undefined)})[]`;
      if (one !== 'object') return plainTypes[String(one)] ?? 'unknown';
      if (isSchema(properties) && Object.keys(properties).length > 0) {
        const needed = Array.isArray(required) ? required : [];
        const members = Object.entries(properties).map(
          ([name, inner]) =>
            `readonly ${JSON.stringify(name)}${needed.includes(name) ? '' : '?'}: ${typeOf(inner as Schema)};`,
        );
        return `{ ${members.join(' ')} }`;
      }
      return `Readonly<Record<string, ${isSchema(additionalProperties) ? typeOf(additionalProperties) : 'unknown'}>>`;
    })
    .join(' | ');
};

interface Shape {
  readonly name: string;
  readonly type: string;
}

export interface Described {
  readonly path: string;
  readonly input: Schema;
  readonly reply?: Schema;
  readonly flags: readonly Shape[];
  readonly positionals: readonly Shape[];
}

interface Manifest {
  readonly commands: readonly Described[];
  readonly $defs: Readonly<Record<string, Schema>>;
  readonly valueSyntaxes: Readonly<Record<string, { readonly word: string }>>;
}

const runtime = `
import { execFileSync } from 'node:child_process';

type Value = unknown;
const text = (value: Value): string => (typeof value === 'string' ? value : JSON.stringify(value));
const entries = (value: Value): readonly [string, Value][] => Object.entries(value as object);
const written: Record<string, (value: Value) => readonly string[]> = {
  list: (value) => [(value as readonly string[]).map((one) => '"' + one.replaceAll('"', '""') + '"').join(',')],
  'key=value': (value) => entries(value).map(([key, one]) => key + '=' + text(one)),
  'key=json': (value) => entries(value).map(([key, one]) => key + '=' + JSON.stringify(one)),
  'key[=value]': (value) => value as readonly string[],
  json: (value) => [JSON.stringify(value)],
};

const run = (path: string, input: object): unknown => {
  const { flags, positionals } = shapes[path] ?? { flags: [], positionals: [] };
  const values = new Map<string, Value>(Object.entries(input));
  const words = flags.flatMap(({ name, type }) => {
    const value = values.get(name.slice(2));
    if (value === undefined || positionals.some((place) => place.name === name.slice(2))) return [];
    if (value === null) return ['--unset=' + name.slice(2)];
    const write = written[syntaxes[type] ?? ''] ?? ((one: Value) => [text(one)]);
    return write(value).map((word) => name + '=' + word);
  });
  const places = positionals.flatMap(({ name }) => {
    const value = values.get(name);
    return value === undefined ? [] : Array.isArray(value) ? value.map(String) : [text(value)];
  });
  const argv = [...path.split(' '), ...words, '-o', 'json', ...(places.length === 0 ? [] : ['--', ...places])];
  return JSON.parse(execFileSync(process.env['TRIVET'] ?? 'trivet', argv, { encoding: 'utf8' }));
};

export const trivet = <Path extends keyof Commands>(
  path: Path,
  input: Commands[Path]['input'],
): Commands[Path]['reply'] => run(path, input) as Commands[Path]['reply'];
`;

/** The source of a module that exports `trivet(path, input)`, typed by command. */
export const typedClient = ({ commands, $defs, valueSyntaxes }: Manifest): string => {
  const types = commands.map(
    ({ path, input, reply }) =>
      `  readonly ${JSON.stringify(path)}: { readonly input: ${typeOf(input)}; readonly reply: ${typeOf(reply)} };`,
  );
  const shapes = commands.map(({ path, flags, positionals }) => {
    const named = (all: readonly Shape[]) => all.map(({ name, type }) => ({ name, type }));
    return [path, { flags: named(flags), positionals: named(positionals) }] as const;
  });
  const syntaxes = Object.entries(valueSyntaxes).map(([type, { word }]) => [type, word] as const);
  return [
    ...Object.entries($defs).map(([name, schema]) => `export type ${typeName(name)} = ${typeOf(schema)};`),
    `export interface Commands {\n${types.join('\n')}\n}`,
    'interface Shape { readonly name: string; readonly type: string }',
    `const shapes: Readonly<Record<string, { readonly flags: readonly Shape[]; readonly positionals: readonly Shape[] }>> = ${JSON.stringify(Object.fromEntries(shapes))};`,
    `const syntaxes: Readonly<Record<string, string>> = ${JSON.stringify(Object.fromEntries(syntaxes))};`,
    runtime,
  ].join('\n');
};
