/** Writes objects as files that diff and apply read: sorted, with their scope, with equal bytes for equal objects. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Exit, localError, TrivetError, usageError } from '../../../model/error.ts';
import { writeJson } from '../../../model/json/lossless.ts';
import type { ObjectKind } from '../../../model/catalogue/kind.ts';
import { errorCode, outputError } from '../../../disk/system-error.ts';
import { declaredIn } from './objects/declared.ts';
import type { Declared } from './objects/declared.ts';
import type { ObjectName, ObjectState } from './objects/desired.ts';
import { identityOf, spokenObject } from './objects/desired.ts';
import { inOrder } from './results-in-order.ts';
import { makeOutputFolder } from '../../../disk/make-folder.ts';
import { serviceTraits } from '../../../model/catalogue/product.ts';
import type { ServiceName } from '../../../model/catalogue/product.ts';
import { writeSafely } from '../../../disk/safe-file.ts';
import { conditionsFor } from '../../../engine/lists/select.ts';
import type { Session } from '../../../engine/session/session.ts';
import type { Workflow } from '../../../workflows/workflow.ts';
import { documentOf, fileNameOf, yamlOf } from './files/document.ts';
import { profileInUse } from '../../../profiles/read-only.ts';
import type { JsonObject } from '../../../model/json/json.ts';
import { chooseFiles, faultyFile } from './environment/choose.ts';
import type { FileEnvironment, EnvironmentInput } from './environment/declared-environments.ts';
import { environmentsFile } from './files/tree.ts';
import type { Listed } from './objects/live.ts';
import { listObjects, readObject, withParts } from './objects/live.ts';
import type { ScopeInput } from './objects/named.ts';
import { objectNamed, refuseFlagsOfOne, scopeOfKind } from './objects/named.ts';
import { placeText } from './objects/object.ts';
import { declarableKinds, kindFor, liveOperand } from './objects/operand.ts';
import { plural } from '../../../screen/text/plural.ts';

type ExportInput = ScopeInput &
  EnvironmentInput &
  Readonly<{
    init?: boolean | undefined;
    all?: boolean | undefined;
    objects?: readonly string[] | undefined;
    where?: readonly string[] | undefined;
    dir?: string | undefined;
    parallel?: number | undefined;
  }>;

interface Exported {
  readonly object: ObjectName;
  readonly state: ObjectState;
  readonly place: string;
}

interface Wanted {
  readonly session: Session;
  readonly kind: ObjectKind;
  /** Undefined: every object of the kind. */
  readonly name: string | undefined;
}

/** Requests in flight at once. */
const width = 8;

const missing = (object: ObjectName): Error =>
  new TrivetError('not-found', Exit.notFound, `${spokenObject(object)} does not exist`);

const exported = async (session: Session, object: ObjectName, listed: Listed['live']): Promise<Exported> => {
  const live = listed ?? (await readObject(session, object));
  if (live === undefined) throw missing(object);
  const { state } = await withParts(session, object, live);
  return { object, state, place: await placeText(session, object.kind.service, object.scope) };
};

/** Children of a parent job have no files of their own. */
const isChild = ({ item }: Listed): boolean => (item['ParentID'] ?? '') !== '';

async function* parents(listed: AsyncIterable<Listed>): AsyncGenerator<Listed> {
  for await (const one of listed) if (!isChild(one)) yield one;
}

/** An object of a list that could not be read. */
interface Left {
  readonly object: ObjectName;
  readonly error: TrivetError;
}

/** Exit codes of failures that are about one object: its name, its rights, its end since it was listed. */
const ofOne: ReadonlySet<number> = new Set([Exit.refused, Exit.usage, Exit.denied, Exit.notFound]);

/** @param left gets the objects of a list that could not be read */
async function* objectsOf(
  { session, kind, name }: Wanted,
  flags: ExportInput,
  left: Left[],
): AsyncGenerator<Exported> {
  if (name !== undefined) {
    yield await exported(session, await objectNamed(session, kind, name, flags), undefined);
    return;
  }
  const scope = await scopeOfKind(session, kind, flags);
  if (kind.singleton === true) {
    yield await exported(session, await objectNamed(session, kind, '', flags), undefined);
    return;
  }
  if (kind.list === undefined) {
    throw usageError(
      `the API cannot list objects of the kind ${kind.kind}`,
      `Name the objects: trivet export ${kind.kind}:NAME`,
    );
  }
  const read = async (one: Listed): Promise<Exported | undefined> => {
    const object = { kind, name: one.name, scope };
    try {
      return await exported(session, object, one.live);
    } catch (error) {
      if (!(error instanceof TrivetError) || !ofOne.has(error.exit)) throw error;
      left.push({ object, error });
      return undefined;
    }
  };
  const listed = parents(listObjects(session, kind, scope, flags.where));
  for await (const one of inOrder(listed, width, read)) if (one !== undefined) yield one;
}

/** @throws TrivetError usage, before anything is read: conditions that do not fit the exported objects */
const checkWhere = async ({ session, kind, name }: Wanted, where: readonly string[]): Promise<void> => {
  if (where.length === 0) return;
  if (name !== undefined || kind.singleton === true) {
    throw usageError(
      `--where selects objects of a kind, and ${kind.kind}:${name ?? ''} is one object`,
      kind.singleton === true ? 'Leave out --where.' : `Export ${kind.kind}, or leave --where out.`,
    );
  }
  await conditionsFor(session, kind, where);
};

/** The objects of a kind as far as they can be read: one kind that fails does not end the others. */
async function* unlessFailing(
  wanted: Wanted,
  flags: ExportInput,
  left: Left[],
  fail: (kind: ObjectKind, error: TrivetError) => void,
): AsyncGenerator<Exported> {
  try {
    yield* objectsOf(wanted, flags, left);
  } catch (error) {
    if (!(error instanceof TrivetError) || error.code === 'interrupted') throw error;
    // A singleton that was never set has nothing to export.
    if (error.exit !== Exit.notFound || wanted.kind.singleton !== true) fail(wanted.kind, error);
  }
}

const orderOf = ({ object }: Exported): string => identityOf(object);

/** IDs by the names that the environment has for them. */
const named = (
  { kind }: ObjectName,
  { settings, parts }: ObjectState,
  names: FileEnvironment['names'],
): ObjectState => {
  const replaced = (values: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(values).map(([key, value = null]) => {
        const known = kind.ids?.[key] === undefined ? undefined : names.get(key);
        const [name] = [...(known ?? [])].find(([, id]) => id === value) ?? [];
        return [key, name ?? value];
      }),
    );
  return { settings: replaced(settings), parts: replaced(parts) };
};

/** Writes a trivet.yaml with one environment. */
const writeEnvironments = async (
  folder: string,
  env: string | undefined,
  { globals, world }: Session,
): Promise<void> => {
  const path = join(folder, environmentsFile);
  const profile = profileInUse(globals.profile, world);
  const name = (env ?? profile ?? 'default').replaceAll(/[^\w.-]/g, '-');
  const text = [
    '# yaml-language-server: $schema=trivet.yaml.schema.json',
    'environments:',
    `  ${name}:`,
    ...(profile === undefined ? [] : [`    profile: ${JSON.stringify(profile)}`]),
    '    layers: [base]',
    '',
  ].join('\n');
  await writeSafely(path, Buffer.from(text), { mode: 0o644 });
};

const run: Workflow<ExportInput> = async (context) => {
  const { sessionOf, presenter, input } = context;
  const start = input.dir ?? '.';
  const { session, chosen } =
    input.env === undefined || input.init === true
      ? { session: context.session, chosen: undefined }
      : await chooseFiles(context, existsSync(start) ? [start] : [], input);
  if (chosen !== undefined && chosen.faults.length > 0) throw faultyFile(chosen.faults);
  if (input.init === true) {
    if (input.dir === undefined) throw usageError('--init needs a folder', 'Give one: --dir FOLDER');
    if (existsSync(join(input.dir, environmentsFile)))
      throw localError(`${join(input.dir, environmentsFile)} exists`, 'Leave out --init.');
  }
  const { output } = session.globals;
  if (output !== undefined && output !== 'yaml' && output !== 'json') {
    throw usageError(`-o ${output} cannot be used for an export`, 'Use -o yaml, the default, or -o json.');
  }
  const wanted: Wanted[] = [];
  const words = input.objects ?? [];
  if (input.all === true && (words.length > 0 || input.where !== undefined))
    throw usageError('--all exports every kind, so neither kinds nor --where can be given');
  if (input.all !== true && words.length === 0)
    throw usageError('no object is named', 'Name kinds, objects as KIND:NAME, or give --all.');
  for (const kind of input.all === true ? await declarableKinds() : []) {
    if (kind.list !== undefined || kind.singleton === true) wanted.push({ session, kind, name: undefined });
    else session.reporter.warn(`${kind.kind}: the API cannot list objects of this kind`);
  }
  for (const word of words) {
    const named = await liveOperand(word);
    wanted.push(
      named === undefined
        ? { session, kind: await kindFor(word), name: undefined }
        : { session: sessionOf(named.profile), kind: named.kind, name: named.name },
    );
  }
  refuseFlagsOfOne(
    session,
    wanted.map(({ kind }) => kind.service),
  );
  for (const one of wanted) await checkWhere(one, input.where ?? []);
  const found = new Map<string, Exported>();
  const left: Left[] = [];
  let isPartial = false;
  const fail = (kind: ObjectKind, error: TrivetError): void => {
    isPartial = true;
    session.reporter.warn(`${kind.kind}: ${error.message}`);
  };
  const busy = session.reporter.busy('Reading the objects');
  try {
    for (const one of wanted) {
      for await (const exportedOne of input.all === true
        ? unlessFailing(one, input, left, fail)
        : objectsOf(one, input, left)) {
        const state =
          chosen === undefined
            ? exportedOne.state
            : named(exportedOne.object, exportedOne.state, chosen.environment.names);
        found.set(`${exportedOne.place} ${orderOf(exportedOne)}`, { ...exportedOne, state });
      }
    }
  } finally {
    busy.end();
  }
  const [first] = left;
  if (first !== undefined && found.size === 0) throw first.error.with({ details: { effect: undefined } });
  for (const { object, error } of left)
    session.reporter.warn(`${spokenObject(object)} was left out: ${error.message}`);
  const exit = left.length === 0 && !isPartial ? Exit.ok : Exit.partial;
  if (found.size === 0 && input.where !== undefined)
    session.reporter.note('nothing matches: nothing was exported');
  const all = [...found.values()].sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
  const textOf = async ({ object, state, place }: Exported): Promise<string> =>
    output === 'json' ? `${writeJson(documentOf(object, state), 2)}\n` : yamlOf(object, state, place);
  if (input.dir === undefined) {
    if (output === 'json') {
      await presenter.write(
        `${writeJson(
          all.map(({ object, state }) => documentOf(object, state)),
          2,
        )}\n`,
      );
      return exit;
    }
    const texts: string[] = [];
    for (const one of all) texts.push(await textOf(one));
    await presenter.write(texts.join('---\n'));
    return exit;
  }
  const folder = input.init === true ? join(input.dir, 'base') : input.dir;
  await writeFolder(folder, all, textOf);
  if (input.init === true) await writeEnvironments(input.dir, input.env, session);
  session.reporter.note(`wrote ${plural(all.length, 'file')} to ${folder}`);
  return exit;
};

/** Kinds of which objects of several scopes are exported: their files have the scope in their names. */
const scopedKinds = (all: readonly Exported[]): ReadonlySet<string> => {
  const scopes = new Map<string, Set<string>>();
  for (const { object } of all) {
    const { kind, scope } = object;
    const seen = scopes.get(kind.kind) ?? new Set();
    scopes.set(kind.kind, seen.add(kind.scope.map((key) => scope[key] ?? '').join('\n')));
  }
  return new Set([...scopes].filter(([, seen]) => seen.size > 1).map(([kind]) => kind));
};

const sameObject = (object: ObjectName, declared: Declared): boolean =>
  declared.kind === object.kind &&
  (object.kind.singleton === true || declared.name === object.name) &&
  object.kind.scope.every(
    // Files of earlier versions have no scope.
    (key) => declared.scope[key] === undefined || declared.scope[key] === (object.scope[key] ?? ''),
  );

/** @throws TrivetError local, for a file that does not hold the object */
const refuseForeign = async (path: string, object: ObjectName): Promise<void> => {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    throw outputError(path, error);
  }
  const { readYaml } = await import('../../../documents/read-yaml.ts');
  const { documents } = readYaml(text);
  const kinds = await declarableKinds();
  const held = documents.map((node) => declaredIn(node, kinds, false).declared);
  const [one] = held;
  if (held.length === 1 && one !== undefined && sameObject(object, one)) return;
  throw localError(
    `${path} exists and does not hold ${spokenObject(object)}: it would be overwritten`,
    'Export to another folder, or move the file away.',
  );
};

/** Whether the YAML has a value where its service usually keeps secrets: variables of tasks, templates, payloads. */
const mayHoldSecrets = (service: ServiceName, text: string): boolean => {
  const keys = serviceTraits[service].usualSecrets ?? [];
  return (
    keys.length > 0 &&
    new RegExp(
      String.raw`^[ \-]*(?:${keys.join('|')}):(?! *(?:null|true|false|\{\}|\[\]|''|"")? *$)|^[ \-]*(?:${keys.join('|')}):\n +\S`,
      'm',
    ).test(text)
  );
};

const writeFolder = async (
  folder: string,
  all: readonly Exported[],
  textOf: (one: Exported) => Promise<string>,
): Promise<void> => {
  const scoped = scopedKinds(all);
  const names = new Map<string, Exported>();
  for (const one of all) {
    const name = fileNameOf(one.object, scoped.has(one.object.kind.kind));
    const key = name.toLowerCase();
    const other = names.get(key);
    if (other !== undefined) {
      throw localError(
        `${spokenObject(one.object)} and ${spokenObject(other.object)} would be written to one file, ${name}`,
        'Export them to separate folders.',
      );
    }
    names.set(key, one);
  }
  const files = all.map((one) => ({
    one,
    path: join(folder, fileNameOf(one.object, scoped.has(one.object.kind.kind))),
  }));
  const texts = await Promise.all(files.map(({ one }) => textOf(one)));
  const secret = files.map(({ one }, index) => mayHoldSecrets(one.object.kind.service, texts[index] ?? ''));
  makeOutputFolder(folder, secret.includes(true) ? 0o700 : 0o755);
  for (const { one, path } of files) await refuseForeign(path, one.object);
  for (const [index, { path }] of files.entries()) {
    const mode = secret[index] === true ? 0o600 : 0o644;
    await writeSafely(path, Buffer.from(texts[index] ?? ''), { mode });
  }
};

export default run;
