/** Runs one command: parse, check, confirm, then its workflow or the single request. */
import type { BuildOptions } from '../http/request.ts';
import { pointerOf, valueAt } from '../http/request.ts';
import type { Command } from '../model/command.ts';
import { holds } from '../model/check.ts';
import type { Json } from '../model/json.ts';
import type { Confirm, Operation } from '../model/operation.ts';
import type { InputRecord } from '../model/parameter.ts';
import { setAt, tokens } from '../model/pointer.ts';
import type { ItemRunner } from '../runtime/item.ts';
import type { Presenter } from '../runtime/presenter.ts';
import { resolveNames } from '../runtime/resolve-names.ts';
import type { Session } from '../runtime/session.ts';
import { RequestShown } from '../runtime/session.ts';
import type { Workflow } from '../workflows/workflow.ts';
import { checks } from './checks.ts';
import { choose } from './choose.ts';
import type { Chosen } from './choose.ts';
import { filledInput } from './filled.ts';
import type { Given } from './input.ts';
import { setPointer } from './input.ts';

interface Run {
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

/**
 * Chooses the operation and makes every check; nothing is asked or sent.
 * @returns undefined for a command of the tool's own
 */
export const checkCommand = async ({
  command,
  given,
  session,
  presenter,
}: Pick<Run, 'command' | 'given' | 'session' | 'presenter'>): Promise<Chosen | undefined> => {
  const chosen = choose(command, given.input, given.by);
  for (const { check } of checks) await check({ command, given, session, presenter, chosen });
  return chosen;
};

export const runCommand = async (run: Run): Promise<number> => {
  const { command, given, session, presenter, tail, workflow, runner } = run;
  const { globals } = given;
  const chosen = await checkCommand(run);
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
    return unlessShown(() => workflow({ ...context, operation: undefined, input: given.input, options: {} }));
  }
  const { operation } = chosen;
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
    if (error instanceof RequestShown) return 0;
    throw error;
  }
};
