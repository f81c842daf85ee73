/**
 * What is checked before a command runs. The order is part of the contract, since the first failure is the one that
 * is shown: how the output is asked for, then the words of the command, then the settings, then what the server lacks.
 * Nothing is asked of a person or sent before all of it has passed.
 */
import type { Command } from '../model/command.ts';
import { usageError } from '../model/error.ts';
import type { Operation } from '../model/operation.ts';
import { inputText } from '../model/parameter.ts';
import { documented } from '../model/product.ts';
import type { ProductName } from '../model/product.ts';
import { traitsOf } from '../render/formats.ts';
import { checkOptions } from '../render/present.ts';
import { refuseLoss } from '../runtime/given-once.ts';
import { refuseFormat } from '../runtime/presenter.ts';
import type { Presenter } from '../runtime/presenter.ts';
import type { Session } from '../runtime/session.ts';
import { serviceOf } from '../services/index.ts';
import { productOf } from '../services/products.ts';
import type { Chosen } from './choose.ts';
import { checkFields } from './fields.ts';
import type { Given } from './input.ts';
import { refuseUnsupported } from './unsupported.ts';
import { validate, validateOwn } from './validate.ts';

interface Checked {
  readonly command: Command;
  readonly given: Given;
  readonly session: Session;
  readonly presenter: Presenter;
  /** The operation that the words mean; undefined for the tool's own commands. */
  readonly chosen: Chosen | undefined;
  /** What stood after `--`, for commands that run a child. */
  readonly tail: readonly string[];
}

interface Check {
  readonly name: string;
  /** @throws TrivetError when the command must not run */
  readonly check: (checked: Checked) => void | Promise<void>;
}

/** The product decides which rules hold; a usage mistake is reported even where no server is configured. */
const productFor = async (session: Session, operation: Operation): Promise<ProductName> => {
  try {
    return (await session.endpoint(operation.service)).product;
  } catch {
    return documented;
  }
};

export const checks: readonly Check[] = [
  {
    name: 'output flags fit each other',
    check: ({ presenter }) => checkOptions(presenter.options),
  },
  {
    name: 'the arguments mean an operation',
    check: ({ command, chosen }) => {
      if (chosen !== undefined || command.operations.length === 0) return;
      throw usageError(`trivet ${command.path}: the arguments fit no form of it`);
    },
  },
  {
    name: 'the format is one of the view',
    check: ({ chosen, given }) => {
      if (chosen !== undefined) refuseFormat(chosen.operation.view, given.globals);
    },
  },
  {
    name: '--out can be written',
    check: async ({ chosen, given: { globals } }) => {
      const view = chosen?.operation.view;
      // A folder is for views that declare files.
      const files = view !== undefined && 'files' in view && view.files !== undefined;
      if (globals.out === undefined || files) return;
      const { checkOutputFile } = await import('../runtime/safe-file.ts');
      await checkOutputFile(globals.out, globals.dryRun || globals.curl);
    },
  },
  {
    name: 'values keep the rules',
    check: async ({ command, chosen, given, session }) => {
      if (chosen === undefined) {
        validateOwn(command, given.input);
        return;
      }
      const { operation, input } = chosen;
      const lenient = {
        rules: !given.globals.validate,
        required: given.body !== undefined || given.set.length > 0,
      };
      const product = await productFor(session, operation);
      validate(command, operation, input, product, lenient, session.reporter);
    },
  },
  {
    name: '--field and --fields are of the reply',
    check: async ({ command, chosen, given: { globals }, session }) => {
      if (chosen === undefined) {
        checkFields(command.view, globals);
        return;
      }
      if (!globals.validate) return;
      const { service, view } = chosen.operation;
      // What the product calls the documented names is as good as those.
      const { wire } = await productOf(service, await productFor(session, chosen.operation));
      checkFields(
        globals.wrapTtl === undefined ? view : serviceOf(service).wrapped,
        globals,
        Object.values(wire),
      );
    },
  },
  {
    name: 'names are of one namespace',
    check: async ({ chosen, given: { globals }, session }) => {
      if (chosen === undefined || globals.output === undefined) return;
      const { service, view, parameters } = chosen.operation;
      if (traitsOf(globals.output).names !== true || view.kind !== 'table' || globals.field !== undefined)
        return;
      if (parameters['namespace']?.context !== 'namespace') return;
      const { namespace } = (await session.endpoint(service)).context;
      if (namespace?.value !== '*') return;
      throw usageError(
        `-o ${globals.output} is for a list of one namespace: names of several are ambiguous`,
        `Use -o jsonl --fields ${view.name},Namespace.`,
      );
    },
  },
  {
    name: 'what is given once is not lost',
    check: async ({ command, chosen, given: { globals }, session, presenter, tail }) => {
      if (chosen === undefined) return;
      const { operation, input } = chosen;
      const { wire } = await productOf(operation.service, await productFor(session, operation));
      const child = command.tail === true ? tail : undefined;
      refuseLoss({ operation, input, globals, options: presenter.options, wire, tail: child });
    },
  },
  {
    name: 'the service is configured',
    check: async ({ chosen, session }) => {
      if (chosen !== undefined) await session.endpoint(chosen.operation.service);
    },
  },
  {
    name: 'a read-only run changes nothing',
    check: async ({ command, chosen, given, session }) => {
      const { globals, input } = given;
      if (globals.dryRun || globals.curl) return;
      const service = chosen?.operation.service ?? command.service;
      if (command.changes === 'profiles') {
        const { refuseProfileChange } = await import('../runtime/read-only.ts');
        refuseProfileChange(command.path, inputText(input, 'name'), globals, session.world);
      } else if (service !== undefined && (chosen !== undefined || command.changes === 'server')) {
        const { readOnly } = await session.endpoint(service);
        if (readOnly === undefined) return;
        const { refuseChange, refusedByReadOnly } = await import('../runtime/read-only.ts');
        if (chosen !== undefined) refuseChange(chosen.operation, readOnly, session.world);
        else throw refusedByReadOnly(readOnly, `${command.path} changes something`, session.world);
      }
    },
  },
  {
    name: 'deprecated flags are noted',
    check: ({ chosen, session }) => {
      for (const [key, parameter] of Object.entries(chosen?.operation.parameters ?? {})) {
        if (parameter.deprecated !== undefined && chosen?.input[key] !== undefined) {
          session.reporter.note(`--${key} is deprecated: ${parameter.deprecated}`);
        }
      }
    },
  },
  {
    name: 'the product has the operation',
    check: async ({ chosen, session }) => {
      if (chosen !== undefined) await refuseUnsupported(session, chosen.operation, chosen.input);
    },
  },
];
