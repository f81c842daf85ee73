/** The wanted state of files, with server and scope; jobs are parsed. */
import type { Declared } from '../objects/declared.ts';
import type { ObjectName, ObjectState } from '../objects/desired.ts';
import { assignedIn, keyOfObject, scopeKeys, spokenObject, withOtherIds } from '../objects/desired.ts';
import type { TrivetError } from '../../../../system/error.ts';
import { usageError } from '../../../../system/error.ts';
import type { Json } from '../../../../documents/json/json.ts';
import { closest } from '../../../../catalogue/text/suggest.ts';
import type { FileEnvironment, EnvironmentInput } from '../environment/declared-environments.ts';
import type { ServiceName } from '../../../../catalogue/product.ts';
import { samePart } from '../../../../catalogue/target.ts';
import type { ObjectKind } from '../../../../catalogue/kind.ts';
import type { Place } from '../../../../documents/located.ts';
import { mapBounded } from '../../../../run/lists/bounded.ts';
import type { Session } from '../../../../run/session/session.ts';
import { spokenFile } from '../../../../system/read-file.ts';
import { jobText } from '../../../../services/jobs/job-text.ts';
import { faulty } from './files.ts';
import type { FileObject } from './files.ts';
import type { JobSource, VariableFlags } from './job-source.ts';
import { parsedJob } from './job-source.ts';
import { nameIn } from '../../../job/workflows/file/hcl-text.ts';
import { flagValues } from '../../../job/workflows/file/flag-values.ts';
import { valueFrom } from './value-from.ts';
import type { ScopeInput } from '../objects/named.ts';
import { listObjects } from '../objects/live.ts';
import { objectNamed, placedAs, refuseFlagsOfOne, scopeOfFile } from '../objects/named.ts';

export interface Wanted {
  readonly session: Session;
  readonly object: ObjectName;
  readonly state: ObjectState;
  readonly where: string;
  readonly whereOf: (key: string) => string;
  /** Set for a complete job, whose omitted settings have defaults. */
  readonly submission: Json | undefined;
  /** Set if the server could not parse the job, so that the state is unknown. */
  readonly failure?: TrivetError | undefined;
  /** Whether it is to be deleted; a text says why it is not. */
  readonly absent?: true | string | undefined;
  readonly renamedFrom?: string | undefined;
  /** Settings that no file names any more, without a value to go back to. */
  readonly lost?: readonly string[] | undefined;
  readonly isNew?: boolean | undefined;
  readonly secrets?: ReadonlyMap<string, SecretReader> | undefined;
  /** Whether secrets are written even if nothing else differs. */
  readonly writesSecrets?: boolean | undefined;
  readonly hidden?: readonly string[] | undefined;
}

/** @throws TrivetError usage */
type SecretReader = () => Promise<string>;

export type FileInput = ScopeInput &
  VariableFlags &
  EnvironmentInput &
  Readonly<{
    exclude?: readonly string[] | undefined;
    /** A scope such as `organization=globex`, whatever the files say. */
    as?: readonly string[] | undefined;
    'allow-env'?: readonly string[] | undefined;
    since?: string | undefined;
    'write-secrets'?: readonly string[] | undefined;
  }>;

/** Requests in flight at once. */
const width = 8;

const jobKind = (kinds: readonly ObjectKind[]): ObjectKind => {
  const found = kinds.find(({ write }) => write?.documentParameter !== undefined);
  if (found === undefined) throw new Error('no kind is written whole');
  return found;
};

const at = (file: string, { line, column, file: own }: Place): string =>
  `${own === undefined ? file : spokenFile(own)}:${line}:${column}`;

const contradiction = (service: ServiceName, declared: ScopeInput, input: FileInput): string | undefined => {
  const elsewhere = placedAs(input.as);
  return scopeKeys.flatMap((key) => {
    const [one, other] = [elsewhere[key] ?? declared[key], input[key]];
    if (one === undefined || other === undefined || samePart(service, key, one, other)) return [];
    return [
      elsewhere[key] === undefined
        ? `--${key} ${other} contradicts ${key} "${one}" of the file; to place it there on purpose: --as ${key}=${other}`
        : `--${key} ${other} contradicts --as ${key}=${one}`,
    ];
  })[0];
};

const wantedJob = async (
  session: Session,
  kind: ObjectKind,
  { file, place, declared, job: source }: FileObject & { readonly job: JobSource },
  input: FileInput & { readonly hidden: readonly string[] },
  used: Set<string>,
  faults: string[],
): Promise<Wanted | undefined> => {
  const parsed = await parsedJob(session, source, input, new Set(input['allow-env']), used);
  if ('faults' in parsed) {
    faults.push(...parsed.faults);
    return undefined;
  }
  const where = declared === undefined ? file : at(file, place);
  const failure = 'failure' in parsed ? parsed.failure : undefined;
  const { job, submission } = 'failure' in parsed ? { job: {}, submission: undefined } : parsed;
  const id = failure === undefined ? jobText(job, 'ID') : (declared?.name ?? nameIn(source.text));
  if (id === undefined) {
    if (failure !== undefined) throw failure;
    faults.push(`${where}: the job has no ID`);
    return undefined;
  }
  if (declared?.name !== undefined && declared.name !== id) {
    faults.push(`${where}: the file defines job "${id}", not "${declared.name}"`);
    return undefined;
  }
  const own = jobText(job, 'Namespace');
  const said = declared?.scope.namespace;
  if (said !== undefined && own !== undefined && !samePart(kind.service, 'namespace', said, own))
    faults.push(`${where}: namespace "${said}" contradicts "${own}" of the job`);
  const scope = { namespace: said ?? own };
  const wrong = contradiction(kind.service, scope, input);
  if (wrong !== undefined) faults.push(`${where}: ${wrong}`);
  const object = await objectNamed(session, kind, id, scopeOfFile(kind, scope, input));
  const { namespace: elsewhere } = placedAs(input.as);
  const settings = elsewhere === undefined ? job : { ...job, Namespace: elsewhere };
  const state = { settings, parts: {} };
  const hidden = [...source.hidden, ...input.hidden];
  return { session, object, state, where, whereOf: () => where, submission, failure, hidden };
};

const idOf = (
  key: string,
  value: Json,
  names: FileEnvironment['names'],
  say: (key: string, text: string) => void,
): Json => {
  const known = names.get(key);
  if (known === undefined || typeof value !== 'string') return value;
  const id = known.get(value);
  if (id !== undefined) return id;
  const [near] = closest(value, known.keys(), 1);
  const meant = near === undefined ? '' : `. Did you mean "${near}"?`;
  if (!/^[a-z]+-[A-Za-z0-9]{10,}$/.test(value))
    say(key, `${key}: the environment has no name "${value}"${meant}`);
  return value;
};

const wantedSettings = async (
  session: Session,
  { file, place, secrets }: FileObject,
  declared: Declared,
  input: FileInput,
  names: FileEnvironment['names'] | undefined,
  faults: string[],
): Promise<Wanted> => {
  const where = at(file, place);
  const { kind, name = '', scope, settings, parts, places } = declared;
  /** Finds an object without a name by this setting. */
  const identified = async (object: ObjectName): Promise<{ object: ObjectName; isNew: boolean }> => {
    const { assigned } = kind.name;
    if (assigned === undefined || declared.name !== undefined) return { object, isNew: false };
    const wanted = assignedIn(kind, settings) ?? '';
    const all = await listObjects(session, kind, object.scope);
    const names = all.flatMap(({ item, name: found }) => (item[assigned] === wanted ? [found] : []));
    if (names.length > 1)
      faults.push(
        `${where}: ${names.length} objects have this ${assigned}; name the one that is meant: ${names.join(', ')}`,
      );
    const [found] = names;
    return { object: { ...object, name: found ?? wanted }, isNew: found === undefined };
  };
  const wrong = contradiction(kind.service, scope, input);
  if (wrong !== undefined) faults.push(`${where}: ${wrong}`);
  const named = await objectNamed(session, kind, name, scopeOfFile(kind, scope, input));
  const { object, isNew } = await identified(named);
  const whereOf = (key: string): string => at(file, places.get(key) ?? place);
  const { io } = session;
  const allowed = new Set(input['allow-env']);
  const readers = new Map(
    [...secrets].map(([key, source]): [string, SecretReader] => [
      key,
      async () => {
        const read = await valueFrom(source, { io, allowed });
        if ('fault' in read) throw usageError(`${whereOf(key)}: ${read.fault}`);
        session.reporter.hide([{ name: key, value: read.value }]);
        return read.value;
      },
    ]),
  );
  const say = (key: string, text: string): void => void faults.push(`${whereOf(key)}: ${text}`);
  const state = withOtherIds(kind, { settings, parts }, (key, value) =>
    idOf(key, value, names ?? new Map(), say),
  );
  return { session, object, state, where, whereOf, submission: undefined, secrets: readers, isNew };
};

const withSecrets = (all: readonly Wanted[], words: readonly string[]): readonly Wanted[] => {
  const chosen = new Set<Wanted>();
  for (const word of words) {
    const found = all.filter(({ object }) => {
      const { kind, name, scope } = object;
      const names = kind.singleton === true ? [scope.mount, ''] : [name];
      return names.some((one) => `${kind.kind}:${one ?? ''}` === word);
    });
    if (found.length === 0) throw usageError(`--write-secrets ${word}: no file has such an object`);
    for (const one of found) {
      if ((one.secrets?.size ?? 0) === 0)
        throw usageError(`--write-secrets ${word}: ${one.where} refers to no secret`);
      chosen.add(one);
    }
  }
  return all.map((one) => (chosen.has(one) ? { ...one, writesSecrets: true } : one));
};

/**
 * @param isPast an earlier revision, for which flags were not given
 * @throws TrivetError usage, with every fault: an unparsable job file, two files for one object, a flag that
 * contradicts a file, an undeclared variable
 */
export const wantedBy = async (
  session: Session,
  kinds: readonly ObjectKind[],
  objects: readonly FileObject[],
  input: FileInput,
  environment?: FileEnvironment,
  isPast = false,
): Promise<readonly Wanted[]> => {
  const job = jobKind(kinds);
  refuseFlagsOfOne(
    session,
    objects.map(({ declared }) => (declared?.kind ?? job).service),
  );
  const faults: string[] = [];
  const used = new Set<string>();
  const { values, hidden } = await flagValues(session, input.var);
  const withValues = { ...input, ...(input.var === undefined ? {} : { var: values }), hidden };
  const all: Wanted[] = [];
  const resolve = async (one: FileObject) => {
    const own: string[] = [];
    const found =
      one.job === undefined
        ? one.declared && (await wantedSettings(session, one, one.declared, input, environment?.names, own))
        : await wantedJob(session, job, { ...one, job: one.job }, withValues, used, own);
    return { found, own };
  };
  for (const { found, own } of await mapBounded(objects, width, resolve)) {
    if (found !== undefined) all.push(found);
    faults.push(...own);
  }
  const unused = isPast ? [] : Object.keys(input.var ?? {}).filter((name) => !used.has(name));
  for (const name of unused) faults.push(`--var ${name}: no job file declares the variable`);
  const seen = new Map<string, Wanted>();
  for (const one of all) {
    const other = seen.get(keyOfObject(one.object));
    if (other !== undefined)
      faults.push(`${one.where}: ${spokenObject(one.object)} is already in ${other.where}`);
    else seen.set(keyOfObject(one.object), one);
  }
  // Two objects may name one file.
  if (faults.length > 0) throw faulty([...new Set(faults)]);
  if (isPast) return all;
  return withSecrets(all, input['write-secrets'] ?? []);
};
