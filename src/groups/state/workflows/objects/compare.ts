/** Compares the current state of an object with the wanted one. Pure. */
import type { Change, ValueType } from '../../../../model/catalogue/change.ts';
import { isSame } from '../../../../model/catalogue/change.ts';
import type { ObjectState } from './desired.ts';
import { parentOf } from './desired.ts';
import type { Json, JsonObject } from '../../../../model/json/json.ts';
import { isArray, isObject } from '../../../../model/json/json.ts';
import type { Setting } from '../../../../model/catalogue/kind-settings.ts';
import { settingsOf } from '../../../../model/catalogue/kind-settings.ts';
import type { ObjectKind, ObjectPart } from '../../../../model/catalogue/kind.ts';
import { defaultSetting, isUnset } from '../../../../model/catalogue/setting.ts';

export interface Comparison {
  readonly action: 'create' | 'update' | 'same';
  /** Settings and parts that differ, in the order of the kind. */
  readonly changes: readonly Change[];
  /** Differences that no write can remove, as text. */
  readonly refused: readonly string[];
  /** Settings of the file that cannot be compared: secrets, and those that the server does not report. */
  readonly uncompared: readonly string[];
  /** How the write gives an account new credentials: `rotates the password`. */
  readonly rotates: string | undefined;
}

export interface Choice {
  /** Settings and parts to compare; undefined: all. */
  readonly only?: ReadonlySet<string> | undefined;
  readonly ignored?: ReadonlySet<string> | undefined;
  /** Inputs of the write that this server accepts and drops. */
  readonly forgotten?: readonly string[] | undefined;
}

/** The value that a write sets for a setting that a file clears. */
export const clearedTo = (kind: ObjectKind, { parameter, default: usual }: Setting): Json => {
  if (kind.write?.omitted !== 'reset' || kind.write.whole !== undefined) return null;
  return parameter === undefined ? (usual ?? null) : defaultSetting(parameter);
};

const typeOfPart: Readonly<Record<ObjectPart['shape'], ValueType>> = {
  names: 'strings',
  text: 'string',
  settings: 'json',
};

const addsTo = (list: string, changes: readonly Change[]): boolean => {
  const change = changes.find(({ key }) => key === list);
  if (change === undefined || !isArray(change.to)) return false;
  const before = isArray(change.from) ? change.from : [];
  return change.to.some((one: Json) => !before.includes(one));
};

/** Whether a key is compared, by itself or by its parent. */
export const counts = (key: string, { only, ignored }: Choice): boolean => {
  const group = parentOf(key) ?? key;
  const isIn = (fields: ReadonlySet<string>): boolean => fields.has(key) || fields.has(group);
  return (only === undefined || isIn(only)) && (ignored === undefined || !isIn(ignored));
};

const settingChanges = (
  kind: ObjectKind,
  now: JsonObject | undefined,
  wanted: JsonObject,
  choice: Choice,
): Pick<Comparison, 'changes' | 'refused' | 'uncompared'> => {
  const changes: Change[] = [];
  const refused: string[] = [];
  const uncompared: string[] = [];
  const before = (key: string): Json => now?.[key] ?? null;
  const after = (key: string): Json => wanted[key] ?? before(key);
  for (const setting of settingsOf(kind)) {
    const { key, type, secret, creation, fixed, parameter, input } = setting;
    const group = parentOf(key);
    const given = wanted[key];
    const cleared = group !== undefined && wanted[group] === null && wanted[key] === undefined;
    if ((given === undefined && !cleared) || !counts(key, choice)) continue;
    if (secret) {
      uncompared.push(key);
      continue;
    }
    const to = given ?? clearedTo(kind, setting);
    if (now === undefined) {
      if (given !== undefined && !isUnset(given)) changes.push({ key, type, from: null, to });
      continue;
    }
    if (creation) continue;
    const silent = now[key] === undefined && (group === undefined || now[group] !== null);
    if (silent && choice.forgotten?.includes(input ?? key) === true) {
      if (!isUnset(to)) uncompared.push(key);
      continue;
    }
    const from = before(key);
    if (isSame({ zero: parameter?.zero, type }, from, to, before, after)) continue;
    if (fixed && !isUnset(from)) refused.push(`${key} cannot be changed`);
    else if (!fixed) changes.push({ key, type, from, to });
  }
  return { changes, refused, uncompared };
};

const partChanges = (
  kind: ObjectKind,
  now: ObjectState | undefined,
  wanted: ObjectState,
  choice: Choice,
): Pick<Comparison, 'changes' | 'uncompared'> => {
  const valueOf = (key: string): Json => wanted.settings[key] ?? now?.settings[key] ?? null;
  const changes: Change[] = [];
  const uncompared: string[] = [];
  for (const { part, shape, when } of kind.parts ?? []) {
    const to = wanted.parts[part];
    if (to === undefined || !counts(part, choice)) continue;
    // A part that does not exist under this setting is neither compared nor written.
    if (when !== undefined && isUnset(valueOf(when.field)) !== isUnset(when.is)) continue;
    const type = typeOfPart[shape];
    const from = now?.parts[part] ?? null;
    if (now?.parts[part] === undefined && choice.forgotten?.includes(part) === true) {
      if (!isUnset(to)) uncompared.push(part);
    } else if (!isSame({ type }, from, to, nothing, nothing)) changes.push({ key: part, type, from, to });
  }
  return { changes, uncompared };
};

const nothing = (): Json => null;

/** @param now undefined for an object that does not exist */
export const compare = (
  kind: ObjectKind,
  now: ObjectState | undefined,
  wanted: ObjectState,
  choice: Choice = {},
): Comparison => {
  const settings = settingChanges(kind, now?.settings, wanted.settings, choice);
  const parts = partChanges(kind, now, wanted, choice);
  const changes = [...settings.changes, ...parts.changes];
  const { refused } = settings;
  const { rotates } = kind.write ?? {};
  const made =
    now === undefined && (rotates?.unless === undefined || wanted.settings[rotates.unless] !== true);
  const rotating =
    rotates !== undefined && (made || (rotates.adds !== undefined && addsTo(rotates.adds, changes)));
  return {
    action: now === undefined ? 'create' : changes.length + refused.length === 0 ? 'same' : 'update',
    changes,
    refused,
    uncompared: [...settings.uncompared, ...parts.uncompared],
    rotates: rotating ? rotates.says : undefined,
  };
};

/** Values that a list loses and gains. */
interface Moved {
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

const textsOf = (value: Json): readonly string[] => (isArray(value) ? value.map(String) : []);

/** Entries of a list that are removed and added; undefined for a change of anything else. */
export const movedIn = ({ from, to }: Change): Moved | undefined => {
  if (!isArray(from) && !isArray(to)) return undefined;
  if (
    [...(isArray(from) ? from : []), ...(isArray(to) ? to : [])].some((one) => isObject(one) || isArray(one))
  )
    return undefined;
  const [before, after] = [textsOf(from), textsOf(to)];
  return {
    removed: before.filter((one) => !after.includes(one)),
    added: after.filter((one) => !before.includes(one)),
  };
};
