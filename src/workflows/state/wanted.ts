/** The wanted objects of the files, with their server and scope; jobs are parsed. */
import type { Declared, SourceFile } from '../../model/declared.ts';
import type { ObjectName, ObjectState } from '../../model/desired.ts';
import { identityOf, spokenObject } from '../../model/desired.ts';
import { usageError } from '../../model/error.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import { isObject } from '../../model/json.ts';
import type { ObjectKind } from '../../model/kind.ts';
import type { Place } from '../../model/located.ts';
import { inOrder } from '../../runtime/in-order.ts';
import { readText } from '../../runtime/read-file.ts';
import type { Session } from '../../runtime/session.ts';
import { readJobFile } from '../job/file.ts';
import { jobText } from '../job/place.ts';
import { declares } from '../job/variables.ts';
import { faulty } from './files.ts';
import type { FileObject } from './files.ts';
import type { ScopeInput } from './named.ts';
import { objectNamed, refuseFlagsOfOne } from './named.ts';

/** An object in its wanted state, from a file or another server. */
export interface Wanted {
  readonly session: Session;
  readonly object: ObjectName;
  readonly state: ObjectState;
  /** `infra/web.yaml:3:1`, or the operand. */
  readonly where: string;
  /** The position of a part or a setting, for messages. */
  readonly whereOf: (key: string) => string;
  /** The file of a complete job: settings that it leaves out have their defaults. */
  readonly submission: Json | undefined;
}

export type FileInput = ScopeInput &
  Readonly<{
    var?: Readonly<Record<string, string>> | undefined;
    'var-file'?: readonly string[] | undefined;
    exclude?: readonly string[] | undefined;
  }>;

/** Requests in flight at once. */
const width = 8;

const jobKind = (kinds: readonly ObjectKind[]): ObjectKind => {
  const found = kinds.find(({ write }) => write?.whole !== undefined);
  if (found === undefined) throw new Error('no kind is written whole');
  return found;
};

const at = (file: string, { line, column }: Place): string => `${file}:${line}:${column}`;

/** The flags and files of variables that this job file declares; the others belong to other files. */
const variablesFor = (text: string, source: SourceFile, input: FileInput, used: Set<string>) => {
  const flags = Object.entries(input.var ?? {}).filter(([name]) => declares(text, name));
  for (const [name] of flags) used.add(name);
  const given = { ...source.variables, ...Object.fromEntries(flags) };
  const files = [...source.variableFiles, ...(input['var-file'] ?? [])];
  return {
    ...(Object.keys(given).length === 0 ? {} : { var: given }),
    ...(files.length === 0 ? {} : { 'var-file': files }),
  };
};

interface Parsed {
  readonly job: JsonObject;
  readonly submission: Json;
}

const parsedJob = async (
  session: Session,
  source: SourceFile,
  input: FileInput,
  used: Set<string>,
): Promise<Parsed> => {
  const text = await readText(source.file, session.world);
  const json = text.trimStart().startsWith('{');
  const variables = json ? {} : variablesFor(text, source, input, used);
  const { job, submission } = await readJobFile(session, source.file, variables, text);
  return { job: isObject(job) ? job : {}, submission };
};

/** Refuses a scope that a flag and a file name differently. */
const contradiction = (declared: ScopeInput, flags: ScopeInput): string | undefined =>
  (['organization', 'namespace', 'mount'] as const).flatMap((key) => {
    const [one, other] = [declared[key], flags[key]];
    return one === undefined || other === undefined || one === other
      ? []
      : [`--${key} ${other} contradicts ${key} ${one} of the file`];
  })[0];

const wantedJob = async (
  session: Session,
  kind: ObjectKind,
  { file, place, declared, job: source }: FileObject & { readonly job: SourceFile },
  input: FileInput,
  used: Set<string>,
  faults: string[],
): Promise<Wanted | undefined> => {
  const { job, submission } = await parsedJob(session, source, input, used);
  const where = declared === undefined ? source.file : at(file, place);
  const id = jobText(job, 'ID');
  if (id === undefined) {
    faults.push(`${where}: the job has no ID`);
    return undefined;
  }
  if (declared?.name !== undefined && declared.name !== id) {
    faults.push(`${where}: the file defines job "${id}", not "${declared.name}"`);
    return undefined;
  }
  const namespace = declared?.scope.namespace ?? jobText(job, 'Namespace');
  const wrong = contradiction({ namespace }, input);
  if (wrong !== undefined) faults.push(`${where}: ${wrong}`);
  const object = await objectNamed(session, kind, id, { namespace: namespace ?? input.namespace });
  return { session, object, state: { settings: job, parts: {} }, where, whereOf: () => where, submission };
};

const wantedSettings = async (
  session: Session,
  { file, place }: FileObject,
  declared: Declared,
  input: FileInput,
  faults: string[],
): Promise<Wanted> => {
  const where = at(file, place);
  const { kind, name = '', scope, settings, parts, places } = declared;
  const wrong = contradiction(scope, input);
  if (wrong !== undefined) faults.push(`${where}: ${wrong}`);
  const flags = Object.fromEntries(kind.scope.map((key) => [key, scope[key] ?? input[key]]));
  const object = await objectNamed(session, kind, name, flags);
  const whereOf = (key: string): string => at(file, places.get(key) ?? place);
  return { session, object, state: { settings, parts }, where, whereOf, submission: undefined };
};

/**
 * Resolves names and scopes, and parses job files.
 * @throws TrivetError usage: two files for one object, a flag that contradicts a file, a variable that no file
 * declares
 */
export const wantedBy = async (
  session: Session,
  kinds: readonly ObjectKind[],
  objects: readonly FileObject[],
  input: FileInput,
): Promise<readonly Wanted[]> => {
  const job = jobKind(kinds);
  refuseFlagsOfOne(
    session,
    objects.map(({ declared }) => (declared?.kind ?? job).service),
  );
  const faults: string[] = [];
  const used = new Set<string>();
  const all: Wanted[] = [];
  const resolve = async (one: FileObject): Promise<Wanted | undefined> => {
    if (one.job !== undefined) return wantedJob(session, job, { ...one, job: one.job }, input, used, faults);
    return one.declared && wantedSettings(session, one, one.declared, input, faults);
  };
  for await (const found of inOrder(objects, width, resolve)) if (found !== undefined) all.push(found);
  const unused = Object.keys(input.var ?? {}).filter((name) => !used.has(name));
  for (const name of unused) faults.push(`--var ${name}: no job file declares the variable`);
  const seen = new Map<string, Wanted>();
  for (const one of all) {
    const other = seen.get(identityOf(one.object));
    if (other !== undefined)
      faults.push(`${one.where}: ${spokenObject(one.object)} is already in ${other.where}`);
    else seen.set(identityOf(one.object), one);
  }
  if (faults.length > 0) throw faulty(faults);
  if (all.length === 0) throw usageError('no object is named');
  return all;
};
