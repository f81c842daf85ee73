import { Exit, severity, TrivetError, usageError } from '../../../system/error.ts';
import type { ObjectKind } from '../../../catalogue/kind.ts';
import type { ServiceName } from '../../../catalogue/product.ts';
import { spokenObject } from './objects/desired.ts';
import type { JsonObject } from '../../../documents/json/json.ts';
import { traitsOf } from '../../../output/formats/formats.ts';
import { plural } from '../../../output/text/plural.ts';
import { checkOutputFile } from '../../../system/safe-file.ts';
import { choosesOfDocument } from '../../../run/given-globals.ts';
import type { Session } from '../../../run/session/session.ts';
import type { OwnContext, Workflow } from '../../../run/single/workflow.ts';
import { chooseFiles } from './environment/choose.ts';
import { uncomparedFailure } from './hints.ts';
import { lacksKind, readObject, withParts } from './objects/live.ts';
import { objectNamed } from './objects/named.ts';
import { declarableKinds, kindFor, liveOperand } from './objects/operand.ts';
import { planOf, writePlan } from './apply/plan-file.ts';
import type { Row } from './rows/rows.ts';
import { goneRows } from './since/gone-rows.ts';
import type { Since } from './since/since.ts';
import type { ChoiceInput } from './wanted-of-files.ts';
import { choiceOf, selected, wantedOfFiles } from './wanted-of-files.ts';
import { plainText } from '../../../output/text/value.ts';
import { stateRows, unmanagedOf } from './rows/rows.ts';
import { markdownOf } from './rows/markdown.ts';
import { fullText, placedItem, rowItem, showItems } from './rows/show-rows.ts';
import { stepsOf, unchangedJobs } from './apply/steps.ts';
import {
  plannedIn,
  warnOfEmptyWaves,
  watchedIn,
  waveNumbers,
  waveSizes,
  withWaves,
} from './apply/wave-steps.ts';
import type { FileInput, Wanted } from './files/wanted.ts';
import { suggest } from '../../../run/suggest.ts';
import { shellWord } from '../../../catalogue/text/shell-words.ts';

type DiffInput = FileInput &
  ChoiceInput &
  Readonly<{
    files?: readonly string[] | undefined;
    full?: boolean | undefined;
    'names-only'?: boolean | undefined;
    'detailed-exitcode'?: boolean | undefined;
    unmanaged?: readonly string[] | undefined;
    where?: readonly string[] | undefined;
    'plan-out'?: string | undefined;
  }>;

/** The first operand is the wanted state, the second is live. */
const wantedOfTwo = async (
  { session, sessionOf, input }: Pick<OwnContext<DiffInput>, 'session' | 'sessionOf' | 'input'>,
  operands: readonly string[],
): Promise<readonly Wanted[]> => {
  const [first = '', second = '', ...more] = operands;
  const [from, to] = [
    await liveOperand(session.program.catalogue, first),
    await liveOperand(session.program.catalogue, second),
  ];
  if (more.length > 0 || second === '')
    throw usageError(
      'a live object can be compared with only one other object',
      'Give two operands: the wanted object, then the live one.',
    );
  if (to === undefined)
    throw usageError(
      `"${second}" must be a live object`,
      `To compare the other way: ${suggest(session, `diff ${shellWord(second)} ${shellWord(first)}`)}`,
    );
  const there = sessionOf(to.profile);
  const target = await objectNamed(there, to.kind, to.name, input);
  if (from === undefined) {
    const [one, ...others] = (await wantedOfFiles({ session, chosen: undefined }, [first], input)).wanted;
    if (one === undefined || others.length > 0) throw usageError(`${first} must contain exactly one object`);
    if (one.object.kind !== to.kind)
      throw usageError(`${first} is of kind ${one.object.kind.kind}, and ${second} is not`);
    return [{ ...one, session: there, object: target }];
  }
  if (from.kind !== to.kind) throw usageError(`${first} and ${second} are of different kinds`);
  const here = sessionOf(from.profile);
  const source = await objectNamed(here, from.kind, from.name, input);
  const live = await readObject(here, source);
  if (live === undefined)
    throw new TrivetError('not-found', Exit.notFound, `${spokenObject(source)} does not exist`);
  const { state } = await withParts(here, source, live);
  return [
    { session: there, object: target, state, where: first, whereOf: () => first, submission: undefined },
  ];
};

/** `all` stands for every kind of the files' services. */
const listedKinds = async (
  { program }: Session,
  words: readonly string[],
): Promise<'all' | readonly ObjectKind[]> => {
  if (words.includes('all')) return 'all';
  const kinds = new Set<ObjectKind>();
  for (const word of words) {
    const kind = await kindFor(program.catalogue, word);
    if (kind.list === undefined) throw usageError(`the API cannot list objects of the kind ${kind.kind}`);
    kinds.add(kind);
  }
  return [...kinds];
};

const listableKinds = async (
  session: Session,
  services: ReadonlySet<ServiceName>,
): Promise<readonly ObjectKind[]> => {
  const found: ObjectKind[] = [];
  for (const kind of await declarableKinds(session.program.catalogue))
    if (
      kind.list !== undefined &&
      services.has(kind.service) &&
      (await lacksKind(session, kind)) === undefined
    )
      found.push(kind);
  return found;
};

/** Another server may not know these IDs. */
const noteIds = (rows: readonly Row[], session: Session): void => {
  const words = rows.flatMap(({ wanted, comparison }) => {
    const { ids = {} } = wanted.object.kind;
    return (comparison?.changes ?? []).flatMap(({ key, to }) =>
      ids[key] !== undefined && typeof to === 'string' ? [`${ids[key]} ${to}`] : [],
    );
  });
  if (words.length > 0)
    session.reporter.note(`IDs that only one server knows: ${[...new Set(words)].join(', ')}`);
};

const countText = (rows: readonly Row[]): string => {
  const count = (action: Row['action']): number => rows.filter((row) => row.action === action).length;
  const [same, unknown] = [count('same'), count('unknown')];
  const open = unknown === 0 ? '' : `, ${unknown} not compared`;
  return `${plural(rows.length - same - unknown, 'difference')}${open}, ${same} unchanged`;
};

const run: Workflow<DiffInput> = async (context) => {
  const { presenter, input, sessionOf } = context;
  if (input.full === true && input['names-only'] === true)
    throw usageError('--full and --names-only cannot be given together');
  const operands = input.files ?? [];
  const { catalogue } = context.session.program;
  const live = (await Promise.all(operands.map((one) => liveOperand(catalogue, one)))).some(
    (one) => one !== undefined,
  );
  if (live && input.env !== undefined) throw usageError('--env is for files, not for a live object');
  const files = live
    ? { session: context.session, chosen: undefined }
    : await chooseFiles(context, operands, input);
  const { session, chosen } = files;
  const { output, out, reveal } = session.globals;
  const choice = await choiceOf(catalogue, input, chosen?.environment);
  const kinds = await listedKinds(session, input.unmanaged ?? []);
  const planOut = input['plan-out'];
  if (planOut !== undefined) await checkOutputFile(planOut);
  if (live && planOut !== undefined)
    throw usageError('--plan-out needs files: apply cannot copy a live object to another one');
  const found: Since = live
    ? { wanted: await wantedOfTwo({ session, sessionOf, input }, operands), gone: [], commit: undefined }
    : await wantedOfFiles(files, operands, input);
  const { commit } = found;
  const wanted = await selected(catalogue, found.wanted, input.where);
  const isMeant = new Set(
    await selected(
      catalogue,
      found.gone.map((one) => one.wanted),
      input.where,
    ),
  );
  const gone = found.gone.filter((one) => isMeant.has(one.wanted));
  const rows = await stateRows(wanted, choice);
  const services = new Set(wanted.map(({ object }) => object.kind.service));
  const { found: unmanaged, failed } = await unmanagedOf(
    session,
    wanted,
    kinds === 'all' ? await listableKinds(session, services) : kinds,
    input,
  );
  const proposed = await goneRows(gone, choice);
  const shown = rows.filter(({ action }) => action !== 'same');
  const same = rows.length - shown.length;
  const names = unmanaged.map(({ object }) => spokenObject(object));
  const extra = [
    ...unmanaged.map(({ object }): JsonObject => ({
      ...placedItem(object),
      action: 'unmanaged',
    })),
    ...failed.map(({ kind, scope, error }): JsonObject => ({
      kind: kind.kind,
      name: '',
      action: 'failed',
      mount: scope.mount ?? null,
      namespace: scope.namespace ?? null,
      reason: `could not be listed: ${error.message}`,
      hint: error.details.hint ?? null,
    })),
  ];
  const all = await declarableKinds(session.program.catalogue);
  warnOfEmptyWaves(session.reporter, wanted, chosen?.environment, all, input.where !== undefined);
  // Apply decides whether to wait for an unchanged job.
  const planned = plannedIn(
    withWaves(
      [...(await stepsOf(rows, all)), ...(await unchangedJobs(rows))],
      wanted,
      undefined,
      chosen?.environment,
      all,
      true,
    ),
  );
  const steps = watchedIn(planned, false);
  const waves = waveNumbers(steps);
  const people = traitsOf(presenter.options.format).forPeople === true && !choosesOfDocument(session.globals);
  // On a terminal the output is like apply's question; elsewhere it has rows.
  const withValues =
    output === undefined && people && presenter.options.terminal
      ? input['names-only'] !== true
      : input.full === true && (people || output === undefined);
  if (output === 'md' && !choosesOfDocument(session.globals)) {
    const servers = new Set<string>();
    for (const { session: one, object } of wanted)
      servers.add(`${object.kind.service} ${(await one.endpoint(object.kind.service)).baseUrl}`);
    const environment = chosen?.environment.name;
    const facts = {
      environment,
      servers: [...servers].sort(),
      proposed,
      unmanaged: extra,
      same,
      waves,
      full: input.full === true,
    };
    await presenter.write(await markdownOf(shown, { ...facts, sizes: waveSizes(steps) }));
  } else if (withValues && shown.length + proposed.length + extra.length > 0) {
    const text = [
      await fullText(shown, presenter.options, { full: input.full === true, waves }),
      ...proposed.map(
        (one) =>
          `${plainText(one['kind'] ?? '')} ${plainText(one['name'] ?? '')}: ${plainText(one['reason'] ?? '')}\n`,
      ),
      ...names.map((name) => `${name}: unmanaged\n`),
      ...failed.map(({ kind, error }) => `${kind.kind}: could not be listed: ${error.message}\n`),
    ];
    await presenter.read((to) => to(text.join('')));
  } else {
    const items = [...shown.map((row) => rowItem(row, { waves, reveal })), ...proposed, ...extra];
    const objects = [...[...shown, ...gone].map((one) => one.wanted), ...unmanaged].map(
      ({ object }) => object,
    );
    await showItems({ ...context, session }, items, objects, waves);
  }
  if (live) noteIds(shown, session);
  for (const { wanted: one, comparison } of rows) {
    const keys = comparison?.unread ?? [];
    if (keys.length > 0)
      session.reporter.note(`${spokenObject(one.object)}: not compared: ${keys.join(', ')}`);
  }
  const failure = uncomparedFailure(rows, session.reporter);
  if (failure !== undefined) throw failure;
  const [unlisted] = failed.toSorted((a, b) => severity(a.error.exit) - severity(b.error.exit));
  if (unlisted !== undefined)
    throw unlisted.error.with({
      message: `${unlisted.kind.kind} could not be listed: ${unlisted.error.message}`,
    });
  if (planOut !== undefined) {
    await writePlan(
      planOut,
      planOf(operands, { ...input, ...(commit === undefined ? {} : { since: commit }) }, planned),
    );
    session.reporter.note(`wrote the plan ${planOut}: ${suggest(session, `apply ${shellWord(planOut)}`)}`);
  }
  const total = shown.length + proposed.length + unmanaged.length;
  if (out === undefined && people) session.reporter.note(countText(rows));
  return input['detailed-exitcode'] === true && total > 0 ? Exit.changes : Exit.ok;
};

export default run;
