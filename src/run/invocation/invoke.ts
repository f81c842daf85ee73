import type { Command } from '../../catalogue/command.ts';
import { passesOn } from '../../catalogue/command.ts';
import { Exit, TrivetError } from '../../system/error.ts';
import { fileFailure } from '../../system/system-error.ts';
import { withEffect } from '../effect.ts';
import type { RunParts } from '../session/session.ts';
import type { Session } from '../session/session.ts';
import { single } from '../single/single.ts';
import type { AnyWorkflow } from '../single/workflow.ts';
import { aboutMany, strayOf } from './invocation.ts';
import type { Invocation } from './invocation.ts';
import { runCommand, warnAgain } from './run.ts';
import { withoutContents } from '../../catalogue/shown.ts';

export interface InvocationRun {
  readonly parts: RunParts;
  readonly checked: boolean;
  /** Whether errors are returned as data, so that nothing is read to explain them. */
  readonly inside: boolean;
}

export interface InvocationEnd {
  readonly exit: number;
  readonly error: TrivetError | undefined;
}

const workflows = new Map<Command, AnyWorkflow>();

/** The catalogue drops the context type; the command was checked against it. */
const loadWorkflow = async (command: Command): Promise<AnyWorkflow> => {
  const found = (command.workflow === undefined ? single : (await command.workflow()).default) as AnyWorkflow;
  workflows.set(command, found);
  return found;
};

export const workflowOf = async (command: Command): Promise<AnyWorkflow> =>
  workflows.get(command) ?? loadWorkflow(command);

const nearNames = async (error: TrivetError, session: Session): Promise<TrivetError> =>
  (await import('./near-names.ts')).withNearNames(error, session);

/** Errors that do not come from calls about files are defects; `--verbose` shows their stack. */
const asTrivetError = (error: unknown, verbose: boolean): TrivetError => {
  if (error instanceof TrivetError) return error;
  const ofFile = fileFailure(error);
  if (ofFile !== undefined) return ofFile;
  const text =
    error instanceof Error ? (verbose ? (error.stack ?? error.message) : error.message) : String(error);
  return new TrivetError('defect', Exit.own, `a defect of trivet: ${text}`, {
    hint: 'Please report it, with the output of the same command under --verbose.',
    cause: error,
  });
};

export const failed = (thrown: unknown, verbose: boolean): InvocationEnd => {
  const error = asTrivetError(thrown, verbose);
  return { exit: error.exit, error };
};

/** Hides values that came from files, variables and standard input. */
const clearOf = (error: TrivetError, contents: Invocation['given']['contents']): TrivetError => {
  const { hint, server } = error.details;
  const clear = (text: string): string => withoutContents(text, contents);
  return error.with({
    message: clear(error.message),
    details: {
      ...(hint === undefined ? {} : { hint: clear(hint) }),
      ...(server === undefined ? {} : { server: clear(server) }),
    },
  });
};

const failureOf = async (
  error: unknown,
  { command, given, tail }: Invocation,
  { parts, inside }: InvocationRun,
): Promise<TrivetError> => {
  const thrown = asTrivetError(error, given.globals.verbose);
  const plain = given.contents.length === 0 ? thrown : clearOf(thrown, given.contents);
  // A batch with many missing items would list the names again for each.
  const alone = !inside && parts.interrupted() === undefined;
  const hinted = alone && plain.details.missing !== undefined ? await nearNames(plain, parts.session) : plain;
  const known = withEffect(hinted, command, parts.session.standing());
  const local = known.exit === Exit.local || known.exit === Exit.output;
  const own = local && passesOn(command, tail !== undefined);
  const exit = parts.interrupted() ?? (own ? Exit.own : undefined);
  return exit === undefined ? known : known.with({ exit });
};

export const ended = async (
  invocation: Invocation,
  run: InvocationRun,
  work: () => Promise<number>,
): Promise<InvocationEnd> => {
  const { parts } = run;
  const { command, tail } = invocation;
  try {
    const code = await work();
    await parts.presenter.finish();
    // The child got the signal too: its code tells whether that ended it.
    const isOfChild = command.tail === true && tail !== undefined && code !== Exit.own;
    return { exit: (isOfChild ? undefined : parts.interrupted()) ?? code, error: undefined };
  } catch (error) {
    const failure = await failureOf(error, invocation, run);
    return { exit: failure.exit, error: failure };
  }
};

export const invoke = (invocation: Invocation, run: InvocationRun): Promise<InvocationEnd> =>
  ended(invocation, run, async () => {
    const stray = strayOf(invocation);
    if (stray !== undefined) throw aboutMany(stray);
    const { command, given, tail = [], words } = invocation;
    const { parts, checked } = run;
    const workflow = await workflowOf(command);
    if (checked) await warnAgain({ command, given, tail }, parts);
    return runCommand({ parts, command, given, tail, words, checked, workflow });
  });
