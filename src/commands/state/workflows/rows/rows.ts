/** Compares files with servers; each list and object is read once. */
import type { JsonObject } from '../../../../documents/json/json.ts';
import { textAt } from '../../../../documents/json/json.ts';
import type { Command } from '../../../../catalogue/command.ts';
import type { Choice, Comparison } from '../objects/compare.ts';
import { compare, movedIn } from '../objects/compare.ts';
import type { ObjectName, ScopeValues } from '../objects/desired.ts';
import type { ScopeInput } from '../objects/named.ts';
import { scopeOfKind } from '../objects/named.ts';
import { keyOfObject, spokenObject } from '../objects/desired.ts';
import { Exit, TrivetError } from '../../../../system/error.ts';
import { groupedBy } from '../../../../system/values/grouped.ts';
import type { ObjectKind } from '../../../../catalogue/kind.ts';
import { isRemoved } from '../../../../catalogue/kind.ts';
import { isRequired } from '../../../../catalogue/parameter.ts';
import { isUnset } from '../../../../catalogue/setting.ts';
import { lacking } from '../../../../services/products.ts';
import { mapBounded } from '../../../../run/lists/bounded.ts';
import type { Session } from '../../../../run/session/session.ts';
import { cannotPlace } from '../../../job/workflows/format/plan.ts';
import type { Product } from '../../../../services/product.ts';
import { faulty } from '../files/files.ts';
import type { JobPlan } from './job-plan.ts';
import { planJob } from './job-plan.ts';
import type { Live } from '../objects/live.ts';
import { lacksPart, listObjects, readObject, withParts } from '../objects/live.ts';
import { operationOf } from '../objects/object.ts';
import type { Wanted } from '../files/wanted.ts';

export interface Row {
  readonly wanted: Wanted;
  /** `conflict`: not deleted; the reason says why. */
  readonly action: 'same' | 'create' | 'update' | 'delete' | 'unknown' | 'conflict' | 'failed';
  readonly reason?: string | undefined;
  readonly comparison: Comparison | undefined;
  readonly live: Live | undefined;
  readonly plan: JobPlan | undefined;
  readonly error: TrivetError | undefined;
  readonly item?: number;
  readonly onMade?: () => void;
}

export interface RowChoice {
  readonly only: ReadonlySet<string> | undefined;
  readonly ignored: ReadonlyMap<string, ReadonlySet<string>>;
  readonly preserveCounts: boolean;
}

/** Requests in flight at once. */
const width = 8;

/** Objects of a scope from which on a complete list is cheaper. */
const enoughForList = 4;

type Place = Pick<ObjectName, 'scope' | 'address'>;

type Lists = Map<Session, Map<string, ReadonlyMap<string, Live>>>;

const scopeKey = (object: ObjectName): string => keyOfObject({ ...object, name: '' });

const readLists = async (wanted: readonly Wanted[]): Promise<Lists> => {
  const listed = wanted.filter(({ object }) => object.kind.list?.reportsFields === 'all');
  const lists: Lists = new Map();
  for (const [session, some] of groupedBy(listed, (one) => one.session)) {
    const known = new Map<string, ReadonlyMap<string, Live>>();
    for (const [key, group] of groupedBy(some, ({ object }) => scopeKey(object))) {
      if (group.length < enoughForList) continue;
      const { kind, scope } = group[0].object;
      const found = await listObjects(session, kind, scope);
      known.set(
        key,
        new Map(found.flatMap(({ name, live }) => (live === undefined ? [] : [[name, live] as const]))),
      );
    }
    lists.set(session, known);
  }
  return lists;
};

interface Forgotten {
  readonly ofCreation: readonly string[];
  /** Settings of an object that exists, whichever write made it so. */
  readonly ofAny: readonly string[];
}

export const forgottenBy = (product: Product, { write, parts = [] }: ObjectKind): Forgotten => {
  const ignoredBy = (command: Command | undefined): readonly string[] =>
    (command && product.ignores[operationOf(command).id]) ?? [];
  const lacked = parts.filter((part) => lacksPart(part, product) !== undefined).map(({ part }) => part);
  const ofCreation = [...ignoredBy(write?.create), ...lacked];
  return { ofCreation, ofAny: [...ofCreation, ...ignoredBy(write?.update)] };
};

export const requiredBy = async (session: Session, kind: ObjectKind): Promise<ReadonlySet<string>> => {
  const update = kind.write?.update;
  if (update === undefined) return new Set();
  const product = await session.product(kind.service);
  return new Set(
    Object.entries(operationOf(update).parameters).flatMap(([key, one]) =>
      one.in === 'body' && isRequired(one, product) ? [key] : [],
    ),
  );
};

/** Reads the wanted parts, with the settings that decide whether they exist. */
const withWantedParts = (wanted: Wanted, live: Live): Promise<Live> =>
  withParts(wanted.session, wanted.object, live, new Set(Object.keys(wanted.state.parts)));

/** Deletes only if the server has every value that the files named. */
const absentRow = async (wanted: Wanted, lists: Lists, choice: RowChoice): Promise<Row> => {
  const { session, object, absent } = wanted;
  const { kind } = object;
  const present = await reading(wanted);
  if ('error' in present) return { ...present, wanted };
  const { live } = present;
  const none = { wanted, comparison: undefined, plan: undefined, error: undefined, live };
  if (live === undefined || isRemoved(kind, live.item)) return { ...none, action: 'same' };
  if (typeof absent === 'string') return { ...none, action: 'conflict', reason: `not deleted: ${absent}` };
  const row = await rowOf({ ...wanted, absent: undefined }, lists, {
    ...choice,
    only: undefined,
    ignored: new Map(),
  });
  if (row.error !== undefined) return row;
  const conflict = { ...row, comparison: undefined, action: 'conflict' as const };
  const remove = kind.remove;
  if (remove === undefined)
    return { ...conflict, reason: 'not deleted: objects of this kind cannot be deleted' };
  if (lacking(await session.product(kind.service), operationOf(remove)) !== undefined)
    return { ...conflict, reason: 'not deleted: this server cannot delete it safely' };
  const other = [
    ...(row.comparison?.changes.map(({ key }) => key) ?? row.plan?.fields ?? []),
    ...(row.comparison?.unknown.map(({ key }) => key) ?? []),
  ];
  if (other.length > 0)
    return {
      ...conflict,
      reason: `not deleted: the server has other values than the files had: ${other.join(', ')}`,
    };
  return { ...row, comparison: undefined, action: 'delete' };
};

const reading = async ({
  session,
  object,
}: Wanted): Promise<{ readonly live: Live | undefined } | Omit<Row, 'wanted'>> => {
  try {
    return { live: await readObject(session, object) };
  } catch (error) {
    if (!(error instanceof TrivetError) || error.code === 'interrupted') throw error;
    return { action: 'failed', error, comparison: undefined, live: undefined, plan: undefined };
  }
};

const onceMore = 'it runs now, and a second time if the server has already forgotten an earlier run';

/** Servers remove such a job some hours after its end. */
const runsOnce = (job: JsonObject): boolean =>
  /^(?:sys)?batch$/.test(textAt(job, 'Type') ?? '') &&
  (job['Periodic'] ?? null) === null &&
  (job['ParameterizedJob'] ?? null) === null;

export const rowOf = async (wanted: Wanted, lists: Lists, choice: RowChoice): Promise<Row> => {
  if (wanted.absent !== undefined) return absentRow(wanted, lists, choice);
  const { session, object, state } = wanted;
  const { kind } = object;
  const ignored = choice.ignored.get(kind.kind);
  const none = { wanted, comparison: undefined, live: undefined, plan: undefined, error: undefined };
  if (wanted.failure !== undefined) return { ...none, action: 'failed', error: wanted.failure };
  try {
    if (kind.write?.documentParameter !== undefined) {
      const plan = await planJob(wanted, { ...choice, ignored });
      const action = !plan.exists ? 'create' : plan.fields.length === 0 ? 'same' : 'update';
      if (cannotPlace(plan.document))
        session.reporter.note(`${spokenObject(object)}: some of its task groups cannot be placed now`);
      const reason = action === 'create' && runsOnce(plan.job) ? onceMore : undefined;
      return { ...none, action, reason, plan };
    }
    const list = lists.get(session)?.get(scopeKey(object));
    const found =
      wanted.isNew === true
        ? undefined
        : list === undefined
          ? await readObject(session, object)
          : list.get(object.name);
    const old = found === undefined ? await renamedObject(wanted, list) : undefined;
    const present = found ?? old;
    const live = present && (await withWantedParts(wanted, present));
    const { ofCreation, ofAny } = forgottenBy(await session.product(kind.service), kind);
    const forgotten = live === undefined ? ofCreation : ofAny;
    const secrets = wanted.writesSecrets === true || live?.implied === true;
    const required = await requiredBy(session, kind);
    const how: Choice = { only: choice.only, ignored, forgotten, secrets, required };
    const compared = compare(kind, live?.state, state, how);
    const known = withLost(old === undefined ? compared : renaming(compared, wanted), wanted, live);
    const comparison = live === undefined ? withRefusedName(known, wanted) : known;
    if (live === undefined && kind.write === undefined) throw missing(object);
    return { ...none, action: comparison.action, comparison, live };
  } catch (error) {
    // A signal ends the run, without a row for each request that was cut off.
    if (!(error instanceof TrivetError) || error.code === 'interrupted') throw error;
    return { ...none, action: 'failed', error };
  }
};

const renamedObject = async (
  { session, object, renamedFrom }: Wanted,
  list: ReadonlyMap<string, Live> | undefined,
): Promise<Live | undefined> => {
  if (renamedFrom === undefined) return undefined;
  return list === undefined ? readObject(session, { ...object, name: renamedFrom }) : list.get(renamedFrom);
};

const renaming = (comparison: Comparison, { object, renamedFrom = '' }: Wanted): Comparison => ({
  ...comparison,
  action: 'update',
  changes: [
    { key: object.kind.name.field, type: 'string', from: renamedFrom, to: object.name },
    ...comparison.changes,
  ],
});

/** Adds settings that no file names any more and that have no value to go back to. */
const withLost = (comparison: Comparison, { lost = [] }: Wanted, live: Live | undefined): Comparison => {
  const open = lost.filter((key) => !isUnset(live?.state.settings[key]));
  if (open.length === 0) return comparison;
  const why = 'the files no longer name it, and there is no value to go back to';
  const unknown = [...comparison.unknown, ...open.map((key) => ({ key, why }))];
  return { ...comparison, unknown, action: comparison.action === 'same' ? 'unknown' : comparison.action };
};

/** The server assigns another name, so every apply would create one more. */
const withRefusedName = (comparison: Comparison, { object: { kind }, isNew }: Wanted): Comparison => {
  const { assigned, field } = kind.name;
  if (assigned === undefined || isNew === true) return comparison;
  const why =
    `does not exist, and the server gives a new ${kind.summary} its ${field}: without the name, the file means the ` +
    `${kind.summary} with its ${assigned}`;
  return { ...comparison, refused: [...comparison.refused, why] };
};

const missing = (object: ObjectName): TrivetError =>
  new TrivetError('not-found', Exit.notFound, `${spokenObject(object)} does not exist`);

/** An object that cannot be read becomes a row. @throws TrivetError for an unreadable list */
export const stateRows = async (wanted: readonly Wanted[], choice: RowChoice): Promise<readonly Row[]> => {
  const [first] = wanted;
  if (first === undefined) return [];
  const busy = first.session.reporter.busy('Comparing');
  let count = 0;
  try {
    const lists = await readLists(wanted);
    const rows = await mapBounded(wanted, width, async (one) => {
      const row = await rowOf(one, lists, choice);
      count += 1;
      busy.update(count, wanted.length);
      return row;
    });
    await refuseMissing(rows, lists);
    return rows;
  } finally {
    busy.end();
  }
};

const refuseMissing = async (rows: readonly Row[], lists: Lists): Promise<void> => {
  const faults: string[] = [];
  const asked = new Map<string, boolean>();
  for (const { wanted, comparison } of rows) {
    const { session, object } = wanted;
    for (const { part, refers } of object.kind.parts ?? []) {
      const change = comparison?.changes.find(({ key }) => key === part);
      if (refers === undefined || change === undefined) continue;
      for (const name of movedIn(change)?.added ?? []) {
        const target = { ...object, name };
        const key = keyOfObject(target);
        const declared = rows.some(
          (row) => row.wanted.session === session && keyOfObject(row.wanted.object) === key,
        );
        if (declared) continue;
        const listed = lists.get(session)?.get(scopeKey(object));
        const there =
          asked.get(key) ??
          (listed === undefined ? (await readObject(session, target)) !== undefined : listed.has(name));
        asked.set(key, there);
        if (!there)
          faults.push(
            `${wanted.whereOf(part)}: ${spokenObject(target)} does not exist, and no file declares it`,
          );
      }
    }
  }
  if (faults.length > 0) throw faulty(faults);
};

interface Unnamed {
  readonly session: Session;
  readonly object: ObjectName;
}

interface Unlisted {
  readonly kind: ObjectKind;
  readonly scope: ScopeValues;
  readonly error: TrivetError;
}

/** Lists the scopes that files name, else those of the profile. @param session of kinds that no file names */
export const unmanagedOf = async (
  session: Session,
  wanted: readonly Wanted[],
  kinds: readonly ObjectKind[],
  flags: ScopeInput,
): Promise<{ readonly found: readonly Unnamed[]; readonly failed: readonly Unlisted[] }> => {
  const found: Unnamed[] = [];
  const failed: Unlisted[] = [];
  for (const kind of kinds) {
    const scopes = new Map<string, { readonly session: Session; readonly place: Place }>();
    for (const { session: own, object } of wanted)
      if (object.kind === kind) scopes.set(scopeKey(object), { session: own, place: object });
    try {
      if (scopes.size === 0) {
        const scope = await scopeOfKind(session, kind, flags);
        const { baseUrl: address } = await session.endpoint(kind.service);
        scopes.set('', { session, place: { scope, address } });
      }
    } catch (error) {
      if (!(error instanceof TrivetError) || error.code === 'interrupted') throw error;
      failed.push({ kind, scope: {}, error });
    }
    for (const { session: own, place } of scopes.values()) {
      const { scope, address } = place;
      const named = new Set(
        wanted.filter((one) => one.session === own).map((one) => keyOfObject(one.object)),
      );
      try {
        for (const { name, item } of await listObjects(own, kind, scope)) {
          const object = { kind, scope, name, address };
          if ((item['ParentID'] ?? '') === '' && !named.has(keyOfObject(object)))
            found.push({ session: own, object });
        }
      } catch (error) {
        if (!(error instanceof TrivetError) || error.code === 'interrupted') throw error;
        failed.push({ kind, scope, error });
      }
    }
  }
  return { found, failed };
};
