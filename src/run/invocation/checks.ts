/**
 * Checks before a command runs. The order is a contract, since only the first failure is shown: output, words,
 * settings, then what the server lacks. Nothing is asked or sent before all have passed.
 */
import type { Command } from '../../catalogue/command.ts';
import { fieldAt } from '../../catalogue/field.ts';
import type { Operation } from '../../catalogue/operation.ts';
import { viewOf } from '../../catalogue/operation.ts';
import { generic } from '../../catalogue/product.ts';
import type { View } from '../../catalogue/view.ts';
import { writesFiles, fieldsOf } from '../../catalogue/view.ts';
import { traitsOf } from '../../output/formats/formats.ts';
import { checkOptions } from '../../output/present.ts';
import { serviceOf } from '../../services/index.ts';
import type { Product } from '../../services/product.ts';
import { productOf } from '../../services/products.ts';
import { usageError } from '../../system/error.ts';
import { memoize } from '../../system/values/memoize.ts';
import { refuseChange, refuseOwnChange } from '../refuse-changes.ts';
import { loadSelection } from '../lists/list.ts';
import { refuseUnsupported } from './unsupported.ts';
import type { Globals } from '../given-globals.ts';
import type { Presenter } from '../presenter/presenter.ts';
import { refuseFormat } from '../presenter/presenter.ts';
import type { Server } from '../session/server.ts';
import type { Session } from '../session/session.ts';
import type { Chosen } from './choose-operation.ts';
import type { Given } from './invocation.ts';
import { validate, validateOwn } from './validate.ts';
import { unknownField } from '../../catalogue/field.ts';

/**
 * @param wire the product's names of the fields
 * @throws TrivetError usage, for the first undeclared field
 */
const checkFields = (
  view: View | undefined,
  { field, fields: several }: Pick<Globals, 'field' | 'fields'>,
  wire: Readonly<Record<string, string>> = {},
): void => {
  if (field === undefined && several === undefined) return;
  if (view === undefined || ('open' in view && view.open)) return;
  const fields = fieldsOf(view);
  const asked = [
    ...(field === undefined ? [] : [['--field', field] as const]),
    ...(several ?? []).map((one) => ['--fields', one] as const),
  ];
  for (const [flag, word] of asked) {
    if (fieldAt(fields, word) === undefined && !Object.values(wire).includes(word))
      throw unknownField(flag, word, fields);
  }
};

interface Where {
  /** The documented product if no server is configured: errors of usage are reported even then. */
  readonly product: Product;
  readonly server: Server | undefined;
  readonly failure: unknown;
}

interface Checked {
  readonly command: Command;
  readonly given: Given;
  readonly session: Session;
  readonly presenter: Presenter;
  readonly chosen: Chosen | undefined;
  readonly tail: readonly string[];
  readonly warn: (text: string) => void;
}

type Check = {
  readonly name: string;
  /** It depends only on flags, operation and view, so lines of a batch that share these pass it once. */
  readonly ofFlags?: true;
  /** Whether it may warn. A line of a batch that was checked before repeats the warning in its own row. */
  readonly warns?: (given: Given) => boolean;
} & (
  | { readonly check: (checked: Checked) => void | Promise<void> }
  | { readonly checkOwn: (checked: Checked) => void | Promise<void> }
  | { readonly checkOperation: (checked: Operational, where: Where) => void | Promise<void> }
);

type Operational = Checked & { readonly chosen: Chosen };

const isOperational = (checked: Checked): checked is Operational => checked.chosen !== undefined;

const whereOf = async (session: Session, { service }: Operation): Promise<Where> => {
  try {
    const server = await session.server(service);
    return { server, product: server.product, failure: undefined };
  } catch (failure) {
    return { server: undefined, product: await productOf(service, { product: generic }), failure };
  }
};

interface Known {
  where: Where | undefined;
  readonly passed: Set<View>;
}

const knownIn = memoize<Session, (operation: Operation) => Known>(() =>
  memoize(() => ({ where: undefined, passed: new Set() })),
);

const checkOwn = async (checked: Checked): Promise<void> => {
  for (const one of checks) {
    if ('check' in one) await one.check(checked);
    else if ('checkOwn' in one) await one.checkOwn(checked);
  }
};

const checkOperation = async (checked: Operational): Promise<void> => {
  const { chosen, session } = checked;
  const known = knownIn(session)(chosen.operation);
  const view = viewOf(chosen.operation, chosen.input);
  for (const one of known.passed.has(view) ? checksOfWords : checks) {
    let checking: void | Promise<void> = undefined;
    if ('check' in one) checking = one.check(checked);
    else if ('checkOperation' in one)
      checking = one.checkOperation(checked, (known.where ??= await whereOf(session, chosen.operation)));
    // Awaits only promises: a batch makes these checks for thousands of lines.
    if (checking !== undefined) await checking;
  }
  known.passed.add(view);
};

export const repeatWarnings = async (checked: Checked): Promise<void> => {
  if (!isOperational(checked)) return;
  let where: Where | undefined;
  for (const one of checks) {
    if (one.warns?.(checked.given) !== true || !('checkOperation' in one)) continue;
    where ??= await whereOf(checked.session, checked.chosen.operation);
    await one.checkOperation(checked, where);
  }
};

export const makeChecks = (checked: Checked): Promise<void> =>
  isOperational(checked) ? checkOperation(checked) : checkOwn(checked);

export const checks: readonly Check[] = [
  {
    name: 'output flags fit each other',
    ofFlags: true,
    check: ({ presenter }) => checkOptions(presenter.options),
  },
  {
    name: 'the arguments mean an operation',
    checkOwn: ({ command }) => {
      if (command.operations.length === 0) return;
      throw usageError(`trivet ${command.path}: does not take this combination of arguments`);
    },
  },
  {
    name: 'the format is one of the view',
    ofFlags: true,
    check: ({ command, chosen, given }) => {
      const view = chosen === undefined ? command.view : viewOf(chosen.operation, chosen.input);
      if (view !== undefined) refuseFormat(view, given.globals);
    },
  },
  {
    name: '--out can be written',
    ofFlags: true,
    check: ({ chosen, given: { globals } }) => {
      const { out } = globals;
      if (out === undefined || writesFiles(chosen?.operation.view)) return undefined;
      return import('../../system/safe-file.ts').then(({ checkOutputFile }) =>
        checkOutputFile(out, globals.dryRun || globals.curl),
      );
    },
  },
  {
    name: 'values keep the rules',
    checkOwn: ({ command, given }) => validateOwn(command, given.input),
  },
  {
    name: 'values keep the rules of the operation',
    warns: ({ globals }) => !globals.validate,
    checkOperation: ({ command, chosen: { operation, input }, given, warn }, { product }) => {
      const lenient = {
        rules: !given.globals.validate,
        required: given.body !== undefined || given.set.length > 0,
      };
      validate(command, operation, input, product, lenient, warn);
    },
  },
  {
    name: '--field and --fields are of the reply',
    checkOwn: ({ command, given: { globals } }) => checkFields(command.view, globals),
  },
  {
    name: '--field and --fields are of the reply of the operation',
    ofFlags: true,
    checkOperation: ({ chosen: { operation, input }, given: { globals } }, { product }) => {
      if (!globals.validate) return undefined;
      const { service } = operation;
      const view = viewOf(operation, input);
      return checkFields(
        globals.wrapTtl === undefined ? view : serviceOf(service).wrapped,
        globals,
        product.wire,
      );
    },
  },
  {
    name: '--where is of the objects',
    checkOperation: ({ command, chosen: { operation }, given, session }, { product }) =>
      given.where.length === 0
        ? undefined
        : loadSelection().then(async ({ whereOf: readWhere }) => {
            await readWhere({ command, operation, texts: given.where, session, product });
          }),
  },
  {
    name: 'names are of one namespace',
    ofFlags: true,
    checkOperation: ({ chosen, given: { globals } }, { server, failure }) => {
      if (globals.output === undefined) return;
      const { view, parameters } = chosen.operation;
      if (traitsOf(globals.output).names !== true || view.kind !== 'table' || globals.field !== undefined)
        return;
      if (parameters['namespace']?.context !== 'namespace') return;
      if (server === undefined) throw failure;
      if (server.endpoint.context.namespace?.value !== '*') return;
      throw usageError(
        `-o ${globals.output} is for a list of one namespace: names of several are ambiguous`,
        `Name both: -o jsonl --fields ${view.name},Namespace`,
      );
    },
  },
  {
    name: 'what is given once is not lost',
    checkOperation: ({ command, chosen, given: { globals }, presenter, tail }, { product: { wire } }) => {
      const { operation, input } = chosen;
      if (operation.returnedOnce === undefined && globals.wrapTtl === undefined) return undefined;
      const child = command.tail === true ? tail : undefined;
      return import('./refuse-loss.ts').then(({ refuseLoss }) =>
        refuseLoss({ operation, input, globals, options: presenter.options, wire, tail: child }),
      );
    },
  },
  {
    name: 'the service is configured',
    ofFlags: true,
    checkOperation: (_, { server, failure }) => {
      if (server === undefined) throw failure;
    },
  },
  {
    name: 'a read-only run changes nothing',
    checkOwn: ({ command, given: { globals, input }, session }) =>
      (command.changes ?? 'nothing') === 'nothing' || globals.dryRun || globals.curl
        ? undefined
        : refuseOwnChange(command, input, globals, session),
  },
  {
    name: 'a read-only run sends no change',
    ofFlags: true,
    checkOperation: ({ command, chosen: { operation }, given: { globals }, session }, { server }) => {
      const readOnly = server?.endpoint.readOnly;
      if (readOnly !== undefined && !globals.dryRun && !globals.curl)
        refuseChange(operation, readOnly, session.io, command.path);
    },
  },
  {
    name: 'deprecated flags are noted',
    checkOperation: ({ chosen, session }) => {
      for (const key in chosen.input) {
        const parameter = chosen.input[key] === undefined ? undefined : chosen.operation.parameters[key];
        if (parameter?.deprecated !== undefined) {
          session.reporter.note(`--${key} is deprecated: ${parameter.deprecated}`);
        }
      }
    },
  },
  {
    name: 'values that a comma split are noted',
    warns: () => true,
    checkOperation: ({ chosen, warn }) => {
      for (const key in chosen.input) {
        const [value, parameter] = [chosen.input[key] ?? undefined, chosen.operation.parameters[key]];
        const text = value === undefined ? undefined : parameter?.guessMeaning?.(value, chosen.input);
        if (text !== undefined) warn(text);
      }
    },
  },
  {
    name: 'the product has the operation',
    warns: () => true,
    checkOperation: ({ chosen: { operation, input }, session, warn }, { product }) =>
      refuseUnsupported(session, product, operation, input, warn),
  },
];

const checksOfWords = checks.filter(({ ofFlags }) => ofFlags !== true);
