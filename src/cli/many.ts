/** A change of many objects: selected, shown, asked about once, and carried out as so many commands of one object. */
import type { Command } from '../model/command.ts';
import { holds } from '../model/check.ts';
import { Exit, usageError } from '../model/error.ts';
import type { Json } from '../model/json.ts';
import { textAt } from '../model/json.ts';
import type { ObjectKind } from '../model/kind.ts';
import { kindNouns } from '../model/kind-name.ts';
import { writeJson } from '../model/lossless.ts';
import type { Confirm, Operation } from '../model/operation.ts';
import type { InputRecord } from '../model/parameter.ts';
import type { View } from '../model/view.ts';
import { tableView } from '../model/view.ts';
import { objectOf } from '../model/selection.ts';
import { kindNamed } from '../operations/kinds.ts';
import { saysJson } from '../render/formats.ts';
import { listWriter } from '../render/present.ts';
import { askConfirm } from '../runtime/confirm.ts';
import type { ItemRunner } from '../runtime/item.ts';
import { fingerprint, readResolved } from '../runtime/journal.ts';
import { createSink } from '../runtime/output.ts';
import { placeOfChange } from '../runtime/place-of-change.ts';
import type { Presenter } from '../runtime/presenter.ts';
import { checkResultFormat } from '../runtime/results.ts';
import type { ObjectChange, ChangeEnd } from '../runtime/run-changes.ts';
import { runChanges } from '../runtime/run-changes.ts';
import type { Session } from '../runtime/session.ts';
import { serviceOf } from '../services/index.ts';
import type { Given } from './input.ts';
import type { Typed } from './leaf.ts';
import { checkCommand } from './run.ts';
import type { Selected } from './selected.ts';
import { keptOf, selectedBy, selectedFrom, selectedFromInput } from './selected.ts';

interface Many {
  readonly command: Command;
  readonly given: Given;
  readonly typed: Typed;
  readonly session: Session;
  readonly presenter: Presenter;
  /** What stood after `--`. */
  readonly tail: readonly string[];
  readonly runner: () => Promise<ItemRunner>;
}

/** Keys of the flags that are about the selection and not about each object. */
const ownKeys: ReadonlySet<string> = new Set([
  'where',
  'all',
  'expect',
  'limit',
  'parallel',
  'rate',
  'resume',
  'confirm',
]);

/** What stands for an object while nothing is known of any. */
const placeholderOf = ({ kind, name }: ObjectKind): string => {
  if (kind === 'workspace') return 'ws-0000000000000000';
  return name.assigned === true ? '00000000-0000-0000-0000-000000000000' : 'name';
};

const numberIn = ({ input }: Given, key: string): number | undefined => {
  const value = input[key];
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : undefined;
};

const inRange = (key: string, value: number | undefined, from: number, to: number): void => {
  if (value !== undefined && (value < from || value > to)) {
    throw usageError(`--${key} must be from ${from} to ${to}, not ${value}`);
  }
};

/** What would mean nothing, or something else than for one object. */
const refuseUnfit = ({ command, given, typed, tail }: Many): void => {
  const { globals } = given;
  if (tail.length > 0) {
    throw usageError(
      'a command after -- is run for one object, not for a selection',
      `Change them first and back afterwards: trivet ${command.path} --where …, the command, then the reverse.`,
    );
  }
  const [stray] = (['field', 'fields', 'query'] as const).filter((key) => globals[key] !== undefined);
  if (stray !== undefined)
    throw usageError(`--${stray} is about one reply, and here are many`, 'Use -o jsonl.');
  checkResultFormat(globals.output);
  inRange('limit', numberIn(given, 'limit'), 1, Number.MAX_SAFE_INTEGER);
  inRange('parallel', numberIn(given, 'parallel'), 1, 64);
  inRange('rate', numberIn(given, 'rate'), 0, 1000);
  const ways = [
    ...(given.where.length > 0 ? ['--where'] : []),
    ...(given.input['all'] === true ? ['--all'] : []),
    ...(given.input[objectOf(command)?.place ?? ''] === '-' ? ['-'] : []),
  ];
  if (ways.length > 1) throw usageError(`${ways.join(' and ')} cannot be given together`);
  for (const [flag, words] of typed.flags) {
    const reads = flag.scope === 'command' && !ownKeys.has(flag.key) && flag.parameter.type !== 'strings';
    const open = words.find((word) => word === '-' || (word === '?' && flag.parameter.type === 'secret'));
    if (!reads || open === undefined || flag.parameter.type === 'string') continue;
    throw usageError(
      `--${flag.name} ${open} cannot be given to many objects`,
      `Put it into a file: --${flag.name} @FILE.`,
    );
  }
};

const expected = (given: Given, count: number, noun: string): void => {
  const expect = given.input['expect'];
  if (typeof expect !== 'string') return;
  const [, from = '', to = from] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(expect) ?? [];
  if (from === '')
    throw usageError(`--expect must be a number or a range, such as 11 or 5-10, not "${expect}"`);
  if (count >= Number(from) && count <= Number(to)) return;
  throw usageError(`${count} ${noun}${count === 1 ? '' : 's'} match, and --expect says ${expect}`);
};

/** The words of the command of one object. */
const lineFor = ({ command, typed, given }: Many, { address, flags }: Selected): readonly string[] => {
  const named = new Set(flags.map((flag) => flag.slice(2).split('=')[0] ?? ''));
  const again = [...typed.flags].flatMap(([flag, words]) => {
    const { declared, key, name, scope } = flag;
    const ofServer = declared?.scope === 'server' && declared.services !== 'all';
    if (named.has(name) || !(ofServer || (scope === 'command' && !ownKeys.has(key)))) return [];
    return words.map((word) =>
      flag.parameter.type === 'boolean' && word === 'true' ? `--${name}` : `--${name}=${word}`,
    );
  });
  const typedName = command.operations.some(({ operation }) =>
    operation.confirm?.some(({ kind }) => kind === 'type'),
  );
  const others = (command.positional ?? []).flatMap(({ name }) =>
    name === objectOf(command)?.place ? [address] : (typed.positionals.get(name) ?? []),
  );
  const shown = given.globals.dryRun || given.globals.curl;
  // A person reads requests as text; their lines say -o json only for who asked for it.
  const asked = !shown ? ['--yes'] : saysJson(given.globals.output) ? [] : ['--output=table'];
  return [
    ...command.path.split(' '),
    ...again,
    ...flags,
    ...asked,
    ...(typedName ? [`--confirm=${address}`] : []),
    ...(command.tail === true ? others : ['--', ...others]),
  ];
};

/** The question of many: `ask`, or `type` where one of them would be typed, or where all are meant. */
const questionFor = (
  { command, given }: Many,
  operation: Operation,
  count: number,
  noun: string,
): Confirm => {
  const due = (operation.confirm ?? []).filter(
    ({ when }) => when === undefined || when === 'state' || holds(when, given.input),
  );
  const type = given.input['all'] === true || due.some(({ kind }) => kind === 'type');
  return {
    kind: type ? 'type' : 'ask',
    question: `trivet ${command.path}: change ${count} ${noun}${count === 1 ? '' : 's'}?`,
    name: String(count),
  };
};

const viewOf = (kind: ObjectKind, objects: readonly Selected[]): View => {
  const listed = kind.list?.command.operations[0]?.operation.view;
  if (listed?.kind === 'table' && objects.every(({ item }) => listed.name in item)) return listed;
  return tableView({
    fields: { [kind.name.field]: { type: 'text', summary: 'Name' } },
    columns: [kind.name.field],
    name: kind.name.field,
    empty: '',
  });
};

const preview = async (
  { session, presenter }: Many,
  kind: ObjectKind,
  objects: readonly Selected[],
): Promise<string> => {
  const { wire } = await session.product(kind.service);
  const options = { ...presenter.options, format: 'table', fields: undefined, field: undefined } as const;
  const writer = await listWriter(viewOf(kind, objects), options, wire);
  const items = objects.map(({ item, name }) => ({ [kind.name.field]: name, ...item }));
  return (await writer.page(items)) + ((await writer.end?.()) ?? '');
};

interface Line extends ObjectChange {
  readonly argv: readonly string[];
}

const endOf = async (runner: ItemRunner, argv: readonly string[]): Promise<ChangeEnd> => {
  const { exit, output, error, once } = await runner.run(argv, true);
  return {
    exit,
    lookUp: textAt(error, 'lookUp'),
    reason: textAt(error, 'message'),
    more: { output, error },
    once,
  };
};

/** What the object is like now says whether an earlier run changed it; undefined where it does not say. */
const wasMade = async (
  runner: ItemRunner,
  kind: ObjectKind,
  operation: Operation,
  { address, flags }: Selected,
): Promise<boolean | undefined> => {
  const { made } = operation;
  if (made === undefined && operation.method !== 'DELETE') return undefined;
  const { exit, output } = await runner.run([...kind.show.path.split(' '), ...flags, '--', address], false);
  if (exit === Exit.notFound) return operation.method === 'DELETE' ? true : undefined;
  if (exit !== Exit.ok) return undefined;
  if (made === undefined) return false;
  const view = kind.show.operations[0]?.operation.view;
  const item = view && serviceOf(kind.service).readItems(output, view)[0];
  return item && made(item);
};

const showRequests = async (
  { presenter }: Many,
  runner: ItemRunner,
  lines: readonly Line[],
): Promise<number> => {
  for (const { argv, name } of lines) {
    const { exit, output, error } = await runner.run(argv, true);
    if (exit !== Exit.ok) throw usageError(`${name}: ${textAt(error, 'message') ?? `exit ${exit}`}`);
    const text = typeof output === 'string' ? output : writeJson(output, 2);
    await presenter.write(text.endsWith('\n') ? text : `${text}\n`);
  }
  return Exit.ok;
};

/** @throws TrivetError, for the first line that could not be run: before anything is sent */
const serversOf = async (runner: ItemRunner, lines: readonly Line[]): Promise<readonly Json[]> => {
  const servers = new Map<string, Json>();
  for (const { argv } of lines) {
    const { server } = await runner.check(argv);
    if (server !== undefined) servers.set(writeJson(server), server);
  }
  return [...servers].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, server]) => server);
};

const workOf = (
  runner: ItemRunner,
  kind: ObjectKind,
  operation: Operation,
  objects: ReadonlyMap<number, Selected>,
) => ({
  run: ({ argv }: Line) => endOf(runner, argv),
  // An update says what shall be: a second one changes nothing more.
  isHarmless: () => Promise.resolve(operation.effect === 'idempotent' || operation.partial === true),
  lookUp: async ({ number, argv }: Line, command: string | undefined): Promise<ChangeEnd> => {
    const object = objects.get(number);
    const made = object === undefined ? undefined : await wasMade(runner, kind, operation, object);
    if (made === true) return { exit: Exit.ok, more: { found: true } };
    if (made === false) return endOf(runner, argv);
    const lookUp = command ?? (await runner.lookUp(argv));
    return {
      exit: Exit.unknown,
      lookUp,
      reason: 'an earlier run sent it and did not learn what became of it',
      more: lookUp === undefined ? {} : { lookUp },
    };
  },
});

const selectedOf = async (many: Many, kind: ObjectKind): Promise<readonly Selected[]> => {
  const { given, session } = many;
  const { resume } = given.input;
  const byName = given.input[objectOf(many.command)?.place ?? ''] === '-';
  if (typeof resume === 'string') {
    const kept = await readResolved(resume);
    const now = byName ? keptOf(await selectedFromInput(session, kind), ['-']) : undefined;
    const objects = selectedFrom(resume, kept, byName ? ['-'] : byOf(many));
    if (now !== undefined && writeJson(now) !== writeJson(kept)) {
      throw usageError(`standard input holds other objects than the journal ${resume}`);
    }
    return objects;
  }
  return byName ? selectedFromInput(session, kind) : selectedBy(session, kind, given.where, many.given.input);
};

/** How the objects are selected, for the journal. */
const byOf = ({ command, given }: Many): readonly string[] => {
  if (given.input[objectOf(command)?.place ?? ''] === '-') return ['-'];
  return given.input['all'] === true ? ['--all'] : given.where;
};

/** Runs the command for every object that its words select. */
export const runSelection = async (many: Many): Promise<number> => {
  const { command, given, session, presenter } = many;
  const object = objectOf(command);
  const kind = object === undefined ? undefined : await kindNamed(object.kind);
  if (object === undefined || kind === undefined)
    throw usageError(`trivet ${command.path} is about one object`);
  refuseUnfit(many);
  const renames = [...many.typed.flags.keys()].find(
    ({ name, scope }) => scope === 'command' && name === kind.name.field,
  );
  if (renames !== undefined) throw usageError(`--${renames.name} would give many objects one name`);
  const noun = kindNouns[kind.kind];
  // Every mistake in the words is said before anything is read.
  const sample = { ...given.input, [object.place]: placeholderOf(kind) };
  const chosen = await checkCommand({
    command,
    given: { ...given, input: sample, where: [] },
    session,
    presenter,
    tail: [],
  });
  if (chosen === undefined) throw usageError(`trivet ${command.path} is about one object`);
  const { operation } = chosen;
  const { resume } = given.input;
  const all = await selectedOf(many, kind);
  const resumed = typeof resume === 'string' ? resume : undefined;
  if (resumed === undefined) expected(given, all.length, noun);
  const objects = resumed === undefined ? all.slice(0, numberIn(given, 'limit')) : all;
  const left = all.length - objects.length;
  if (objects.length === 0) {
    session.reporter.note(`no ${noun} matches: nothing to change`);
    return Exit.ok;
  }
  const lines = objects.map((one, place): Line => ({
    number: place + 1,
    name: one.name,
    argv: lineFor(many, one),
  }));
  const runner = await many.runner();
  try {
    const servers = await serversOf(runner, lines);
    const { dryRun, curl, yes } = given.globals;
    if (dryRun || curl) {
      if (!saysJson(given.globals.output)) await presenter.write(`${await preview(many, kind, objects)}\n`);
      return await showRequests(many, runner, lines);
    }
    const question = questionFor(many, operation, objects.length, noun);
    const typed = question.kind === 'type' && given.confirm === undefined;
    const seen = session.world.stderr.isTTY === true && !given.globals.noInput;
    if (seen && resumed === undefined && (typed || (question.kind === 'ask' && !yes))) {
      await createSink(session.world.stderr)(await preview(many, kind, objects));
    }
    if (resumed === undefined) {
      await askConfirm(
        question,
        {},
        {
          world: session.world,
          globals: given.globals,
          typed: given.confirm,
          place: (template) => placeOfChange(session, operation, scopeIn(given.input), template),
        },
      );
    }
    const product = await session.product(kind.service);
    const rate = numberIn(given, 'rate') ?? product.rate;
    const byNumber = new Map(objects.map((one, place) => [place + 1, one] as const));
    return await runChanges(
      { session, presenter },
      {
        what: command.path,
        again: againOf(many),
        items: lines,
        work: workOf(runner, kind, operation, byNumber),
        list: fingerprint(lines.map(({ argv }) => JSON.stringify(argv))),
        servers,
        resolved: keptOf(objects, byOf(many)),
      },
      { parallel: numberIn(given, 'parallel') ?? 4, rate: rate === 0 ? undefined : rate },
      resumed,
    );
  } finally {
    if (left > 0) session.reporter.note(`${left} more match: --limit left them out`);
    await runner.close();
  }
};

/** The words of the command without what selects its objects. */
const againOf = ({ command, typed }: Many): readonly string[] => [
  ...command.path.split(' '),
  ...(command.positional ?? []).flatMap(({ name }) =>
    name === objectOf(command)?.place ? [] : (typed.positionals.get(name) ?? []),
  ),
  ...[...typed.flags].flatMap(([{ key, name, parameter }, words]) => {
    if (ownKeys.has(key) && key !== 'parallel' && key !== 'rate') return [];
    return words.map((word) =>
      parameter.type === 'boolean' && word === 'true' ? `--${name}` : `--${name}=${word}`,
    );
  }),
];

/** What says where the objects are. */
const scopeIn = ({ mount, namespace }: InputRecord): InputRecord => ({ mount, namespace });
