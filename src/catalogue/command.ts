import type { Fields } from './field.ts';
import type { ClaimFields, CommandInput, Example, KeysOf, Operation } from './operation.ts';
import { releasedBy } from './operation.ts';
import type { GivenInput, KnownParameters, Parameter, Parameters } from './parameter.ts';
import { memoize } from '../system/values/memoize.ts';
import type { ServiceName } from './product.ts';
import type { View } from './view.ts';
import { fieldsOf } from './view.ts';

/** How an operation is chosen from the input. */
type When = 'always' | 'by-id' | 'by-name' | { readonly given: string } | { readonly absent: string };

export interface OperationChoice<O extends Operation = Operation> {
  readonly when: When;
  readonly operation: O;
}

/** Rows of another command that a person picks a value from. */
export interface PickedFrom {
  readonly command: string;
  readonly field: string;
  /** Conditions on the offered rows. */
  readonly offers?: readonly string[];
  /** The time of a row, if the latest one comes first. */
  readonly latest?: string;
}

export interface Positional {
  /** The key of a parameter of the operations, or of `local`. */
  readonly name: string;
  readonly optional?: true;
  readonly variadic?: true;
  /** If words are missing and the word in this place matches, it belongs to the next place. */
  readonly unless?: RegExp;
  /** Whether a terminal asks for it although it is optional, unless one of these flags is given. */
  readonly asked?: readonly string[];
  /** Where that does not follow from the kind of its parameter. */
  readonly pickedFrom?: PickedFrom;
}

interface About<O, In> {
  readonly command: Command;
  readonly operation: O;
  readonly input: In;
}

type LoadedWorkflow = Promise<{ readonly default: (context: never) => Promise<number> }>;

/** Picks a run function, of a file with those of several commands: `import('./lock.ts').then(running('lock'))`. */
export const running =
  <Name extends string>(name: Name) =>
  <Run>(file: Readonly<Record<Name, Run>>): { readonly default: Run } => ({ default: file[name] });

type Fitting<Loaded extends LoadedWorkflow, Given> = (() => Loaded) &
  (Loaded extends Promise<{
    readonly default: (context: infer Context extends About<unknown, unknown>) => unknown;
  }>
    ? Given extends Pick<Context, keyof Context & keyof About<unknown, unknown>>
      ? unknown
      : never
    : never);

export interface Command {
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  readonly service?: ServiceName;
  readonly operations: readonly OperationChoice[];
  /** The rights for requests other than that of its operation, with the condition if they are not always needed. */
  readonly alsoNeeds?: string;
  readonly positional?: readonly Positional[];
  /** Flags and positionals of the command itself, which are not sent as they are. */
  readonly local?: Parameters;
  /** The view of a command of trivet's own; any other command has that of its operation. */
  readonly view?: View;
  readonly workflow?: () => LoadedWorkflow;
  /**
   * The requests that it sends, if not that of its operation. `none`: nothing, and no server is resolved;
   * `resolved`: nothing, but it reports the target; `own`: requests that cannot be shown; `items`: those of its
   * lines; `raw`: the user's own request, which its run file makes of the input (`raw`).
   */
  readonly requests?: 'none' | 'resolved' | 'own' | 'items' | 'raw';
  /**
   * For whom it is, if not for all. `people`: it writes files of this machine, runs a command on it or lists its
   * profiles, so no agent may use it; `named`: its reply may hold secrets that nobody knows, so it is a tool only if
   * its own toolset, or itself, is named; `scripts`: those of completion, so nothing lists it.
   */
  readonly audience?: 'people' | 'named' | 'scripts';
  /**
   * The state that a command of trivet's own changes. `nothing`: not even this machine, so programs may run it
   * unasked; `receipts`: nothing is sent, but the records decide what is sent later.
   */
  readonly changes?: 'nothing' | 'server' | 'profiles' | 'receipts';
  /** `text`: not a document, so no fields can be chosen. `script`: for a shell, so no format applies either. */
  readonly prints?: 'text' | 'script';
  /** Exit codes that follow neither from its operations nor from its flags and objects. */
  readonly exits?: readonly number[];
  /** Whether these global flags have an effect, where `requests` and `prints` do not say it. */
  readonly globals?: Readonly<Record<string, boolean>>;
  /** Whether the words after `--` are arguments of a child. */
  readonly tail?: true;
  /** The vendors' names for the command, for did-you-mean. */
  readonly aliases?: readonly string[];
  readonly examples?: readonly Example[];
}

export const parametersOf = memoize((command: Command): Parameters => {
  const all: Record<string, Parameter> = {};
  for (const { operation } of command.operations) {
    for (const [key, parameter] of Object.entries(operation.parameters)) all[key] ??= parameter;
  }
  return { ...all, ...command.local };
});

/** A command without operations can change something if it prints no document. */
export const canChange = ({ operations, prints }: Command): boolean =>
  operations.length === 0
    ? prints === 'text'
    : operations.some(({ operation }) => operation.effect !== 'read');

export const viewsOf = ({ operations, view: own }: Command): readonly View[] => {
  const views = operations.flatMap(({ operation: { view, wait } }) =>
    wait === undefined ? [view] : [view, wait.view],
  );
  return own === undefined ? views : [...views, own];
};

export const replyFieldsOf = memoize(
  (command: Command): Fields => Object.assign({}, ...viewsOf(command).map(fieldsOf)) as Fields,
);

export const passesOn = ({ path, tail }: Command, child: boolean): boolean =>
  path === 'job action' || (tail === true && child);

export const viewOfCommand = ({ view, operations }: Command): View | undefined =>
  view ?? operations[0]?.operation.view;

export const isHidden = ({ audience }: Command): boolean => audience === 'scripts';

export const manPageOf = (path: string): string => `trivet-${path.replaceAll(' ', '-')}`;

/** Returns `trivet workspace tag add <workspace> [tag...]`, without flags. */
export const spokenForm = (command: Command): string => {
  const parameters = parametersOf(command);
  const words = (command.positional ?? []).map(({ name, optional, variadic }) => {
    const shown = `${parameters[name]?.metavar ?? name}${variadic === true ? '...' : ''}`;
    return optional === true ? `[${shown}]` : `<${shown}>`;
  });
  return `trivet ${[command.path, ...words].join(' ')}`;
};

type OfOperation<O extends Operation, Local extends Parameters, Loaded extends LoadedWorkflow> = Omit<
  Partial<Command>,
  'path' | 'operations' | 'positional' | 'local' | 'workflow'
> & {
  readonly workflow?: Fitting<Loaded, About<O, CommandInput<O, GivenInput<Local>>>>;
  readonly local?: Local & KnownParameters<Local>;
  readonly positional?: readonly (Positional & {
    readonly name: (KeysOf<NoInfer<O>['parameters']> | keyof NoInfer<Local>) & string;
  })[];
};

/** A positional that is not a parameter, or a workflow with another input, does not compile. */
export const commandOf = <
  const O extends Operation,
  Loaded extends LoadedWorkflow,
  const Local extends Parameters = { readonly [none in never]: Parameter },
>(
  path: string,
  operation: O,
  rest: OfOperation<O, Local, Loaded> = {},
): Command => commandOfEither(path, [{ when: 'always', operation }], rest);

export const commandOfEither = <
  const O extends Operation,
  Loaded extends LoadedWorkflow,
  const Local extends Parameters = { readonly [none in never]: Parameter },
>(
  path: string,
  operations: readonly [OperationChoice<O>, ...OperationChoice<O>[]],
  rest: OfOperation<O, Local, Loaded> = {},
): Command => ({
  path,
  summary: operations[0].operation.summary,
  service: operations[0].operation.service,
  operations,
  ...rest,
});

export const ownCommand = <
  Loaded extends LoadedWorkflow,
  const Local extends Parameters = { readonly [none in never]: Parameter },
>(
  command: Omit<Command, 'operations' | 'local' | 'workflow'> & {
    readonly local?: Local & KnownParameters<Local>;
    readonly workflow: Fitting<Loaded, About<undefined, GivenInput<Local>>>;
  },
): Command => ({ ...command, operations: [] });

export const releasedByCommand = ({ operations: [first] }: Command): ClaimFields | undefined =>
  first && releasedBy(first.operation);

export const takesConditions = ({ operations }: Command): boolean =>
  operations.length > 0 &&
  operations.every(
    ({ operation: { effect, view } }) =>
      effect === 'read' && view.kind === 'table' && view.unconditional !== true,
  );

export const positionalName = (command: Command, name: string): string => {
  const metavar = parametersOf(command)[name]?.metavar ?? '';
  return /^[\w.-]+$/.test(metavar) ? metavar : name;
};
