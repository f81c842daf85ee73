/** A change of many objects: selects and shows them, asks once, and runs the command for each object. */
import type { Command } from '../../model/catalogue/command.ts';
import { Exit, usageError } from '../../model/error.ts';
import type { Json } from '../../model/json/json.ts';
import { kindNouns } from '../../model/catalogue/kind-name.ts';
import type { ObjectKind } from '../../model/catalogue/kind.ts';
import { writeJson } from '../../model/json/lossless.ts';
import type { Operation } from '../../model/catalogue/operation.ts';
import { inputText } from '../../model/catalogue/parameter.ts';
import { objectOf } from '../../model/selection/selection.ts';
import { kindNamed } from '../../groups/kinds.ts';
import { saysJson } from '../../screen/formats/formats.ts';
import { plural } from '../../screen/text/plural.ts';
import type { ItemRunner } from '../../engine/item.ts';
import { fingerprint, readResolved } from '../../runs/journal.ts';
import type { Presenter } from '../../engine/output/presenter.ts';
import { resolveNames } from '../../engine/lists/resolve-names.ts';
import { changeResults, runChanges } from '../../runs/run-changes.ts';
import type { Session } from '../../engine/session/session.ts';
import type { HeldObject } from '../../workflows/workflow.ts';
import type { Given } from '../input.ts';
import type { Typed } from '../leaf.ts';
import { askForAll, preview } from './question.ts';
import { checkExpected, numberIn, refuseUnfit } from './unfit.ts';
import { againOf, lineFor, selectionWords } from './words-of-each.ts';
import type { ObjectLine } from './work.ts';
import { requestsOf, serversOf, workOf } from './work.ts';
import { checkCommand } from '../../engine/invocation/run.ts';
import type { Selected } from './selected.ts';
import { keptOf, selectedBy, selectedFrom, selectedFromInput } from './selected.ts';

interface Many {
  readonly command: Command;
  readonly given: Given;
  readonly typed: Typed;
  readonly session: Session;
  readonly presenter: Presenter;
  /** The words after `--`. */
  readonly tail: readonly string[];
  readonly runner: () => Promise<ItemRunner>;
  /** Runs the command once with all objects, for the words after `--`. */
  readonly lend: (given: Given, objects: readonly HeldObject[]) => Promise<number>;
}

/** The kind of objects that the words select. */
interface About {
  readonly place: string;
  readonly kind: ObjectKind;
  readonly operation: Operation;
  /** The input with a placeholder for the object. */
  readonly sample: Given;
}

/** @throws TrivetError usage: every mistake in the words is reported before anything is read */
const checkWords = async (many: Many): Promise<About> => {
  const { command, given, tail } = many;
  const object = objectOf(command);
  const kind = object === undefined ? undefined : await kindNamed(object.kind);
  const alone = usageError(`trivet ${command.path} cannot change many objects`);
  if (object === undefined || kind === undefined) throw alone;
  refuseUnfit(many, kind, tail);
  const input = { ...given.input, [object.place]: kind.name.sample ?? 'name' };
  const sample: Given = { ...given, input, spoken: input, where: [], by: undefined };
  const chosen = await checkCommand({ command, given: sample, tail }, many);
  if (chosen === undefined) throw alone;
  return { place: object.place, kind, operation: chosen.operation, sample };
};

const resumedBy = ({ given: { input } }: Many): string | undefined =>
  typeof input['resume'] === 'string' ? input['resume'] : undefined;

const selectedOf = async (many: Many, { kind, place }: About): Promise<readonly Selected[]> => {
  const { given, session } = many;
  const journal = resumedBy(many);
  const byName = given.input[place] === '-';
  if (journal === undefined) {
    return byName
      ? selectedFromInput(session, kind, given.names)
      : selectedBy(session, kind, given.where, given.input);
  }
  const kept = await readResolved(journal);
  const words = selectionWords(many);
  const now = byName ? keptOf(await selectedFromInput(session, kind, given.names), words) : undefined;
  const objects = selectedFrom(journal, kept, words);
  if (now !== undefined && writeJson(now) !== writeJson(kept)) {
    throw usageError(`standard input contains other objects than the journal ${journal}`);
  }
  return objects;
};

/** Borrows every object, runs the command after `--` once, and gives all of them back. */
const lendAll = async (many: Many, about: About, objects: readonly Selected[]): Promise<number> => {
  const { operation, sample } = about;
  const held: HeldObject[] = [];
  for (const { name, address, flags } of objects) {
    const { organization, by } = flags;
    const typed = organization === undefined ? address : `${organization}/${address}`;
    const how = by === 'id' ? by : undefined;
    const input = await resolveNames(many.session, operation, { [about.place]: typed }, how);
    held.push({ id: inputText(input, about.place) ?? address, name });
  }
  return many.lend(sample, held);
};

/** Shows the objects and the request for each; under -o json one array of requests. */
const showRequests = async (
  { given, session, presenter }: Many,
  kind: ObjectKind,
  objects: readonly Selected[],
  requests: AsyncIterable<Json>,
): Promise<void> => {
  if (saysJson(given.globals.output)) {
    const all: Json[] = [];
    for await (const request of requests) all.push(request);
    await presenter.write(`${writeJson(all, 2)}\n`);
    return;
  }
  await presenter.write(`${await preview({ session, presenter }, kind, objects)}\n`);
  for await (const request of requests) {
    const text = typeof request === 'string' ? request : writeJson(request, 2);
    await presenter.write(text.endsWith('\n') ? text : `${text}\n`);
  }
};

const carryOut = async (
  many: Many,
  { kind, operation }: About,
  objects: readonly Selected[],
): Promise<number> => {
  const { command, given, session, presenter } = many;
  const resumed = resumedBy(many);
  const lines = objects.map((object, index): ObjectLine => ({
    number: index + 1,
    name: object.name,
    namespace: object.flags['namespace'],
    argv: lineFor(many, object),
    object,
  }));
  const runner = await many.runner();
  try {
    const servers = await serversOf(runner, lines);
    if (given.globals.dryRun || given.globals.curl) {
      await showRequests(many, kind, objects, requestsOf(runner, lines));
      return Exit.ok;
    }
    if (resumed === undefined) await askForAll(many, kind, operation, objects);
    const rate = numberIn(given, 'rate') ?? (await session.product(kind.service)).rate;
    return await runChanges(
      { session, presenter },
      {
        what: command.path,
        again: againOf(many),
        items: lines,
        work: workOf(runner, kind, operation),
        list: fingerprint(lines.map(({ argv }) => JSON.stringify(argv))),
        servers,
        resolved: keptOf(objects, selectionWords(many)),
      },
      { parallel: numberIn(given, 'parallel') ?? 4, rate: rate === 0 ? undefined : rate },
      resumed,
    );
  } finally {
    await runner.close();
  }
};

/** Runs the command for every object that its words select. */
export const runSelection = async (many: Many): Promise<number> => {
  const { given, session, presenter, tail } = many;
  const about = await checkWords(many);
  const noun = kindNouns[about.kind.kind];
  const all = await selectedOf(many, about);
  const resumed = resumedBy(many) !== undefined;
  const limit = numberIn(given, 'limit');
  if (!resumed) checkExpected(given, all.length, noun);
  else if (limit !== undefined && limit < all.length) {
    throw usageError(
      `--limit ${limit} cannot be given with --resume: the journal contains ${plural(all.length, noun)}`,
      'Leave --limit out: a resumed run finishes the objects of its journal.',
    );
  }
  const objects = resumed ? all : all.slice(0, limit);
  if (objects.length === 0) {
    const byName = given.input[about.place] === '-';
    const none = byName ? `standard input names no ${noun}` : `no ${noun} matches`;
    session.reporter.note(`${none}: nothing to change`);
    if (tail.length === 0) await (await changeResults(presenter, many.command.path, false)).end();
    return Exit.ok;
  }
  const left = all.length - objects.length;
  if (left > 0) session.reporter.note(`--limit leaves out ${plural(left, `more ${noun}`)}`);
  if (tail.length === 0 || given.globals.dryRun || given.globals.curl) {
    return carryOut(many, about, objects);
  }
  await askForAll(many, about.kind, about.operation, objects);
  return lendAll(many, about, objects);
};
