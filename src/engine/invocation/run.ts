/** Runs one command: parses, checks and confirms it, then runs its workflow or its single request. */
import type { Command } from '../../catalogue/command.ts';
import type { Json } from '../../documents/json/json.ts';
import type { Pointer } from '../../documents/json/pointer.ts';
import { escapeToken } from '../../documents/json/pointer.ts';
import { usageError } from '../../system/error.ts';
import { none } from '../../system/values/list.ts';
import type { Confirm, Operation } from '../../catalogue/operation.ts';
import type { InputRecord, InputValue } from '../../catalogue/parameter.ts';
import { perObject } from '../../system/values/per-object.ts';
import type { RunFacts } from '../../receipts/sending.ts';
import { resolveNames } from '../lists/resolve-names.ts';
import { asSent } from '../../http/request.ts';
import { questionOf } from '../question-of.ts';
import type { RunParts } from '../session/session.ts';
import type { CallOptions, Session } from '../session/session.ts';
import { RequestShown } from '../session/session.ts';
import { isForPeople } from '../../output/formats/options.ts';
import { serviceOf } from '../../services/index.ts';
import type { AnyWorkflow } from '../single/workflow.ts';
import { makeChecks } from './checks.ts';
import { addressedKey, choose } from './choose-operation.ts';
import type { Chosen } from './choose-operation.ts';
import { filledInput } from './filled.ts';
import type { Given } from './invocation.ts';
import type { narrow } from './narrow.ts';

interface CommandRun {
  readonly parts: RunParts;
  readonly command: Command;
  readonly given: Given;
  readonly tail: readonly string[];
  /** The command line as typed. */
  readonly words?: readonly string[] | undefined;
  /** The command's workflow, loaded; undefined for the single request. */
  readonly workflow: AnyWorkflow;
  /** The checks have already passed: a line of a batch. */
  readonly checked: boolean;
  /** The question was already asked: about all objects of a selection. */
  readonly confirmed: boolean;
}

/** The pointer of a `--set` path, relative to the place of the operation's parameters. */
const setPointer = (path: string, at: Pointer | undefined): Pointer =>
  path.startsWith('/') ? (path as Pointer) : `${at ?? ''}/${path.split('.').map(escapeToken).join('/')}`;

/** What the command line adds to the body that the flags give. */
const writtenOf = (operation: Operation, set: Given['set'], base: Json | undefined) => ({
  base,
  extra: set.map(([path, value]) => [setPointer(path, operation.body?.at), value] as const),
});

/** What a command asks before its request, as far as its words decide. */
const askedBy = async (
  { command, given }: Pick<CommandRun, 'command' | 'given'>,
  session: Session,
): Promise<Confirm | undefined> => {
  const { input, by, body, set } = given;
  if (command.asks !== undefined) {
    // The catalogue forgets which input it reads.
    const asks = (await command.asks()).default as (
      session: Session,
      input: InputRecord,
    ) => Promise<Confirm | undefined>;
    return asks(session, input);
  }
  const chosen = choose(command, input, by);
  if (chosen === undefined) return undefined;
  const { operation } = chosen;
  return questionOf(operation, asSent(operation, chosen.input, writtenOf(operation, set, body)));
};

/**
 * Refuses a command whose question nothing answers, for a run in which nobody can be asked.
 * @throws TrivetError usage, naming the flag that answers it
 */
export const refuseUnanswered = async (
  run: Pick<CommandRun, 'command' | 'given'>,
  session: Session,
): Promise<void> => {
  const { globals, confirm, input, by } = run.given;
  if (globals.dryRun || globals.curl) return;
  const { guardOf } = await import('../confirm.ts');
  const { name } = (await guardOf(session, choose(run.command, input, by)?.operation))?.protection ?? {};
  if (name !== undefined && globals.on !== name)
    throw usageError(`profile ${name} is protected, and nobody can be asked`, `Give it --on ${name}.`);
  if (confirm !== undefined) return;
  const question = await askedBy(run, session);
  if (question === undefined || (question.kind === 'ask' && globals.yes)) return;
  const flag = question.kind === 'ask' ? '--yes' : '--confirm NAME';
  throw usageError('it needs a confirmation, and nobody can be asked', `Give it ${flag}.`);
};

/** `--body` without the envelope of a reply that was saved with `-o json`. */
const bodyOf = (operation: Operation, body: Json | undefined, { reporter }: Session): Json | undefined => {
  const inner = body === undefined ? undefined : serviceOf(operation.service).bodyInReply?.(body, operation);
  if (inner === undefined) return body;
  reporter.note('--body is a whole reply of the server: only its data is sent');
  return inner;
};

/**
 * Chooses the operation and runs every check; nothing is asked or sent.
 * @returns undefined for a command of trivet's own
 */
export const checkCommand = async (
  words: Pick<CommandRun, 'command' | 'given' | 'tail'>,
  { session, presenter }: Pick<RunParts, 'session' | 'presenter'>,
): Promise<Chosen | undefined> => {
  const { command, given, tail } = words;
  const chosen = choose(command, given.input, given.by);
  // Named one by one: a spread that then grows gets a new shape each time, and everything that reads it pays for that.
  await makeChecks({ command, given, tail, session, presenter, chosen });
  return chosen;
};

/** Columns of a record that explain another one, and that people see although the server must be asked for them. */
const reasonsIn = ({ view }: Operation, { options }: RunParts['presenter']): readonly string[] | undefined =>
  view.kind === 'record' && isForPeople(options)
    ? Object.keys(view.fields).filter((key) => view.fields[key]?.explains !== undefined)
    : undefined;

/** Adds to the request what the requested fields need. */
const withAsked = async (
  operation: Operation,
  input: InputRecord,
  { field, fields }: Given['globals'],
  presenter: RunParts['presenter'],
): Promise<InputRecord> => {
  const paths = field === undefined ? (fields ?? reasonsIn(operation, presenter)) : [field];
  return paths === undefined ? input : (await import('../lists/needs.ts')).withNeeds(operation, input, paths);
};

const narrowedList = async (where: Parameters<typeof narrow>[0]): ReturnType<typeof narrow> =>
  (await import('./narrow.ts')).narrow(where);

const facts = perObject(({ path }: Command): RunFacts => ({ command: path }));

const lending = ({ path }: Command): RunFacts => ({ command: path, lends: true });

export const runCommand = async (run: CommandRun): Promise<number> => {
  const { parts, command, given, tail, words = none, workflow } = run;
  const { session, presenter } = parts;
  const { globals } = given;
  session.receipt.name(command.tail === true && tail.length > 0 ? lending(command) : facts(command));
  const chosen = run.checked
    ? choose(command, given.input, given.by)
    : await checkCommand({ command, given, tail }, parts);
  const confirmWith = async (
    confirm: Confirm,
    input: InputRecord,
    request?: { readonly operation: Operation; readonly options: CallOptions },
  ): Promise<void> => {
    const operation = request?.operation ?? chosen?.operation;
    const { askConfirm, guardOf } = await import('../confirm.ts');
    const { placeOfChange } = await import('../place-of-change.ts');
    // Notes about the consequences come before the question.
    await session.reporter.flush();
    const place = async (template: string): Promise<string> => {
      const { asksAbout } = chosen?.operation ?? {};
      if (asksAbout !== undefined && chosen !== undefined)
        await (await import('../single/look-first.ts')).looked(session, asksAbout, chosen.input);
      return placeOfChange(
        session,
        operation,
        request === undefined ? input : {},
        template,
        request?.options,
      );
    };
    const guarded = await guardOf(session, operation);
    await askConfirm(confirm, input, { world: session.world, globals, typed: given.confirm, place, guarded });
  };

  // Completed by Object.assign: a spread that grows gets a new shape each time, at fifty times the price.
  const common = {
    session,
    sessionOf: (profile: string | undefined) => parts.sessionOf(profile),
    command,
    tail,
    words,
    interruption: parts.interruption,
    confirm: confirmWith,
    readFrom: (value: InputValue | undefined) => given.contents.find(({ text }) => text === value)?.source,
  };

  if (chosen === undefined) {
    const { input } = given;
    try {
      return await workflow(Object.assign(common, { presenter, operation: undefined, input }));
    } catch (error) {
      return unlessShown(error);
    }
  }
  const { operation } = chosen;
  const filled = await filledInput(session, command, operation, chosen.input);
  // Several times as fast as spreading both.
  const typed: Record<string, InputValue | undefined> = Object.assign({}, filled, given.spoken);
  const made = addressedKey(command, operation);
  if (made !== undefined) typed[made] = filled[made];
  const options = writtenOf(operation, given.set, bodyOf(operation, given.body, session));
  const spoken = asSent(operation, typed, options, { base: options.base });
  // A question about a flag is also asked if --body or --set sets its field.
  const question = questionOf(operation, asSent(operation, chosen.input, options));
  try {
    const input = await resolveNames(session, operation, chosen.input, given.by);
    // Nobody is asked about an object that does not exist.
    const { looksFirst } = operation;
    const found =
      looksFirst === undefined
        ? undefined
        : await (await import('../single/look-first.ts')).lookFirst(session, looksFirst, input);
    if (question !== undefined && !run.confirmed) await confirmWith(question, spoken);
    const narrowed =
      given.where.length === 0
        ? undefined
        : await narrowedList({ command, operation, texts: given.where, session, input, presenter });
    const own = {
      presenter: narrowed?.presenter ?? presenter,
      spoken,
      operation,
      input: await withAsked(operation, narrowed?.input ?? input, globals, presenter),
      options,
      found,
    };
    return await workflow(Object.assign(common, own));
  } catch (error) {
    return unlessShown(error);
  }
};

/** A request that was shown and not sent is a success. */
const unlessShown = (error: unknown): number => {
  if (error instanceof RequestShown) return 0;
  throw error;
};
