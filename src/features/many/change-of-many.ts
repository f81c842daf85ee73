import { Exit, TrivetError, usageError } from '../../system/error.ts';
import type { Json } from '../../documents/json/json.ts';
import { textAt } from '../../documents/json/json.ts';
import { writtenIn } from '../../http/request.ts';
import { serviceOf } from '../../services/index.ts';
import { nounOf } from '../../catalogue/kind-name.ts';
import type { ObjectKind } from '../../catalogue/kind.ts';
import { writeJson } from '../../documents/json/lossless.ts';
import type { Operation } from '../../catalogue/operation.ts';
import { undoOf } from '../../catalogue/operation.ts';
import type { Pair } from '../../catalogue/parameter.ts';
import { inputText } from '../../catalogue/parameter.ts';
import { objectOf } from '../../catalogue/selection/selection.ts';
import { saysJson } from '../../output/formats/formats.ts';
import { plural } from '../../output/text/plural.ts';
import { fingerprint, readContinued } from '../../run/log/journal.ts';
import { KnownObjects } from '../../run/known-objects.ts';
import { mapBounded } from '../../run/lists/bounded.ts';
import type { Presenter } from '../../run/presenter/presenter.ts';
import { refuseImpossibleNames, resolveNames } from '../../run/lists/resolve-names.ts';
import { execute } from '../../run/plan/execute.ts';
import { wasDone } from '../../run/plan/many.ts';
import { checkWordsOf, wavesOf } from '../../run/plan/waves.ts';
import { shellWord } from '../../catalogue/text/shell-words.ts';
import type { RunParts } from '../../run/session/session.ts';
import type { Session } from '../../run/session/session.ts';
import { dropsMarkOf } from '../../run/session/dropped-mark.ts';
import type { Given, Invocation } from '../../run/invocation/invocation.ts';
import { Inside } from '../../run/invocation/inside.ts';
import { workflowOf } from '../../run/invocation/invoke.ts';
import { distinct } from './distinct.ts';
import { approveAgain, askForAll, preview, previewsOf, scopeOfFlags, statesBefore } from './question.ts';
import type { ChangeEnd } from './rows.ts';
import { ChangeRows, changeResults } from './rows.ts';
import { checkExpected, numberIn, refuseUnfit } from './unfit.ts';
import type { ObjectLine } from './work.ts';
import { perObjectOf, requestsOf, checkObjects, workOf } from './work.ts';
import { checkCommand, runCommand, writtenOf } from '../../run/invocation/run.ts';
import type { Selected } from './selected.ts';
import { keptOf, selectedBy, selectedFrom, selectedFromInput } from './selected.ts';
import { againOf, changeWords, selectionWords } from '../../cli/spelled.ts';

const atOnce = 4;

interface Many extends Invocation {
  readonly session: Session;
  readonly presenter: Presenter;
  readonly parts: RunParts;
}

interface About {
  readonly place: string;
  readonly kind: ObjectKind;
  readonly operation: Operation;
  readonly sample: Given;
}

/** @throws TrivetError usage, with every mistake, before anything is read */
const checkWords = async (many: Many): Promise<About> => {
  const { command, given, tail = [] } = many;
  const object = objectOf(command);
  const kind =
    object === undefined ? undefined : await many.parts.session.program.catalogue.kind(object.kind);
  const alone = usageError(`trivet ${command.path} cannot change many objects`);
  if (object === undefined || kind === undefined) throw alone;
  refuseUnfit(many, kind);
  const input = { ...given.input, [object.place]: kind.name.sample ?? 'name' };
  const sample: Given = { ...given, input, spoken: input, where: [], by: undefined };
  const chosen = await checkCommand({ command, given: sample, tail }, many);
  if (chosen === undefined) throw alone;
  return { place: object.place, kind, operation: chosen.operation, sample };
};

const resumedBy = ({ given: { input } }: Many): string | undefined =>
  typeof input['resume'] === 'string' ? input['resume'] : undefined;

type MountOf = (session: Session, name: string) => Promise<string | undefined>;

/** Adds mounts to names that lack one, if several mounts can have them. */
const withMounts = async (
  { session, given }: Many,
  { mountOf }: ObjectKind,
  objects: readonly Selected[],
): Promise<readonly Selected[]> => {
  if (mountOf === undefined || given.input['mount'] !== undefined) return objects;
  const find = mountOf as MountOf;
  return mapBounded(objects, atOnce, async (object) => {
    const mount = object.flags['mount'] ?? (await find(session, object.address));
    return mount === undefined
      ? object
      : { ...object, flags: { ...object.flags, mount }, item: { ...object.item, mount } };
  });
};

/** @throws TrivetError usage, for a bad name: nothing is sent for the others either */
const checkNames = async (many: Many, objects: readonly Selected[]): Promise<void> => {
  const perObject = perObjectOf(many, many.session.io.env);
  for (const [index, object] of objects.entries()) {
    if (object.name === '-')
      throw usageError(
        `standard input: name ${index + 1} is -, which is not a name`,
        'Only as an argument - reads names from standard input.',
      );
    if (/^--[a-z]/i.test(object.name))
      throw usageError(
        `standard input: name ${index + 1} looks like a flag`,
        'Flags belong on the command line. An object with such a name is an argument after --.',
      );
    try {
      const { given } = perObject.change(object);
      const chosen = await checkCommand({ command: many.command, given, tail: [] }, many, true);
      if (chosen !== undefined) refuseImpossibleNames(chosen.operation, chosen.input, given.by);
    } catch (error) {
      if (!(error instanceof TrivetError) || error.exit !== Exit.usage) throw error;
      // Piped text may be a secret, so it is not repeated.
      throw usageError(
        `standard input: name ${index + 1} is not one that trivet ${many.command.path} takes`,
        error.details.hint,
      );
    }
  }
};

const selectedOf = async (many: Many, about: About): Promise<readonly Selected[]> => {
  const { kind, place } = about;
  const { given, session } = many;
  const journal = resumedBy(many);
  const byName = given.input[place] === '-';
  const read = async (): Promise<readonly Selected[]> => {
    const named = await selectedFromInput(session, kind, given.names);
    await checkNames(many, named);
    const placed = await withMounts(many, kind, named);
    return distinct(placed, { session, ...about, by: given.by, input: about.sample.input });
  };
  if (journal === undefined) {
    return byName
      ? read()
      : selectedBy(session, kind, given.where, given.input, previewsOf(many.command, kind));
  }
  const { resolved: kept } = await readContinued(journal);
  const words = selectionWords(many);
  const now = byName ? keptOf(await read(), words) : undefined;
  const objects = selectedFrom(journal, kept, words);
  if (now !== undefined && writeJson(now) !== writeJson(kept)) {
    throw usageError(`standard input contains other objects than the receipt ${journal}`);
  }
  return objects;
};

const lendAll = async (many: Many, about: About, objects: readonly Selected[]): Promise<number> => {
  const { operation, sample } = about;
  const held: Pair[] = [];
  for (const { name, address, flags } of objects) {
    const { organization, 'names-are': by } = flags;
    const typed = organization === undefined ? address : `${organization}/${address}`;
    const how = by === 'id' ? by : undefined;
    const input = await resolveNames(many.session, operation, { [about.place]: typed }, how);
    held.push({ key: inputText(input, about.place) ?? address, value: name });
  }
  const { parts, command, tail = [] } = many;
  const workflow = await workflowOf(command);
  const given = { ...sample, input: { ...sample.input, objects: held } };
  return runCommand({ parts, command, given, tail, checked: true, workflow });
};

const showRequests = async (
  { command, given, session, presenter }: Many,
  kind: ObjectKind,
  objects: readonly Selected[],
  requests: AsyncIterable<Json>,
): Promise<void> => {
  if (saysJson(given.globals.output)) {
    const all: Json[] = [];
    for await (const request of requests) all.push(request);
    await presenter.showJson(all);
    return;
  }
  await presenter.write(`${await preview({ command, session, presenter }, kind, objects)}\n`);
  for await (const request of requests) {
    const text = typeof request === 'string' ? request : writeJson(request, 2);
    await presenter.write(text.endsWith('\n') ? text : `${text}\n`);
  }
};

const inJournal = ({ address, flags }: Selected): string => JSON.stringify([address, flags]);

const isTakenBack = ({ input }: Given): boolean => input['on-failure'] === 'undo';

/** Why nothing could be taken back; undefined if it could. */
const finalBecause = async (
  { given: { input, set, body }, session }: Many,
  operation: Operation,
): Promise<string | undefined> => {
  const { undo } = operation;
  if (undo !== undefined && 'because' in undo) return undo.because;
  const reason = undo?.claim?.takenWith;
  if (reason === undefined) return undefined;
  const parameter = operation.parameters[reason];
  const sent = parameter && writtenIn(operation, writtenOf(operation, set, body))(reason, parameter);
  if ((inputText(input, reason) ?? sent ?? '') === '')
    return `without --${reason} nothing proves whose it is`;
  const title = await dropsMarkOf(session, operation);
  return title && `${title} does not report --${reason}, so nothing proves whose it is`;
};

/** @throws TrivetError usage, if nothing could be taken back */
const refuseFinal = async (many: Many, operation: Operation): Promise<void> => {
  // The objects of a receipt are changed already.
  if (!isTakenBack(many.given) || resumedBy(many) !== undefined) return;
  const why = await finalBecause(many, operation);
  if (why === undefined) return;
  throw usageError(
    `--on-failure undo: trivet ${many.command.path} cannot be taken back: ${why}`,
    'Leave --on-failure out: failures then stop the run, and what was done stays.',
  );
};

/** The organization of an object is the run's, or unknown if an ID was given. */
const organizations = async (
  { session, given }: Many,
  {
    kind: {
      scope,
      list,
      name: { idFlag = {} },
    },
    place,
  }: About,
): Promise<(object: Selected) => string | undefined> => {
  const listed = list?.command.operations[0]?.operation;
  if (listed === undefined || !scope.includes('organization')) return () => undefined;
  const { organization } = (await session.target(listed, {})).scope;
  const isListed = given.input[place] !== '-';
  return ({ name, flags }) => {
    const isPlaced = isListed || !Object.keys(idFlag).some((flag) => Object.hasOwn(flags, flag));
    if (name.includes('/')) return undefined;
    return flags['organization'] ?? (isPlaced ? organization : undefined);
  };
};

/** An earlier run found the object by a name that may belong to another one now. */
const withNameNow = (
  line: ObjectLine,
  { more }: ChangeEnd,
  { service, name: { field } }: ObjectKind,
  { view }: Operation,
): ObjectLine => {
  const [item] =
    line.name === line.object.address ? [] : serviceOf(service).readItems(more?.['output'] ?? null, view);
  const now = textAt(item, field);
  const [, place = '', before = ''] = /^(.*\/)?([^/]*)$/.exec(line.name) ?? [];
  return now === undefined || now === before ? line : { ...line, name: `${place}${now}` };
};

const carryOut = async (
  many: Many,
  about: About,
  objects: readonly Selected[],
  known: KnownObjects,
): Promise<number> => {
  const { command, given, session, presenter } = many;
  const { kind, operation } = about;
  const resumed = resumedBy(many);
  const perObject = perObjectOf(many, session.io.env);
  const organizationOf = await organizations(many, about);
  const lines = objects.map((object, index): ObjectLine => ({
    number: index + 1,
    name: object.name,
    organization: organizationOf(object),
    namespace: object.flags['namespace'],
    mount: object.flags['mount'],
    invocation: perObject.change(object),
    object,
  }));
  const inside = new Inside(many.parts);
  try {
    const { servers, refused } = await checkObjects(inside, lines);
    if (given.globals.dryRun || given.globals.curl) {
      const left: string[] = [];
      await showRequests(
        many,
        kind,
        objects,
        requestsOf(inside, lines, refused, (text) => left.push(text)),
      );
      const [first] = left;
      if (first !== undefined && left.length === lines.length) throw usageError(first);
      for (const text of left) session.reporter.fault(text);
      return left.length === 0 ? Exit.ok : Exit.partial;
    }
    if (resumed === undefined)
      await askForAll(many, kind, operation, objects, () => statesBefore(inside, lines));
    else {
      const { steps } = await readContinued(resumed);
      const left = lines.flatMap(({ number, object }) => (wasDone(steps.get(number)) ? [] : [object]));
      await approveAgain(many, kind, operation, left);
    }
    const rate = numberIn(given, 'rate') ?? (await session.product(kind.service)).rate;
    const { profile, receiptDays } = await session.endpoint(kind.service);
    const again = againOf(many);
    const spelled = again.map(shellWord).join(' ');
    const rows = new ChangeRows();
    const takesBack = isTakenBack(given);
    const { wave, check } = given.input;
    const parted = wavesOf(lines, Array.isArray(wave) ? wave.map(String) : []);
    return await execute(many.parts, {
      what: command.path,
      waves: parted.map((items) => ({
        parts: [{ items, count: items.length }],
        names: items.map(({ name }) => name),
      })),
      check: await checkWordsOf(typeof check === 'string' ? check : undefined, session),
      limits: {
        parallel: numberIn(given, 'parallel') ?? 4,
        rate: rate === 0 ? undefined : rate,
        stopAt: 'failures-in-a-row',
        maxFailures: numberIn(given, 'max-failures') ?? (takesBack ? 1 : undefined),
        retryUnknown: given.input['retry-unknown'] === true,
      },
      receipt: {
        facts: {
          again: (path) => `${spelled} --resume ${shellWord(path)}`,
          words: again,
          profile,
          receiptDays,
          file: inputText(given.input, 'receipt'),
          resumed,
        },
        head: {
          list: fingerprint([JSON.stringify(changeWords(many)), ...objects.map(inJournal)]),
          servers,
          resolved: keptOf(objects, selectionWords(many)),
        },
      },
      work: () => workOf(inside, refused),
      nameOf: ({ name }) => name,
      rows: () => changeResults({ presenter }, command.path, resumed !== undefined, known),
      result: (line, end) =>
        rows.result(resumed === undefined ? line : withNameNow(line, end, kind, operation), end),
      summary: (run) => {
        const summary = rows.summary(run);
        const isUndoable = undoOf(operation) !== undefined && summary.isUndoable;
        return { ...summary, isUndoable, takesBack };
      },
    });
  } finally {
    await inside.close();
  }
};

export const runSelection = async (invocation: Invocation, parts: RunParts): Promise<number> => {
  const { session, presenter } = parts;
  const { given, tail = [] } = invocation;
  session.receipt.name({ command: invocation.command.path, lends: tail.length > 0, strict: true });
  const many: Many = { ...invocation, parts, session, presenter };
  const about = await checkWords(many);
  await refuseFinal(many, about.operation);
  const noun = nounOf(about.kind.kind);
  const all = await selectedOf(many, about);
  const resumed = resumedBy(many) !== undefined;
  const limit = numberIn(given, 'limit');
  if (!resumed) checkExpected(given, all.length, noun);
  else if (limit !== undefined && limit < all.length) {
    throw usageError(
      `--limit ${limit} cannot be given with --resume: the receipt contains ${plural(all.length, noun)}`,
      'Leave --limit out: a resumed run finishes the objects of its receipt.',
    );
  }
  const objects = resumed ? all : all.slice(0, limit);
  const known = await KnownObjects.known(
    session,
    objects.map(({ flags }) => {
      const scope = scopeOfFlags(flags);
      const { namespace = null, mount = null } = scope;
      return { operation: about.operation, scope, item: { namespace, mount } };
    }),
  );
  if (objects.length === 0) {
    const byName = given.input[about.place] === '-';
    const nothing = byName ? `standard input names no ${noun}` : `no ${noun} matches`;
    session.reporter.note(`${nothing}: nothing to change`);
    const listed = about.kind.list?.command.operations[0]?.operation;
    const doubt =
      byName || listed === undefined
        ? undefined
        : (await session.product(about.kind.service)).emptyLists[listed.id];
    if (doubt !== undefined) session.reporter.note(doubt);
    if (tail.length === 0) await (await changeResults(parts, many.command.path, false, known)).end();
    return Exit.ok;
  }
  const left = all.length - objects.length;
  if (left > 0) session.reporter.note(`--limit leaves out ${plural(left, `more ${noun}`)}`);
  if (tail.length === 0 || given.globals.dryRun || given.globals.curl) {
    return carryOut(many, about, objects, known);
  }
  await askForAll(many, about.kind, about.operation, objects);
  return lendAll(many, about, objects);
};
