/** The writes in order, with hashes of the earlier state. */
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

export interface Step {
  readonly object: string;
  readonly action: string;
  readonly fields: readonly string[];
  /** Whether it is written when the named objects exist. */
  readonly references: boolean;
  readonly server: string;
  readonly before: string;
  /** Hashes by field, so that a conflict names the changed ones. */
  readonly read: Readonly<Record<string, string>>;
  /** A hash without the fields that an interrupted write changes. */
  readonly rest: string;
  /** Hashes of fields whose write was not finished. */
  readonly open: readonly string[];
  readonly after: string;
  /** The number of the wave, from 0. */
  readonly wave?: number | undefined;
  readonly wait?: true | undefined;
}

const referring = (kind: ObjectKind): ReadonlySet<string> =>
  new Set((kind.parts ?? []).flatMap(({ part, refers }) => (refers === undefined ? [] : [part])));

/** The state as it was read, except the fields `without`. */
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

/** The index of a job stands for all of it. */
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

export const doneSince = (
  { read, action }: Pick<Step, 'read' | 'action'>,
  now: Step['read'],
): { readonly deed: 'created' | 'changed' | 'deleted'; readonly fields: readonly string[] } => {
  const [knew, knows] = [read, now].map((hashes) => Object.keys(hashes).length > 0);
  if (knew === true)
    return knows === true
      ? { deed: 'changed', fields: movedFields(read, now) }
      : { deed: 'deleted', fields: [] };
  // Plans of earlier versions hold no fields.
  return { deed: action.startsWith('create') ? 'created' : 'changed', fields: [] };
};

export const hashRest = (row: Row, { references, fields }: Pick<Step, 'references' | 'fields'>): string =>
  fingerprintOf(snapshot(row, references, new Set(fields)));

const hashOfField = ({ hidden = [] }: Row['wanted'], key: string, value: Json | undefined): string =>
  fingerprintOf([key, isUnset(value) ? null : without(value ?? null, new Set(hidden))]);

/** The fields as they were read, or between removal and addition. */
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

export const isLeftOpen = (
  { wanted, comparison }: Row,
  { open }: Pick<Step, 'open'>,
  fields: readonly string[],
): boolean =>
  (comparison?.changes ?? []).every(
    ({ key, from }) => !fields.includes(key) || open.includes(hashOfField(wanted, key, from)),
  );

/** A job file is complete. */
export const hashAfter = ({ wanted }: Pick<Row, 'wanted'>): string => {
  const { state, hidden = [] } = wanted;
  return fingerprintOf({ settings: without(state.settings, new Set(hidden)), parts: state.parts });
};

/** Short values could be guessed from a hash. */
const without = (value: Json, hidden: ReadonlySet<string>): Json => {
  if (hidden.size === 0) return value;
  if (typeof value === 'string') return [...hidden].reduce((text, one) => text.replaceAll(one, ''), value);
  if (isArray(value)) return value.map((one) => without(one, hidden));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, without(one ?? null, hidden)]));
};

/** Nothing is sent for a conflict. */
const writes: ReadonlySet<Row['action']> = new Set(['create', 'update', 'delete', 'conflict']);

export const isUnchanged = ({ action }: Step): boolean => action === 'same';

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

export const unchangedJobs = async (rows: readonly Row[]): Promise<readonly Step[]> => {
  const steps = await Promise.all(
    rows.map(async (row) => (row.action === 'same' && row.plan !== undefined ? await stepsOfRow(row) : [])),
  );
  return steps.flat();
};

/** Objects come in the order of kinds, then those that name others. */
export const stepsOf = async (
  rows: readonly Row[],
  kinds: readonly ObjectKind[],
): Promise<readonly Step[]> => {
  const steps: { readonly step: Step; readonly rank: number }[] = [];
  for (const row of rows) {
    if (!writes.has(row.action)) continue;
    const rank = kinds.indexOf(row.wanted.object.kind);
    for (const step of await stepsOfRow(row)) {
      // Deletions come last, and needed objects after their users.
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
  // Plans of earlier versions lack it, so it is not hashed.
  ...(open.length === 0 ? {} : { open: [...open] }),
  ...(Object.keys(read).length === 0 ? {} : { read: { ...read } }),
  ...(wave === undefined ? {} : { wave }),
  ...(wait === undefined ? {} : { wait }),
});
