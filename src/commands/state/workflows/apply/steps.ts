/**
 * The steps of an apply: the writes in their order, with hashes of the earlier state, without values of settings.
 */
import { fingerprintOf, movedFields } from '../../../../documents/json/fingerprint.ts';
import { stepObject } from '../objects/step-object.ts';
import type { Json } from '../../../../documents/json/json.ts';
import { isArray, isObject, own, textAt, textsAt } from '../../../../documents/json/json.ts';
import type { ObjectKind } from '../../../../catalogue/kind.ts';
import { isUnset } from '../../../../catalogue/setting.ts';
import type { Row } from '../rows/rows.ts';
import { movedIn } from '../objects/compare.ts';
import { plainText } from '../../../../output/text/value.ts';
import { actionOf, fieldsOfRow } from '../rows/show-rows.ts';

/** One write of one object. */
export interface Step {
  /** `stepObject` of the object. */
  readonly object: string;
  readonly action: string;
  /** The settings and parts that it writes. */
  readonly fields: readonly string[];
  /** It names other objects, and is written once all of them exist. */
  readonly references: boolean;
  readonly server: string;
  /** The hash of everything that was read of the object. */
  readonly before: string;
  /** The hash of each field that was read, so that a conflict can name those that changed. */
  readonly read: Readonly<Record<string, string>>;
  /** The hash of everything that was read except the fields: an interrupted write changed only those. */
  readonly rest: string;
  /** The hashes of the fields as an interrupted write can leave those that it did not finish. */
  readonly open: readonly string[];
  /** The hash of the wanted state in the file. */
  readonly after: string;
  /** The wave that it belongs to, from 0. */
  readonly wave?: number | undefined;
  /** The job of its wave is waited for. */
  readonly wait?: true | undefined;
}

const referring = (kind: ObjectKind): ReadonlySet<string> =>
  new Set((kind.parts ?? []).flatMap(({ part, refers }) => (refers === undefined ? [] : [part])));

/** Everything that was read of the object except the fields `without`. */
const snapshot = ({ wanted, live, plan }: Row, references: boolean, without: ReadonlySet<string>): Json => {
  if (plan !== undefined) return { index: plan.index, exists: plan.exists };
  const names = referring(wanted.object.kind);
  const parts = Object.keys(wanted.state.parts)
    .filter((part) => names.has(part) === references && !without.has(part))
    .map((part): readonly [string, Json] => {
      const value = live?.state.parts[part] ?? null;
      return [part, isUnset(value) ? null : value];
    });
  if (references) return Object.fromEntries(parts);
  if (live === undefined) return null;
  const settings = Object.entries(live.state.settings).filter(([key]) => !without.has(key));
  return { settings: Object.fromEntries(settings), parts: Object.fromEntries(parts) };
};

export const hashBefore = (row: Row, references: boolean): string =>
  fingerprintOf(snapshot(row, references, new Set()));

/** The hash of each field that was read; of a job the index stands for all of it. */
export const hashesRead = (row: Row, references: boolean): Readonly<Record<string, string>> => {
  const all = snapshot(row, references, new Set());
  const groups =
    row.plan !== undefined
      ? [{ JobModifyIndex: own(all, 'index') }]
      : references
        ? [all]
        : [own(all, 'settings'), own(all, 'parts')];
  const fields = groups.flatMap((group) => (isObject(group) ? Object.entries(group) : []));
  return Object.fromEntries(
    fields.map(([key, value]) => [key, hashOfField(row.wanted, key, value).slice(0, 16)]),
  );
};

/** What somebody else did to the object of a step since it was read, and to which of its fields. */
export const doneSince = (
  { read, action }: Pick<Step, 'read' | 'action'>,
  now: Step['read'],
): { readonly deed: 'created' | 'changed' | 'deleted'; readonly fields: readonly string[] } => {
  const [knew, knows] = [read, now].map((hashes) => Object.keys(hashes).length > 0);
  if (knew === true)
    return knows === true
      ? { deed: 'changed', fields: movedFields(read, now) }
      : { deed: 'deleted', fields: [] };
  // A plan of an earlier version holds no fields.
  return { deed: action.startsWith('create') ? 'created' : 'changed', fields: [] };
};

export const hashRest = (row: Row, { references, fields }: Pick<Step, 'references' | 'fields'>): string =>
  fingerprintOf(snapshot(row, references, new Set(fields)));

const hashOfField = ({ hidden = [] }: Row['wanted'], key: string, value: Json | undefined): string =>
  fingerprintOf([key, isUnset(value) ? null : without(value ?? null, new Set(hidden))]);

/** As they were read; of a list whose names are removed before others are added, also as it is between the two. */
const hashesOpen = ({ wanted, plan, comparison }: Row, fields: readonly string[]): readonly string[] => {
  if (plan !== undefined) return [];
  const inTwo = new Set(
    (wanted.object.kind.parts ?? []).flatMap(({ part, shape }) => (shape === 'names' ? [part] : [])),
  );
  return (comparison?.changes ?? [])
    .filter(({ key }) => fields.includes(key))
    .flatMap((change) => {
      const { key, from } = change;
      const removed = inTwo.has(key) ? movedIn(change)?.removed : undefined;
      const between = isArray(from) ? from.filter((one) => removed?.includes(plainText(one)) !== true) : from;
      const hashes = [from, between].map((value) => hashOfField(wanted, key, value));
      return [...new Set(hashes)];
    });
};

/** Whether those of the fields that still differ are as the step found them: nobody else has changed them since. */
export const isLeftOpen = (
  { wanted, comparison }: Row,
  { open }: Pick<Step, 'open'>,
  fields: readonly string[],
): boolean =>
  (comparison?.changes ?? []).every(
    ({ key, from }) => !fields.includes(key) || open.includes(hashOfField(wanted, key, from)),
  );

/** The wanted state of the object in the file; a job file is complete. */
export const hashAfter = ({ wanted }: Pick<Row, 'wanted'>): string => {
  const { state, hidden = [] } = wanted;
  return fingerprintOf({ settings: without(state.settings, new Set(hidden)), parts: state.parts });
};

/** The values of sources stay out of hashes, because short ones could be guessed. */
const without = (value: Json, hidden: ReadonlySet<string>): Json => {
  if (hidden.size === 0) return value;
  if (typeof value === 'string') return [...hidden].reduce((text, one) => text.replaceAll(one, ''), value);
  if (isArray(value)) return value.map((one) => without(one, hidden));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, without(one ?? null, hidden)]));
};

/** The actions of which a run has a row: a conflict sends nothing. */
const writes: ReadonlySet<Row['action']> = new Set(['create', 'update', 'delete', 'conflict']);

/** A job that matches its file: it is only waited for. */
export const isUnchanged = ({ action }: Step): boolean => action === 'same';

/** Whether a step sends something. */
export const isWrite = (step: Step): boolean => step.action !== 'conflict' && !isUnchanged(step);

const stepsOfRow = async (row: Row): Promise<readonly Step[]> => {
  const { session, object } = row.wanted;
  const { baseUrl } = await session.endpoint(object.kind.service);
  const names = referring(object.kind);
  const fields = fieldsOfRow(row);
  const step = (references: boolean, some: readonly string[]): Step => ({
    object: stepObject(object),
    action: actionOf(row),
    fields: some,
    references,
    server: `${object.kind.service} ${baseUrl}`,
    before: hashBefore(row, references),
    read: hashesRead(row, references),
    rest: hashRest(row, { references, fields: some }),
    open: hashesOpen(row, some),
    after: hashAfter(row),
  });
  const own = fields.filter((field) => !names.has(field));
  const later = fields.filter((field) => names.has(field));
  return [
    ...(own.length > 0 || row.action !== 'update' ? [step(false, own)] : []),
    ...(later.length > 0 ? [step(true, later)] : []),
  ];
};

/** The steps of jobs that match their files, for the waves in which they are waited for. */
export const unchangedJobs = async (rows: readonly Row[]): Promise<readonly Step[]> => {
  const steps = await Promise.all(
    rows.map(async (row) => (row.action === 'same' && row.plan !== undefined ? await stepsOfRow(row) : [])),
  );
  return steps.flat();
};

/**
 * Returns the steps of all rows that differ: first the objects, in the order of the kinds, then those that name
 * others.
 */
export const stepsOf = async (
  rows: readonly Row[],
  kinds: readonly ObjectKind[],
): Promise<readonly Step[]> => {
  const steps: { readonly step: Step; readonly rank: number }[] = [];
  for (const row of rows) {
    if (!writes.has(row.action)) continue;
    const rank = kinds.indexOf(row.wanted.object.kind);
    for (const step of await stepsOfRow(row)) {
      // Deletes come last, and objects that others need come after those others.
      const place =
        row.action === 'delete' || row.action === 'conflict'
          ? 3 * kinds.length - rank
          : step.references
            ? kinds.length + rank
            : rank;
      steps.push({ step, rank: place });
    }
  }
  return steps.sort((a, b) => a.rank - b.rank).map(({ step }) => step);
};

const hashesIn = (value: Json | undefined): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(isObject(value) ? value : {}).flatMap(([key, hash]) =>
      typeof hash === 'string' ? [[key, hash] as const] : [],
    ),
  );

/** A step as stored in a plan or a journal. */
export const stepIn = (value: Json): Step => ({
  object: textAt(value, 'object') ?? '',
  action: textAt(value, 'action') ?? '',
  fields: textsAt(value, 'fields'),
  references: own(value, 'references') === true,
  server: textAt(value, 'server') ?? '',
  before: textAt(value, 'before') ?? '',
  read: hashesIn(own(value, 'read')),
  rest: textAt(value, 'rest') ?? '',
  open: textsAt(value, 'open'),
  after: textAt(value, 'after') ?? '',
  ...(typeof own(value, 'wave') === 'number' ? { wave: Number(own(value, 'wave')) } : {}),
  ...(own(value, 'wait') === true ? { wait: true } : {}),
});

export const stepJson = ({ wave, wait, open, read, ...step }: Step): Json => ({
  ...step,
  // None are in the plans and journals of earlier versions, which belong to the hash of their steps.
  ...(open.length === 0 ? {} : { open: [...open] }),
  ...(Object.keys(read).length === 0 ? {} : { read: { ...read } }),
  ...(wave === undefined ? {} : { wave }),
  ...(wait === undefined ? {} : { wait }),
});
