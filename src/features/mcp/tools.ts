import { meantWord, otherPaths } from '../../catalogue/aliases.ts';
import { offeredFlags } from '../../cli/refuse-flags.ts';
import type { Group } from '../../catalogue/catalogue.ts';
import type { Command } from '../../catalogue/command.ts';
import { replyFieldsOf } from '../../catalogue/command.ts';
import { usageError } from '../../system/error.ts';
import { fieldsSchema } from '../../catalogue/json-schema.ts';
import type { Json, JsonObject } from '../../documents/json/json.ts';
import { isArray, isObject, own, textAt } from '../../documents/json/json.ts';
import { closest } from '../../catalogue/text/suggest.ts';
import { objectOf } from '../../catalogue/selection/selection.ts';
import type { Fields } from '../../catalogue/field.ts';
import { isCallable, replyViewOf } from '../../catalogue/callable.ts';
import { argumentSchema, describeTool } from './describe.ts';
import type { View } from '../../catalogue/view.ts';
import { changeRows } from '../../catalogue/change-rows.ts';
import { credentialsLoanFlags } from '../../config/globals.ts';
import { givesOnce } from '../../run/presenter/one-time-secrets.ts';
import { onlyReads } from '../../run/refuse-changes.ts';
import { objectsIn, resolved } from '../../commands/manifest/workflows/manifest-document.ts';

/** `credentials` means that the reply is a secret. */
type Access = 'read' | 'change' | 'credentials';

export interface Tool {
  readonly name: string;
  readonly command: Command;
  readonly described: JsonObject;
  readonly access: Access;
  /** Undefined if the reply is only text. */
  readonly view: View | undefined;
  readonly description: string;
  readonly inputSchema: JsonObject;
  /** Undefined without `--structured`, and for text. */
  readonly outputSchema: JsonObject | undefined;
  /** Whether agents may call it; a call of any other replies how a person starts it. */
  readonly served: boolean;
}

/** Flags that mean nothing in a call, such as answers of a person, or files to write. */
const left: ReadonlySet<string> = new Set([
  'body',
  'set',
  'unset',
  'confirm',
  'confirm-profile',
  'names-are',
  'wrap-ttl',
  'fail-on-warning',
  'detailed-exitcode',
  'until',
  'or-now',
  'full',
  'names-only',
  'plan-out',
  'dir',
  'resume',
  'layout',
  'new-key',
  'cache',
  'min-ttl',
  '--',
  ...Object.keys(credentialsLoanFlags),
]);

export const fieldsArgument = 'fields';

const toolName = (path: string): string => path.replaceAll(' ', '_');

const accessOf = ({ operations, changes }: Command): Access => {
  const all = operations.map(({ operation }) => operation);
  if (all.length === 0) return changes === 'nothing' ? 'read' : 'change';
  if (all.every(onlyReads)) return 'read';
  const secret = all.some((operation) => operation.view.kind === 'credentials' || givesOnce(operation));
  return secret ? 'credentials' : 'change';
};

const inputSchemaOf = (
  manifest: JsonObject,
  command: Command,
  described: JsonObject,
  view: View | undefined,
): JsonObject => {
  const unfit = offeredFlags(command).filter(({ parameter: { keptFor } }) => keptFor !== undefined);
  const isLeft = (name: string): boolean => left.has(name) || unfit.some((flag) => flag.name === name);
  const input = resolved(manifest, own(described, 'input') ?? null);
  const object = textAt(described['many'], 'positional');
  const required = own(input, 'required');
  const needed = isArray(required) ? required.filter((name) => name !== object) : [];
  const properties = own(input, 'properties');
  const places = objectsIn(described, 'positionals').map(({ name }) => name);
  const kept = Object.entries(isObject(properties) ? properties : {}).filter(
    ([name]) => places.includes(name) || !isLeft(name),
  );
  const fields: readonly (readonly [string, Json])[] = view?.kind === 'table' ? [[fieldsArgument, null]] : [];
  return {
    type: 'object',
    ...(needed.length === 0 ? {} : { required: needed }),
    properties: Object.fromEntries(
      [...kept, ...fields].map(([name, schema = null]) => [name, argumentSchema(name, schema, view)]),
    ),
  };
};

/** All replies together would be too large. */
export const manyFields: Fields = Object.fromEntries(
  Object.entries(changeRows.fields).filter(([key]) => !['output', 'error', 'found'].includes(key)),
);

const listMembers = (fields: Fields): JsonObject => ({
  count: { type: 'integer' },
  items: { type: 'array', items: fieldsSchema(fields, { bare: true }) },
  more: { type: 'boolean' },
});

const outputSchemaOf = (command: Command, view: View | undefined): JsonObject | undefined => {
  const fields = replyFieldsOf(command);
  const isList = view?.kind === 'table';
  if (objectOf(command) !== undefined) {
    // One object has its own schema; several are rows.
    const item = isList ? {} : own(fieldsSchema(fields, { bare: true }), 'properties');
    const rows = listMembers(isList ? { ...fields, ...manyFields } : manyFields);
    return { type: 'object', properties: { ...(isObject(item) ? item : {}), ...rows } };
  }
  if (view === undefined || view.kind === 'message' || command.requests === 'raw') return undefined;
  if (!isList) return fieldsSchema(fields, { bare: true });
  return { type: 'object', properties: listMembers(fields), required: ['items'] };
};

interface Choice {
  readonly toolsets: readonly string[] | undefined;
  readonly allow: readonly string[];
  readonly reveal: boolean;
  readonly structured: boolean;
}

const words = { changes: 'changes', credentials: 'credentials' } as const;

const pathsOf = (path: string): readonly string[] => [path, ...otherPaths(path)];

const isIn = (path: string, toolset: string): boolean =>
  pathsOf(path).some((one) => `${one.replaceAll(' ', '-')}-`.startsWith(`${toolset}-`));

const callableIn = async (groups: readonly Group[]): Promise<readonly Command[]> =>
  (await Promise.all(groups.map((group) => group.load()))).flat().filter(isCallable);

const unknown = async (
  groups: readonly Group[],
  flag: string,
  word: string,
  known: (paths: readonly string[]) => readonly string[],
): Promise<Error> => {
  const paths = (await callableIn(groups)).map(({ path }) => path);
  const [meant] = closest(word, known(paths), 1);
  return usageError(
    `--${flag} ${word}: unknown ${flag === 'allow' ? 'command' : 'toolset'}`,
    meant === undefined ? 'To see what it takes: trivet mcp --help' : `Did you mean "${meant}"?`,
  );
};

const groupIn = (groups: readonly Group[], name: string): readonly Group[] =>
  groups.filter((group) => group.name === meantWord('groups', name.split(/[ _-]/)[0] ?? ''));

const checked = async (
  groups: readonly Group[],
  commands: readonly Command[],
  { toolsets = [], allow, reveal }: Choice,
): Promise<void> => {
  for (const toolset of toolsets) {
    if (!commands.some(({ path }) => isIn(path, toolset)))
      throw await unknown(groups, 'toolset', toolset, (paths) => [
        ...new Set(paths.flatMap((path) => [path.split(' ')[0] ?? '', path.replaceAll(' ', '-')])),
      ]);
  }
  for (const word of allow) {
    if (word === words.changes) continue;
    const command = commands.find(({ path }) => pathsOf(path).includes(word));
    if (word !== words.credentials && command === undefined)
      throw await unknown(groups, 'allow', word, (paths) => [...Object.values(words), ...paths]);
    const secret = command === undefined || accessOf(command) === 'credentials';
    if (secret && !reveal) {
      throw usageError(
        `--allow ${word}: secrets in replies are hidden, and the secret that this command gives once would be lost`,
        'Add --reveal to show secrets in the conversation.',
      );
    }
  }
};

export interface Tools {
  readonly served: readonly Tool[];
  /** Also finds a tool that is not served. */
  named(name: string): Promise<Tool | undefined>;
}

/**
 * Chooses the tools, and loads only their groups. Reads are always served; changes and credentials only if allowed,
 * by name or all together; `api` only by name.
 * @throws TrivetError usage, for an unknown toolset or command, and for secrets that would be lost
 */
export const chooseTools = async (
  groups: readonly Group[],
  manifest: JsonObject,
  choice: Choice,
): Promise<Tools> => {
  const { toolsets, allow, structured } = choice;

  const chosen =
    toolsets === undefined
      ? groups
      : groups.filter((group) =>
          [...toolsets, ...allow].some((word) => groupIn(groups, word).includes(group)),
        );
  const commands = await callableIn(chosen);
  await checked(groups, commands, choice);
  const isNamed = ({ path }: Command): boolean => pathsOf(path).some((one) => allow.includes(one));
  const isAllowed = (command: Command, access: Access): boolean => {
    if (access === 'read' || isNamed(command)) return true;
    if (command.operations.length === 0 && command.changes !== 'server') return false;
    return allow.includes(access === 'change' ? words.changes : words.credentials);
  };
  const isAsked = (command: Command): boolean => {
    if (isNamed(command)) return true;
    return command.audience === 'named'
      ? toolsets?.includes(command.path.replaceAll(' ', '-')) === true
      : toolsets === undefined || toolsets.some((toolset) => isIn(command.path, toolset));
  };
  const isServed = (command: Command): boolean => isAsked(command) && isAllowed(command, accessOf(command));
  const paths = new Set(commands.filter(isServed).map(({ path }) => path));
  const described = new Map(objectsIn(manifest, 'commands').map((one) => [textAt(one, 'path'), one]));
  const toolOf = (command: Command): readonly Tool[] => {
    const entry = described.get(command.path);
    if (entry === undefined) return [];
    const view = replyViewOf(command);
    return [
      {
        name: toolName(command.path),
        command,
        described: entry,
        access: accessOf(command),
        view,
        description: describeTool(command, view, paths),
        inputSchema: inputSchemaOf(manifest, command, entry, view),
        outputSchema: structured ? outputSchemaOf(command, view) : undefined,
        served: paths.has(command.path),
      },
    ];
  };
  const served = commands.filter(({ path }) => paths.has(path)).flatMap(toolOf);
  return {
    served,
    named: async (name) =>
      served.find((tool) => pathsOf(tool.command.path).map(toolName).includes(name)) ??
      (await callableIn(groupIn(groups, name)))
        .filter(({ path }) => pathsOf(path).map(toolName).includes(name))
        .flatMap(toolOf)[0],
  };
};
