/** Everything about every command in one versioned document, which `trivet manifest` prints. */
import { permissionOf } from '../../src/catalogue/permission.ts';
import { flagsOf, positionalKeys, spokenName } from '../../src/run/flags.ts';
import type { Flag } from '../../src/run/flags.ts';
import { offeredFlags } from '../../src/cli/refuse-flags.ts';
import type { OperationChoice, Command } from '../../src/catalogue/command.ts';
import { isHidden, parametersOf } from '../../src/catalogue/command.ts';
import type { Json, JsonObject } from '../../src/documents/json/json.ts';
import { isObject } from '../../src/documents/json/json.ts';
import { schemaDialect } from '../../src/catalogue/json-schema.ts';
import { documentedDefault } from '../../src/catalogue/documented-default.ts';
import type { Parameter } from '../../src/catalogue/parameter.ts';
import { documentedName, isToBeGiven, serversOf } from '../../src/catalogue/parameter.ts';
import { productsMatching, productsOf, serviceNames, serverProductOf } from '../../src/catalogue/product.ts';
import type { ServerCondition } from '../../src/catalogue/product.ts';
import type { Risk } from '../../src/catalogue/operation.ts';
import { askedRisks, needsToken, paginationOf } from '../../src/catalogue/operation.ts';
import type { InputCondition, Rule } from '../../src/catalogue/rule.ts';
import type { View } from '../../src/catalogue/view.ts';
import { shortFlags } from '../../src/config/globals.ts';
import { version } from '../../src/version.ts';
import type { LoadedGroup } from './catalogue.ts';
import { withDefinitions } from './definitions.ts';
import { exitNumbersOf } from '../../src/cli/help/facts.ts';
import { exitCodes } from './facts.ts';
import { usageOf } from '../../src/cli/help/help.ts';
import { inputSchema, itemSchemaOf, manyOf, positionalParameter, replySchemaOf } from './schemas.ts';
import { positionalName } from '../../src/catalogue/command.ts';
import { valueSyntaxes } from './value-syntaxes.ts';
import { isSensitive } from '../../src/catalogue/shown.ts';

/** Incremented when a reader of the old version would fail; new members do not change it. */
const manifestVersion = 3;

/** Converts data to JSON without absent members; functions are a defect. */
const plain = (value: unknown): Json => {
  if (
    value === null ||
    typeof value === 'boolean' ||
    typeof value === 'number' ||
    typeof value === 'string'
  ) {
    return value;
  }
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object') throw new Error(`no data: ${typeof value}`);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, one]) => one !== undefined && typeof one !== 'function')
      .map(([key, one]) => [key, plain(one)]),
  );
};

/** `default` is for programs, `defaultText` for people. */
const defaultOf = (parameter: Parameter): Readonly<Record<string, unknown>> => {
  if (parameter.default === undefined) return {};
  const value = documentedDefault(parameter);
  return value === undefined ? { defaultText: parameter.default } : { default: value };
};

/** With the names of the products that it is for. */
const forProducts = <T extends { readonly servers?: readonly ServerCondition[] | undefined }>({
  servers,
  ...rest
}: T) => ({
  ...rest,
  ...(servers === undefined ? {} : { products: productsMatching(servers) }),
});

const shapeOf = (key: string, parameter: Parameter): Readonly<Record<string, unknown>> => ({
  type: parameter.type,
  summary: parameter.summary,
  required: isToBeGiven(parameter) || undefined,
  documentedName: parameter.in === 'local' ? undefined : documentedName(key, parameter),
  // Absent: trivet uses it itself.
  in: parameter.in === 'local' ? undefined : parameter.in,
  enum: parameter.enum,
  ...defaultOf(parameter),
  limits: parameter.limits,
  nullable: parameter.nullable,
  sensitive: isSensitive(parameter) || undefined,
  context: parameter.context,
  complete: parameter.complete,
  ...forProducts({ servers: serversOf(parameter) }),
  beyond: parameter.source?.page,
  deprecated: parameter.deprecated,
});

const flagOf = ({ name, key, parameter, scope, negatable }: Flag): JsonObject => {
  const short = Object.entries(shortFlags).find(([, long]) => long === name)?.[0];
  return plain({
    name: `--${name}`,
    short: short === undefined ? undefined : `-${short}`,
    negation: negatable ? `--no-${name}` : undefined,
    // Absent: a flag of the command itself.
    scope: scope === 'command' ? undefined : scope,
    ...shapeOf(key, parameter),
  }) as JsonObject;
};

/** What a view says to programs: tables and their columns are for people. */
const viewFor = (view: View): unknown =>
  'columns' in view ? { ...view, fields: undefined, columns: undefined, essential: undefined } : view;

/** As `flags` and `positionals` name it: `--key-bits`, `workspace`. */
const shownName = (command: Command, key: string): string => {
  return positionalKeys(command).has(key) ? positionalName(command, key) : spokenName(command)(key);
};

const conditionOf = (command: Command, when: InputCondition): unknown => ({
  ...when,
  parameter: shownName(command, when.parameter),
});

const titlesOf = (servers: readonly ServerCondition[]): string =>
  productsMatching(servers)
    .map((product) => serverProductOf({ product }).title)
    .join(' or ');

const ruleOf = (command: Command, rule: Rule): unknown => ({
  ...forProducts(rule),
  ...(rule.because === undefined
    ? {}
    : { because: rule.because.replaceAll('{server}', titlesOf(rule.servers ?? [])) }),
  ...('keys' in rule
    ? { keys: undefined, of: rule.keys.map((key) => shownName(command, key)) }
    : { parameter: shownName(command, rule.parameter) }),
  ...('when' in rule && rule.when !== undefined ? { when: conditionOf(command, rule.when) } : {}),
});

/** A risk as the manifest has always shown it. */
const confirmOf = ({ gravity, question, name, when, uncertain, look }: Risk) => ({
  kind: gravity,
  question,
  ...(name === undefined ? {} : { name }),
  ...(when === undefined ? (uncertain === true || look !== undefined ? { when: 'state' } : {}) : { when }),
});

const operationOf = (command: Command, { operation, when }: OperationChoice): Json =>
  plain({
    id: operation.id,
    beyond: typeof operation.source === 'object' ? operation.source.page : undefined,
    when,
    service: operation.service,
    method: operation.method,
    path: operation.path,
    auth: needsToken(operation) ? 'token' : 'none',
    effect: operation.effect,
    lookUp: operation.lookUp,
    confirm: askedRisks(operation).map(confirmOf),
    // Rules about values that the command makes itself do not concern its flags.
    rules: (operation.rules ?? [])
      .filter(
        (rule) => !('parameter' in rule) || parametersOf(command)[rule.parameter]?.repeatsInput === undefined,
      )
      .map((rule) => ruleOf(command, rule)),
    errors: Object.entries(operation.errors ?? {}).map(([status, condition]) => ({
      status: Number(status),
      condition,
    })),
    permission: permissionOf(operation),
    pagination: paginationOf(operation),
    slow: operation.slow,
    view: viewFor(operation.view),
  });

/** What the schema of the input says already: `description`, `enum`. */
const inInput = { summary: undefined, enum: undefined } as const;

const commandOf = (group: string, command: Command): JsonObject => {
  const operations = command.operations.map(({ operation }) => operation);
  const described = plain({
    path: command.path,
    group,
    summary: command.summary,
    description: command.description ?? operations[0]?.description,
    usage: usageOf(command),
    service: command.service,
    effects: [...new Set(operations.map(({ effect }) => effect))],
    ...(command.changes === 'nothing' ? { reads: true } : {}),
    operations: command.operations.map((choice) => operationOf(command, choice)),
    positionals: (command.positional ?? []).map(({ name, optional, variadic }) => {
      const parameter = positionalParameter(command, name);
      return {
        name: positionalName(command, name),
        ...shapeOf(name, parameter),
        ...inInput,
        optional: optional === true || undefined,
        variadic: variadic === true || undefined,
        required: optional !== true || undefined,
      };
    }),
    takesCommand: command.tail === true || undefined,
    flags: offeredFlags(command)
      .filter(({ key }) => !positionalKeys(command).has(key))
      .map((flag) => ({ ...flagOf(flag), ...inInput })),
    input: inputSchema(command),
    reply: replySchemaOf(command),
    item: itemSchemaOf(command),
    many: manyOf(command),
    exitCodes: exitNumbersOf(command),
    examples: command.examples ?? operations.flatMap(({ examples }) => examples),
  });
  return isObject(described) ? described : {};
};

/** The whole document. */
export const manifestOf = (catalogue: readonly LoadedGroup[]): JsonObject => ({
  manifestVersion,
  version,
  schemaDialect,
  globalFlags: flagsOf({ path: '', summary: '', operations: [] }).map(flagOf),
  exitCodes: exitCodes.map(({ code, meaning }) => ({ code, meaning })),
  valueSyntaxes: plain(valueSyntaxes),
  products: Object.fromEntries(serviceNames.map((service) => [service, productsOf[service]])),
  groups: catalogue.map(({ group }) =>
    plain({ name: group.name, summary: group.summary, service: group.service }),
  ),
  ...withDefinitions(
    catalogue.flatMap(({ group, commands }) =>
      commands.filter((one) => !isHidden(one)).map((command) => commandOf(group.name, command)),
    ),
    ['input', 'reply', 'item', 'many'],
  ),
});

export const manifestText = (catalogue: readonly LoadedGroup[]): string =>
  `${JSON.stringify(manifestOf(catalogue))}\n`;
