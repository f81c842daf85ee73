/** Parses, checks and confirms a command, then runs its workflow or its request. */
import type { Command } from '../../catalogue/command.ts';
import { parametersOf } from '../../catalogue/command.ts';
import type { Json } from '../../documents/json/json.ts';
import type { Pointer } from '../../documents/json/pointer.ts';
import { escapeToken } from '../../documents/json/pointer.ts';
import { bodyPlace, sentBy } from '../../catalogue/operation.ts';
import type { Operation } from '../../catalogue/operation.ts';
import type { Gravity } from '../../catalogue/risk.ts';
import type { InputRecord, InputValue } from '../../catalogue/parameter.ts';
import { memoize } from '../../system/values/memoize.ts';
import type { RunFacts } from '../log/sending.ts';
import { loadSelection } from '../lists/list.ts';
import { withNeeds } from '../lists/needs.ts';
import { resolveNames } from '../lists/resolve-names.ts';
import { sayOtherScopes } from '../other-scopes.ts';
import { asSent } from '../../http/request.ts';
import { RunReview } from '../run-review.ts';
import { isGuarded } from '../session/before-request.ts';
import type { RunParts } from '../session/session.ts';
import type { CallOptions, Session, Told } from '../session/session.ts';
import { RequestShown } from '../session/session.ts';
import { isForPeople } from '../../output/formats/options.ts';
import { serviceOf } from '../../services/index.ts';
import { lookFirst } from '../single/look-first.ts';
import type { AnyWorkflow } from '../single/workflow.ts';
import { makeChecks, repeatWarnings } from './checks.ts';
import { addressedKey, addressIn, choose } from './choose-operation.ts';
import type { Chosen } from './choose-operation.ts';
import { filledInput } from './filled.ts';
import type { Given } from './invocation.ts';

interface CommandRun {
  readonly parts: RunParts;
  readonly command: Command;
  readonly given: Given;
  readonly tail: readonly string[];
  readonly words?: readonly string[] | undefined;
  readonly workflow: AnyWorkflow;
  readonly checked: boolean;
}

const setPointer = (path: string, at: Pointer | ''): Pointer =>
  path.startsWith('/') ? (path as Pointer) : `${at}/${path.split('.').map(escapeToken).join('/')}`;

export const writtenOf = (operation: Operation, set: Given['set'], base: Json | undefined) => ({
  base,
  extra: set.map(([path, value]) => [setPointer(path, bodyPlace(operation)), value] as const),
});

interface Meant {
  readonly operation: Operation;
  readonly input: InputRecord;
  readonly options: CallOptions;
}

const callOf = async (
  { command, given }: Pick<CommandRun, 'command' | 'given'>,
  session: Session,
  looks: boolean,
): Promise<Meant | undefined> => {
  const { input, by, body, set } = given;
  const chosen = choose(command, input, by);
  if (chosen !== undefined) {
    const { operation } = chosen;
    const input = await filledInput(session, command, operation, chosen.input);
    return { operation, input, options: writtenOf(operation, set, body) };
  }
  if (command.requests !== 'raw' || command.workflow === undefined) return undefined;
  // The catalogue drops the input's type.
  const { raw } = (await command.workflow()) as {
    readonly default: unknown;
    readonly raw: (
      session: Session,
      input: InputRecord,
      how: Pick<Given, 'confirm'> & { readonly looks: boolean },
    ) => Promise<Meant>;
  };
  return raw(session, input, { confirm: given.confirm, looks });
};

const toldOf = (command: Command, operation: Operation, spoken: InputRecord, given: Given): Told => {
  const [{ name: place } = { name: '' }] = command.positional ?? [];
  const typed = spoken[place];
  const isFile = parametersOf(command)[place]?.complete === 'file';
  const address = addressIn(command);
  const named = address && spoken[address.key];
  const { id = '', name = '' } = address?.address ?? {};
  const inPath = [id, name].filter((key) => operation.parameters[key]?.in === 'path' && named !== undefined);
  const words = { ...spoken, ...Object.fromEntries(inPath.map((key) => [key, named])) };
  return { operation, spoken: words, named: typeof typed === 'string' && !isFile ? typed : undefined, given };
};

export const gravityOf = async (
  run: Pick<CommandRun, 'command' | 'given'>,
  session: Session,
): Promise<Gravity> => {
  const call = await callOf(run, session, true);
  if (call === undefined || call.operation.effect === 'read') return 'none';
  const { operation, input, options } = call;
  const sent = await session.draft(sentBy(operation), input, options);
  return session.review.gravityOf(sent, session);
};

/**
 * Fails if the command needs confirmation, none was given, and nobody can be asked.
 * @param looks also reads, for a line of a batch before the first line runs
 * @throws TrivetError usage, naming the flag
 */
export const refuseUnanswered = async (
  run: Pick<CommandRun, 'command' | 'given'>,
  session: Session,
  looks = false,
): Promise<void> => {
  // Missing flags are reported before the object is looked up.
  if (looks && run.command.requests === 'raw') await refuseUnanswered(run, session);
  const call = await callOf(run, session, looks);
  if (call === undefined || call.operation.effect === 'read') return;
  const { operation, input, options } = call;
  const { given } = run;
  const review = new RunReview(session, session.globals, session.review);
  const words = { ...asSent(operation, input, options), ...given.spoken };
  review.begin(toldOf(run.command, operation, words, given));
  await review.refuseUnanswered(await session.draft(operation, input, options), session, looks);
};

const bodyOf = (operation: Operation, body: Json | undefined, { reporter }: Session): Json | undefined => {
  const inner = body === undefined ? undefined : serviceOf(operation.service).bodyInReply?.(body, operation);
  if (inner === undefined) return body;
  reporter.note('--body is a whole reply of the server: only its data is sent');
  return inner;
};

type Words = Pick<CommandRun, 'command' | 'given' | 'tail'>;
type Parts = Pick<RunParts, 'session' | 'presenter'>;

/** @returns undefined for a command without an operation */
export const checkCommand = async (
  words: Words,
  { session, presenter }: Parts,
  isQuiet = false,
): Promise<Chosen | undefined> => {
  const { command, given, tail } = words;
  const chosen = choose(command, given.input, given.by);
  const warn = isQuiet ? (): void => undefined : (text: string): void => session.reporter.warn(text);
  // A spread that grows gets a new shape each time, which slows all readers down.
  await makeChecks({ command, given, tail, session, presenter, chosen, warn });
  return chosen;
};

/** Repeats the warnings of a checked line of a batch, since its check printed none. */
export const warnAgain = (words: Words, { session, presenter }: Parts): Promise<void> => {
  const { command, given, tail } = words;
  const chosen = choose(command, given.input, given.by);
  const warn = (text: string): void => session.reporter.warn(text);
  return repeatWarnings({ command, given, tail, session, presenter, chosen, warn });
};

const reasonsIn = ({ view }: Operation, { options }: RunParts['presenter']): readonly string[] | undefined =>
  view.kind === 'record' && isForPeople(options)
    ? Object.keys(view.fields).filter((key) => view.fields[key]?.explains !== undefined)
    : undefined;

const withAsked = (
  operation: Operation,
  input: InputRecord,
  { field, fields }: Given['globals'],
  presenter: RunParts['presenter'],
): InputRecord => {
  const paths = field === undefined ? (fields ?? reasonsIn(operation, presenter)) : [field];
  return paths === undefined ? input : withNeeds(operation, input, paths);
};

const facts = memoize(({ path }: Command): RunFacts => ({ command: path }));

const loanFacts = ({ path }: Command): RunFacts => ({ command: path, lends: true });

export const runCommand = async (run: CommandRun): Promise<number> => {
  const { parts, command, given, tail, words = [], workflow } = run;
  const { session, presenter } = parts;
  const { globals } = given;
  session.receipt.name(command.tail === true && tail.length > 0 ? loanFacts(command) : facts(command));
  const chosen = run.checked
    ? choose(command, given.input, given.by)
    : await checkCommand({ command, given, tail }, parts);
  // A spread that grows costs fifty times as much.
  const common = {
    session,
    sessionOf: (profile: string | undefined) => parts.sessionOf(profile),
    command,
    tail,
    words,
    interruption: parts.interruption,
    readFrom: (value: InputValue | undefined) => given.contents.find(({ text }) => text === value)?.source,
  };

  session.review.begin({ operation: undefined, spoken: given.spoken, named: undefined, given });
  if (chosen === undefined) {
    const { input } = given;
    try {
      if (command.requests === 'raw') await refuseUnanswered(run, session);
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
  const told = toldOf(command, operation, spoken, given);
  session.review.begin(told);
  try {
    const { endpoint } = await session.server(operation.service);
    // A checked line was drafted before; only rules of its operation or server need the draft again.
    if (operation.effect !== 'read' && !(run.checked && !isGuarded(operation, endpoint, session, options))) {
      const call = await session.draft(operation, filled, options);
      session.review.begin({ ...told, call });
      await session.review.refuseUnanswered(call, session, false);
    }
    await sayOtherScopes(session, operation, chosen.input);
    const input = await resolveNames(session, operation, chosen.input, given.by);
    // Nobody is asked about an object that does not exist.
    const { looksFirst, objectRead } = operation;
    const found =
      looksFirst === 'always' && objectRead !== undefined
        ? await lookFirst(session, objectRead, input)
        : undefined;
    const texts = given.where;
    const forPeople = isForPeople(presenter.options);
    const list =
      texts.length === 0
        ? { operation, input, where: undefined }
        : await (await loadSelection()).conditioned({ command, operation, texts, session, input, forPeople });
    const own = {
      presenter,
      spoken,
      operation: list.operation,
      input: withAsked(operation, list.input, globals, presenter),
      options,
      where: list.where,
      found,
    };
    return await workflow(Object.assign(common, own));
  } catch (error) {
    return unlessShown(error);
  }
};

const unlessShown = (error: unknown): number => {
  if (error instanceof RequestShown) return 0;
  throw error;
};
