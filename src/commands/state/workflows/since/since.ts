/** Against an earlier revision: gone objects and fields, removals, renames, and due secrets. */
import { statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { localError, TrivetError, usageError } from '../../../../system/error.ts';
import type { ObjectKind } from '../../../../catalogue/kind.ts';
import type { Located, Place } from '../../../../documents/located.ts';
import { entryAt } from '../../../../documents/located.ts';
import type { Session } from '../../../../run/session/session.ts';
import { decodeText, spokenFile } from '../../../../system/read-file.ts';
import type { ChosenEnvironment } from '../environment/choose.ts';
import { readEnvironments } from '../environment/choose.ts';
import type { FileEnvironment } from '../environment/declared-environments.ts';
import type { FileObject, Layers, ReadOptions } from '../files/files.ts';
import { faulty, filesReader } from '../files/files.ts';
import { jobNamesIn } from '../files/job-source.ts';
import { objectOfFile } from '../files/object-of-file.ts';
import type { LayerDocument } from '../files/layers.ts';
import { documentKey, namesakeKey, storedDocument } from '../files/layers.ts';
import { diskTree, environmentsFile, isBelow, isHcl, pathFrom } from '../files/tree.ts';
import type { FileInput, Wanted } from '../files/wanted.ts';
import { placedAs, wantedBy } from '../files/wanted.ts';
import type { Declared } from '../objects/declared.ts';
import type { ObjectName } from '../objects/desired.ts';
import { assignedIn, keyOfObject, spokenObject } from '../objects/desired.ts';
import { objectNamed } from '../objects/named.ts';
import type { GitTree } from './git-tree.ts';
import { gitTree } from './git-tree.ts';
import { withResets } from './resets.ts';
import { readYaml } from '../../../../documents/read-yaml.ts';

export interface Gone {
  readonly wanted: Wanted;
  /** Where it was moved. */
  readonly now: string | undefined;
  /** An entry of `removed:`, or a document without a trivet.yaml. */
  readonly deletion: string;
}

export interface Since {
  /** With what files no longer name, and deletions. */
  readonly wanted: readonly Wanted[];
  readonly gone: readonly Gone[];
  readonly commit: string | undefined;
}

interface Present {
  readonly session: Session;
  readonly kinds: readonly ObjectKind[];
  readonly operands: readonly string[];
  readonly chosen: ChosenEnvironment | undefined;
  readonly layers: Layers;
  readonly documents: readonly LayerDocument[];
  readonly objects: readonly FileObject[];
  readonly options: ReadOptions;
  readonly input: FileInput;
}

interface Named {
  readonly file: FileObject;
  readonly object: ObjectName;
}

const placeOf = ({ file, place }: FileObject): string => spoken(place, file);

const spoken = ({ file: own, line, column }: Place, file: string): string =>
  `${own === undefined ? file : spokenFile(own)}:${line}:${column}`;

/** By its name, a former one, or what stands for it. */
const saidOf = (
  objects: ReadonlyMap<string, Named>,
  { object, state, renamedFrom }: Wanted,
): Declared | undefined => {
  const names = [object.name, renamedFrom, assignedIn(object.kind, state.settings)];
  const known = names.flatMap((name) =>
    name === undefined ? [] : (objects.get(keyOfObject({ ...object, name })) ?? []),
  );
  return known[0]?.file.declared;
};

const named = async (
  { session, kinds, input }: Present,
  files: readonly FileObject[],
): Promise<ReadonlyMap<string, Named>> => {
  const found = new Map<string, Named>();
  for (const file of files) {
    const object = await objectOfFile(session, kinds, file, input);
    if (object !== undefined) found.set(keyOfObject(object), { file, object });
  }
  return found;
};

interface Base {
  readonly files: readonly FileObject[];
  readonly environment: FileEnvironment | undefined;
  /** Missing in the revision, so unnamed. */
  readonly lacks?: string;
}

/** Or only of files that have changed. */
const readBase = async (present: Present, tree: GitTree, root: string): Promise<Base> => {
  const { chosen, options, layers, documents } = present;
  const file = join(root, environmentsFile);
  const none = (lacks: string): Base => ({ files: [], environment: undefined, lacks });
  const [operand = '.'] = present.operands;
  // A moved file has another name there.
  if (chosen === undefined && root !== operand && !tree.has(operand)) return none(`file ${operand}`);
  let environment = chosen?.environment;
  let before = layers;
  let isSame = true;
  if (chosen !== undefined && !tree.isUnchanged(file)) {
    if (!tree.has(file)) return none(environmentsFile);
    const { environments, faults } = await readEnvironments(
      present.session.program.catalogue,
      decodeText(await tree.read(file), file),
      file,
    );
    const [fault] = faults;
    if (fault !== undefined)
      throw localError(`${spoken(fault.place, file)} of the revision ${tree.commit}: ${fault.text}`);
    environment = environments.find(({ name }) => name === chosen.environment.name);
    if (environment === undefined) return none(`environment ${chosen.environment.name}`);
    before = environment.layers.map(({ path }) => [join(root, path)]);
    isSame = JSON.stringify(before) === JSON.stringify(layers);
  }
  const reader = filesReader({
    ...options,
    tree,
    unread: true,
    validate: false,
    note: () => undefined,
    faults: [],
  });
  try {
    if (isSame) {
      await reader.read(before, (path) => !tree.isUnchanged(path));
      const changed = [...reader.documents(), ...documents.filter(({ path }) => !tree.isUnchanged(path))];
      const keys = new Set(changed.map(({ node }) => documentKey(node)));
      reader.add(documents.filter(({ path, node }) => tree.isUnchanged(path) && keys.has(documentKey(node))));
    } else await reader.read(before);
    return { files: await reader.end(), environment };
  } catch (error) {
    if (!(error instanceof TrivetError) || error.code === 'interrupted') throw error;
    throw localError(`the files of the revision ${tree.commit} cannot be read: ${error.message}`);
  }
};

/** With where it is written. */
interface Removal {
  readonly object: ObjectName;
  readonly where: string;
  /** For all environments. */
  readonly isShared: boolean;
  /** By trivet.yaml. */
  readonly isListed: boolean;
}

const isAmongOperands = ({ operands }: Present, paths: readonly string[]): boolean =>
  operands.length === 0 || paths.some((path) => operands.some((one) => isBelow(path, one)));

const isChosen = (present: Present, { paths }: FileObject): boolean => isAmongOperands(present, paths);

const removalsOf = async (present: Present): Promise<readonly Removal[]> => {
  const { session, chosen, objects, kinds, input } = present;
  const elsewhere = placedAs(input.as);
  const found: Removal[] = [];
  for (const { kind, name, scope, place, isShared } of chosen?.environment.removed ?? []) {
    const flags = Object.fromEntries(
      kind.scope.map((key) => [key, elsewhere[key] ?? scope[key] ?? input[key]]),
    );
    const object = await objectNamed(session, kind, name, flags);
    const where = spoken(place, join(chosen?.root ?? '', environmentsFile));
    found.push({ object, where, isShared, isListed: true });
  }
  for (const file of objects) {
    const { declared } = file;
    if (declared === undefined || (!declared.absent && declared.renamedFrom === undefined)) continue;
    const object = await objectOfFile(session, kinds, file, input);
    if (object === undefined || !isChosen(present, file)) continue;
    const own = { where: placeOf(file), isShared: false, isListed: false };
    if (declared.absent) found.push({ object, ...own });
    else if (declared.renamedFrom !== undefined && object.kind.renames === undefined)
      found.push({ object: { ...object, name: declared.renamedFrom }, ...own });
  }
  return found;
};

const textOf = (node: Located, key: string): string | undefined => {
  const found = entryAt(node, key)?.node;
  return found?.kind === 'scalar' && found.value !== null ? String(found.value) : undefined;
};

/** Whatever the scope or environment. */
const everywhere = async (
  { session, options, chosen, documents, objects, kinds }: Present,
  root: string,
): Promise<ReadonlyMap<string, string>> => {
  const tree = diskTree(session.io);
  const found = new Map<string, string>();
  /** Whether the name in the job file is the object's. */
  const sources = new Map<string, boolean>();
  const add = (node: Located, path: string): void => {
    if (textOf(node, 'state') === 'absent') return;
    const name = textOf(node, 'name');
    const source = resolve(pathFrom(path, textOf(node, 'file') ?? '') ?? '');
    sources.set(source, name === undefined || sources.get(source) === true);
    found.set(documentKey(node), spoken(node.place, path));
  };
  const known = new Set<string>();
  for (const { path, node } of documents) {
    known.add(path);
    add(node, path);
  }
  for (const { job, file, declared } of objects) {
    if (job === undefined || declared !== undefined) continue;
    known.add(job.file);
    const { id } = jobNamesIn(job.text);
    if (id !== undefined) found.set(namesakeKey('job', id), file);
  }
  const all = await tree.files(chosen?.root ?? root, { excluded: () => false, signal: options.signal });
  const jobs: (readonly [id: string, path: string])[] = [];
  for (const { path, fault } of all) {
    if (fault !== undefined || known.has(path)) continue;
    const text = decodeText(await tree.read(path), `the file ${path}`);
    if (isHcl(path)) {
      const { id } = jobNamesIn(text);
      if (id !== undefined) jobs.push([id, path]);
      continue;
    }
    for (const node of readYaml(text, path).documents.flatMap((one) =>
      one.kind === 'list' ? one.items : [one],
    ))
      add(storedDocument(node, kinds), path);
  }
  // A job file by itself is an object only in a layer.
  const folders = chosen?.folders ?? [root];
  for (const [id, path] of jobs)
    if (sources.get(resolve(path)) ?? folders.some((folder) => isBelow(path, folder)))
      found.set(namesakeKey('job', id), path);
  return found;
};

const plainWord = (text: string): string =>
  /^[\w./-]+$/.test(text) && !/^[-.]/.test(text) ? text : JSON.stringify(text);

/** As short as its scope allows. */
const entryOf = ({ kind, name, scope }: ObjectName, { declared }: FileObject): string => {
  if (scope.organization !== undefined) {
    const word = `${kind.kind}:${scope.organization}/${name}`;
    return /^[\w:./-]+$/.test(word) ? word : JSON.stringify(word);
  }
  const said = kind.scope.filter((key) => declared?.scope[key] !== undefined);
  const word = `${kind.kind}:${name}`;
  if (said.length === 0) return /^[\w:./-]+$/.test(word) ? word : JSON.stringify(word);
  const more = said.map((key) => `, ${key}: ${plainWord(scope[key] ?? '')}`);
  return `{ kind: ${kind.kind}, name: ${plainWord(name)}${more.join('')} }`;
};

/** Without a trivet.yaml. */
const absentDocument = ({ kind, name, scope }: ObjectName, { declared }: FileObject): string => {
  const said = kind.scope.filter((key) => declared?.scope[key] !== undefined);
  const named = kind.singleton === true ? '' : `, name: ${plainWord(name)}`;
  const more = said.map((key) => `, ${key}: ${plainWord(scope[key] ?? '')}`);
  return `{ kind: ${kind.kind}${named}${more.join('')}, state: absent }`;
};

/** A file is compared with its own earlier version. */
const folderOf = (operand: string): string =>
  statSync(operand, { throwIfNoEntry: false })?.isFile() === true ? dirname(operand) : operand;

const hasSettings = ({ state, submission }: Wanted): boolean =>
  submission !== undefined || Object.values(state.settings).some((value) => value !== null);

/** Without a revision a removal waits. */
const withoutBase = (removals: readonly Removal[], session: Session): readonly Wanted[] =>
  removals.map(({ object, where }) => ({
    session,
    object,
    state: { settings: {}, parts: {} },
    where,
    whereOf: () => where,
    submission: undefined,
    absent: 'nothing shows that it is as the files said: give --since with a revision that names it',
  }));

/** `renamed-from`, which an update follows. */
const withRenames = (wanted: readonly Wanted[], objects: ReadonlyMap<string, Named>): readonly Wanted[] =>
  wanted.map((one) => {
    const from = objects.get(keyOfObject(one.object))?.file.declared?.renamedFrom;
    return from === undefined || one.object.kind.renames === undefined ? one : { ...one, renamedFrom: from };
  });

/**
 * @param wanted by the present files
 * @throws TrivetError usage, for an object both removed and named; local, for an unreadable revision
 */
export const since = async (
  present: Present,
  wanted: readonly Wanted[],
  revision: string | undefined,
): Promise<Since> => {
  const { session, kinds, operands, chosen, objects, input } = present;
  const removals = await removalsOf(present);
  const now = await named(
    present,
    objects.filter(({ declared }) => declared?.absent !== true),
  );
  const places = new Map([
    ...wanted.map((one) => [keyOfObject(one.object), one.where] as const),
    ...[...now].map(([key, { file }]) => [key, placeOf(file)] as const),
  ]);
  const both = removals.flatMap(({ object, where }) => {
    const other = places.get(keyOfObject(object));
    return other === undefined
      ? []
      : [`${where}: ${spokenObject(object)} is to be deleted, and ${other} names it`];
  });
  if (both.length > 0) throw faulty(both);
  const renamed = withRenames(wanted, now);
  /** trivet.yaml's list is for all its files. */
  const isWhole = chosen === undefined || isAmongOperands(present, [join(chosen.root, environmentsFile)]);
  if (revision === undefined) {
    // The revision shows which are meant.
    const some = removals.filter(({ isListed }) => !isListed || isWhole);
    return { wanted: [...renamed, ...withoutBase(some, session)], gone: [], commit: undefined };
  }
  const [operand = '.'] = operands;
  if (chosen === undefined && (operands.length !== 1 || operand === '-'))
    throw usageError('--since compares one folder or file, or the files of --env');
  const root = chosen?.root ?? folderOf(operand);
  const shownRevision = revisionName(revision, chosen);
  const tree = await gitTree(root, shownRevision, session.io);
  const base = await readBase(present, tree, root);
  if (base.lacks !== undefined)
    session.reporter.warn(
      `the revision of --since, ${shownRevision}, has no ${base.lacks}: nothing is deleted, and no setting that the files left out is reset`,
    );
  const before = await named(
    present,
    base.files.filter(({ declared }) => declared?.absent !== true),
  );
  const changed: Wanted[] = [];
  for (const one of renamed) {
    const earlier = saidOf(before, one);
    const version = saidOf(now, one)?.secretsVersion;
    if (earlier === undefined) {
      changed.push(one);
      continue;
    }
    const isDue = version !== undefined && version !== earlier.secretsVersion;
    const server = await session.product(one.object.kind.service);
    const reset = withResets(one, { settings: earlier.settings, parts: earlier.parts }, server);
    changed.push(isDue ? { ...reset, writesSecrets: true } : reset);
  }
  const targets = new Map(removals.map((one) => [keyOfObject(one.object), one]));
  const moved = new Set(
    renamed.flatMap(({ object, renamedFrom }) =>
      renamedFrom === undefined ? [] : [keyOfObject({ ...object, name: renamedFrom })],
    ),
  );
  // Only the server knows names that it assigned.
  const isOpen = ({ file, object }: Named, key: string): boolean =>
    targets.has(key) || isChosen(present, file) || object.kind.name.assigned !== undefined;
  const lost = [...before].flatMap(([key, one]) =>
    !now.has(key) && !moved.has(key) && isOpen(one, key) ? [one] : [],
  );
  const past = await wantedBy(
    session,
    kinds,
    lost.map(({ file }) => file),
    { ...input, 'write-secrets': [] },
    base.environment,
    true,
  );
  const pastOf = new Map(past.map((one) => [keyOfObject(one.object), one]));
  const deleted = removals.flatMap((removal): readonly Wanted[] => {
    const [plain] = withoutBase([removal], session);
    const found = pastOf.get(keyOfObject(removal.object));
    const { where, isListed } = removal;
    const file = lost.find((_, index) => past[index] === found)?.file;
    const isOurs = isWhole || (file !== undefined && isChosen(present, file));
    if (isListed && !isOurs) return [];
    const never = `the revision of --since ${base.lacks === undefined ? 'does not name it' : `has no ${base.lacks}`}`;
    if (found === undefined && removal.isShared) {
      // Never had by this environment.
      session.reporter.note(`${where}: ${spokenObject(removal.object)} is not deleted: ${never}`);
      return [];
    }
    if (found === undefined) return [{ ...plainly(plain), absent: never }];
    const absent = hasSettings(found) ? true : 'the files named only parts of it';
    return [{ ...found, where, whereOf: () => where, absent }];
  });
  const left = lost.flatMap(({ file }, index) => {
    const found = past[index];
    const isLeft = found !== undefined && isChosen(present, file) && !targets.has(keyOfObject(found.object));
    return isLeft ? [{ file, found }] : [];
  });
  const elsewhere = left.length === 0 ? new Map<string, string>() : await everywhere(present, root);
  const gone = left.map(({ file, found }): Gone => {
    const { kind, name } = found.object;
    const key = namesakeKey(kind.kind, kind.singleton === true ? '' : name);
    const deletion =
      chosen === undefined
        ? `add a document: ${absentDocument(found.object, file)}`
        : `add to trivet.yaml: removed: [${entryOf(found.object, file)}]`;
    return { wanted: found, now: elsewhere.get(key), deletion };
  });
  return { wanted: [...changed, ...deleted], gone, commit: tree.commit };
};

const plainly = (wanted: Wanted | undefined): Wanted => {
  if (wanted === undefined) throw new Error('a removal has an object');
  return wanted;
};

/** `applied`: the last successful apply of the environment. */
export const revisionName = (word: string, chosen: ChosenEnvironment | undefined): string => {
  if (word !== 'applied') return word;
  if (chosen === undefined)
    throw usageError('--since applied needs --env: each environment has a mark of its own');
  return `refs/trivet/applied/${chosen.environment.name}`;
};
