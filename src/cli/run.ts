/** Runs one command: parse, check, confirm, then its workflow or the single request. */
import type { BuildOptions } from '../http/request.ts';
import { pointerOf, valueAt } from '../http/request.ts';
import type { Command } from '../model/command.ts';
import { holds } from '../model/check.ts';
import { usageError } from '../model/error.ts';
import type { Json } from '../model/json.ts';
import type { Confirm, Operation } from '../model/operation.ts';
import type { InputRecord } from '../model/parameter.ts';
import { setAt, tokens } from '../model/pointer.ts';
import { documented } from '../model/product.ts';
import type { ProductName, ServiceName } from '../model/product.ts';
import type { View } from '../model/view.ts';
import type { ItemRunner } from '../runtime/item.ts';
import type { Presenter } from '../runtime/presenter.ts';
import { checkOptions } from '../render/present.ts';
import { checkFields } from './fields.ts';
import { serviceOf } from '../services/index.ts';
import { productOf } from '../services/products.ts';
import type { Globals } from '../runtime/globals.ts';
import { refuseFormat } from '../runtime/presenter.ts';
import { resolveNames } from '../runtime/resolve-names.ts';
import type { Session } from '../runtime/session.ts';
import { Shown } from '../runtime/session.ts';
import type { Workflow } from '../workflows/workflow.ts';
import { choose } from './choose.ts';
import { filledInput } from './filled.ts';
import type { Given } from './input.ts';
import { setPointer } from './input.ts';
import { refuseUnsupported } from './unsupported.ts';
import { validate, validateOwn } from './validate.ts';

export interface Run {
  readonly command: Command;
  readonly given: Given;
  readonly tail: readonly string[];
  readonly session: Session;
  readonly presenter: Presenter;
  /** The command's workflow, loaded; undefined: the single request. */
  readonly workflow: Workflow;
  readonly runner: ItemRunner;
}

const due = (confirm: Confirm, input: InputRecord): boolean =>
  confirm.when === undefined || (confirm.when !== 'state' && holds(confirm.when, input));

/** A null that `--body` or `--set` puts in the place of a parameter is asked about as `--unset` is. */
const withNulls = (
  operation: Operation,
  input: InputRecord,
  { base, extra = [] }: BuildOptions,
): InputRecord => {
  if (base === undefined && extra.length === 0) return input;
  const whole = extra.reduce<Json>((so, [pointer, value]) => setAt(so, pointer, value), base ?? {});
  const nulls = Object.entries(operation.parameters).filter(
    ([key, parameter]) =>
      parameter.in === 'body' &&
      input[key] === undefined &&
      valueAt(whole, tokens(pointerOf(operation, key, parameter))) === null,
  );
  return { ...input, ...Object.fromEntries(nulls.map(([key]) => [key, null])) };
};

/** Of the questions that are due the sharpest one is asked. */
const questionOf = (operation: Operation, input: InputRecord): Confirm | undefined => {
  const all = (operation.confirm ?? []).filter((confirm) => due(confirm, input));
  return all.find((confirm) => confirm.kind === 'type') ?? all[0];
};

/** The product decides which rules hold; a usage mistake is told even where no server is configured. */
const productFor = async (session: Session, operation: Operation): Promise<[ProductName, unknown]> => {
  try {
    return [(await session.endpoint(operation.service)).product, undefined];
  } catch (error) {
    return [documented, error];
  }
};

/** What the product calls the documented names: as good as those. */
const wireNames = async (service: ServiceName, product: ProductName): Promise<readonly string[]> =>
  Object.values((await productOf(service, product)).wire);

/** What cannot be written is told before anything is sent; a folder is for views that declare files. */
const refuseOut = async (view: View | undefined, { out, dryRun, curl }: Globals): Promise<void> => {
  if (out === undefined || (view !== undefined && 'files' in view && view.files !== undefined)) return;
  const { checkOutputFile } = await import('../runtime/safe-file.ts');
  await checkOutputFile(out, dryRun || curl);
};

export const runCommand = async (run: Run): Promise<number> => {
  const { command, given, session, presenter, tail, workflow, runner } = run;
  const { globals } = given;
  await checkOptions(presenter.options);
  const chosen = choose(command, given.input, given.by);
  const confirmWith = async (confirm: Confirm, input: InputRecord): Promise<void> => {
    const { askConfirm } = await import('../runtime/confirm.ts');
    const { placeOfChange } = await import('../runtime/place-of-change.ts');
    // What was said of the consequences stands above the question.
    await session.reporter.flush();
    const place = (template: string): Promise<string> =>
      placeOfChange(session, chosen?.operation, input, template);
    await askConfirm(confirm, input, { world: session.world, globals, typed: given.confirm, place });
  };
  const context = { session, presenter, command, spoken: given.spoken, tail, confirm: confirmWith, runner };

  if (chosen === undefined) {
    if (command.operations.length > 0)
      throw usageError(`trivet ${command.path}: the arguments fit no form of it`);
    checkFields(command.view, globals);
    validateOwn(command, given.input);
    await refuseOut(undefined, globals);
    return unlessShown(() => workflow({ ...context, operation: undefined, input: given.input, options: {} }));
  }
  const { operation } = chosen;
  refuseFormat(operation.view, globals);
  await refuseOut(operation.view, globals);
  const [product, failure] = await productFor(session, operation);
  validate(
    command,
    operation,
    chosen.input,
    product,
    { rules: !globals.validate, required: given.body !== undefined || given.set.length > 0 },
    session.reporter,
  );
  const shown = globals.wrapTtl === undefined ? operation.view : serviceOf(operation.service).wrapped;
  if (globals.validate) checkFields(shown, globals, await wireNames(operation.service, product));
  if (failure !== undefined) throw failure;
  for (const [key, parameter] of Object.entries(operation.parameters)) {
    if (parameter.deprecated !== undefined && chosen.input[key] !== undefined) {
      session.reporter.note(`--${key} is deprecated: ${parameter.deprecated}`);
    }
  }
  await refuseUnsupported(session, operation, chosen.input);
  const filled = await filledInput(session, command, operation, chosen.input);
  const spoken = { ...filled, ...given.spoken };
  const options = {
    base: given.body,
    extra: given.set.map(([path, value]) => [setPointer(path, operation.body?.at), value] as const),
  };
  const question = questionOf(operation, withNulls(operation, chosen.input, options));
  if (question !== undefined) await confirmWith(question, spoken);
  return unlessShown(async () => {
    const input = await resolveNames(session, operation, chosen.input, given.by);
    return workflow({ ...context, spoken, operation, input, options });
  });
};

/** A request that was shown and not sent ends the command well. */
const unlessShown = async (work: () => Promise<number>): Promise<number> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Shown) return 0;
    throw error;
  }
};
