/** Compares with an earlier revision: what is gone, removals, renames, and secrets that are due. */
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { localError, TrivetError, usageError } from '../../../../system/error.ts';
import type { ObjectKind } from '../../../../catalogue/kind.ts';
import type { Place } from '../../../../documents/located.ts';
import type { Session } from '../../../../run/session/session.ts';
import { decodeText, spokenFile } from '../../../../system/read-file.ts';
import type { ChosenEnvironment } from '../environment/choose.ts';
import { readEnvironments } from '../environment/choose.ts';
import type { FileEnvironment } from '../environment/declared-environments.ts';
import type { FileObject, Layers, ReadOptions } from '../files/files.ts';
import { faulty, heldByFiles, readFiles } from '../files/files.ts';
import { jobNamesIn } from '../files/job-source.ts';
import { objectOfFile } from '../files/object-of-file.ts';
import { namesakeKey } from '../files/layers.ts';
import { environmentsFile, isBelow } from '../files/tree.ts';
import type { FileInput, Wanted } from '../files/wanted.ts';
import { wantedBy } from '../files/wanted.ts';
import type { Declared } from '../objects/declared.ts';
import type { ObjectName } from '../objects/desired.ts';
import { assignedIn, keyOfObject, spokenObject } from '../objects/desired.ts';
import { objectNamed, scopeOfFile } from '../objects/named.ts';
import type { GitTree } from './git-tree.ts';
import { gitTree } from './git-tree.ts';
import { withResets } from './resets.ts';

export interface Gone {
  readonly wanted: Wanted;
  readonly now: string | undefined;
  /** An entry of `removed:`, or a document without a trivet.yaml. */
  readonly deletion: string;
}

export interface Since {
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

/** Finds an object by its name, a former one, or what stands for it. */
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
  readonly lacks?: string;
}

const readBase = async (present: Present, tree: GitTree, root: string): Promise<Base> => {
  const { session, chosen, options, operands } = present;
  const none = (lacks: string): Base => ({ files: [], environment: undefined, lacks });
  const [operand = '.'] = operands;
  // A file that was moved has another name there.
  if (chosen === undefined && root !== operand && !tree.has(operand)) return none(`file ${operand}`);
  let { layers } = present;
  let environment: FileEnvironment | undefined;
  if (chosen !== undefined) {
    const file = join(root, environmentsFile);
    if (!tree.has(file)) return none(environmentsFile);
    const text = decodeText(await tree.read(file), file);
    const { environments, faults } = await readEnvironments(session.program.catalogue, text, file);
    const [fault] = faults;
    if (fault !== undefined)
      throw localError(`${spoken(fault.place, file)} of the revision ${tree.commit}: ${fault.text}`);
    environment = environments.find(({ name }) => name === chosen.environment.name);
    if (environment === undefined) return none(`environment ${chosen.environment.name}`);
    layers = environment.layers.map(({ path }) => [join(root, path)]);
  }
  const past = {
    ...options,
    tree,
    unread: true,
    validate: false,
    note: () => undefined,
    faults: [],
  } as const;
  try {
    return { files: await readFiles(layers, past), environment };
  } catch (error) {
    if (!(error instanceof TrivetError) || error.code === 'interrupted') throw error;
    throw localError(`the files of the revision ${tree.commit} cannot be read: ${error.message}`);
  }
};

interface Removal {
  readonly object: ObjectName;
  readonly where: string;
  readonly isShared: boolean;
  readonly isListed: boolean;
}

const isAmongOperands = ({ operands }: Present, paths: readonly string[]): boolean =>
  operands.length === 0 || paths.some((path) => operands.some((one) => isBelow(path, one)));

const isChosen = (present: Present, { paths }: FileObject): boolean => isAmongOperands(present, paths);

const removalsOf = async (present: Present): Promise<readonly Removal[]> => {
  const { session, chosen, objects, kinds, input } = present;
  const found: Removal[] = [];
  for (const { kind, name, scope, place, isShared } of chosen?.environment.removed ?? []) {
    const object = await objectNamed(session, kind, name, scopeOfFile(kind, scope, input));
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

/** The files with objects of equal names, whatever the scope or environment. */
const everywhere = async ({ options, chosen, kinds }: Present, root: string) => {
  const { io, signal } = options;
  const top = chosen?.root ?? root;
  // A job file by itself is an object only in a layer.
  const folders = chosen?.folders ?? [root];
  const found = new Map<string, string>();
  for (const file of await heldByFiles([[top]], { io, kinds, exclude: [], signal, root: top })) {
    const { declared, job, path } = file;
    if (declared?.absent === true) continue;
    const inside = job && jobNamesIn(job.text).id;
    if (declared !== undefined)
      found.set(
        namesakeKey(declared.kind.kind, declared.name ?? inside),
        declared.name === undefined && job !== undefined ? job.file : placeOf(file),
      );
    else if (folders.some((folder) => isBelow(path, folder))) found.set(namesakeKey('job', inside), path);
  }
  return found;
};

const plainWord = (text: string): string =>
  /^[\w./-]+$/.test(text) && !/^[-.]/.test(text) ? text : JSON.stringify(text);

const members = (texts: readonly string[]): string => `{ ${texts.join(', ')} }`;

/** A line of trivet.yaml, as short as its scope allows, or without one a document, that deletes the object. */
const deletionOf = (
  { kind, name, scope }: ObjectName,
  { declared }: FileObject,
  chosen: ChosenEnvironment | undefined,
): string => {
  const said = kind.scope.filter((key) => declared?.scope[key] !== undefined);
  const whole = [
    `kind: ${kind.kind}`,
    ...(kind.singleton === true ? [] : [`name: ${plainWord(name)}`]),
    ...said.map((key) => `${key}: ${plainWord(scope[key] ?? '')}`),
  ];
  if (chosen === undefined) return `add a document: ${members([...whole, 'state: absent'])}`;
  const word = `${kind.kind}:${scope.organization === undefined ? '' : `${scope.organization}/`}${name}`;
  const isShort = scope.organization !== undefined || said.length === 0;
  const short = /^[\w:./-]+$/.test(word) ? word : JSON.stringify(word);
  return `add to trivet.yaml: removed: [${isShort ? short : members(whole)}]`;
};

/** A file is compared with its own earlier version. */
const folderOf = (operand: string): string =>
  statSync(operand, { throwIfNoEntry: false })?.isFile() === true ? dirname(operand) : operand;

const hasSettings = ({ state, submission }: Wanted): boolean =>
  submission !== undefined || Object.values(state.settings).some((value) => value !== null);

const kept = ({ object, where }: Removal, session: Session, absent: string): Wanted => ({
  session,
  object,
  state: { settings: {}, parts: {} },
  where,
  whereOf: () => where,
  submission: undefined,
  absent,
});

/** Follows `renamed-from`, as an update does. */
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
  /** The list in trivet.yaml is for all its files. */
  const isWhole = chosen === undefined || isAmongOperands(present, [join(chosen.root, environmentsFile)]);
  if (revision === undefined) {
    // The revision shows which objects are meant.
    const waiting = removals
      .filter(({ isListed }) => !isListed || isWhole)
      .map((one) =>
        kept(
          one,
          session,
          'nothing shows that it is as the files said: give --since with a revision that names it',
        ),
      );
    return { wanted: [...renamed, ...waiting], gone: [], commit: undefined };
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
  const targets = new Set(removals.map(({ object }) => keyOfObject(object)));
  const moved = new Set(
    renamed.flatMap(({ object, renamedFrom }) =>
      renamedFrom === undefined ? [] : [keyOfObject({ ...object, name: renamedFrom })],
    ),
  );
  // Only the server knows names that it assigned.
  const isOpen = ({ file, object }: Named, key: string): boolean =>
    targets.has(key) || isChosen(present, file) || object.kind.name.assigned !== undefined;
  const files = [...before].flatMap(([key, one]) =>
    !now.has(key) && !moved.has(key) && isOpen(one, key) ? [one.file] : [],
  );
  const past = { ...input, 'write-secrets': [] };
  const lost = (await wantedBy(session, kinds, files, past, base.environment, true)).flatMap((was, index) => {
    const file = files[index];
    return file === undefined ? [] : [{ was, file, key: keyOfObject(was.object) }];
  });
  const deleted = removals.flatMap((removal): readonly Wanted[] => {
    const { object, where, isListed } = removal;
    const found = lost.find(({ key }) => key === keyOfObject(object));
    if (isListed && !isWhole && (found === undefined || !isChosen(present, found.file))) return [];
    if (found !== undefined) {
      const absent = hasSettings(found.was) ? true : 'the files named only parts of it';
      return [{ ...found.was, where, whereOf: () => where, absent }];
    }
    const never = `the revision of --since ${base.lacks === undefined ? 'does not name it' : `has no ${base.lacks}`}`;
    if (!removal.isShared) return [kept(removal, session, never)];
    // This environment never had it.
    session.reporter.note(`${where}: ${spokenObject(object)} is not deleted: ${never}`);
    return [];
  });
  const left = lost.filter(({ key, file }) => isChosen(present, file) && !targets.has(key));
  const elsewhere = left.length === 0 ? undefined : await everywhere(present, root);
  const gone = left.map(({ was, file }): Gone => {
    const { kind, name } = was.object;
    const key = namesakeKey(kind.kind, kind.singleton === true ? '' : name);
    return { wanted: was, now: elsewhere?.get(key), deletion: deletionOf(was.object, file, chosen) };
  });
  return { wanted: [...changed, ...deleted], gone, commit: tree.commit };
};

/** `applied` is the last successful apply of the environment. */
export const revisionName = (word: string, chosen: ChosenEnvironment | undefined): string => {
  if (word !== 'applied') return word;
  if (chosen === undefined)
    throw usageError('--since applied needs --env: each environment has a mark of its own');
  return `refs/trivet/applied/${chosen.environment.name}`;
};
