/** Compares the present state of an object with the wanted one, without any read. */
import type { Change, ValueType } from '../../../../catalogue/change.ts';
import { isSame } from '../../../../catalogue/change.ts';
import type { ObjectState } from './desired.ts';
import { parentOf } from './desired.ts';
import type { Json, JsonObject } from '../../../../documents/json/json.ts';
import { isArray, isObject } from '../../../../documents/json/json.ts';
import type { Setting } from '../../../../catalogue/kind-settings.ts';
import { settingsOf } from '../../../../catalogue/kind-settings.ts';
import type { ObjectKind, ObjectPart } from '../../../../catalogue/kind.ts';
import { defaultSetting, isUnset } from '../../../../catalogue/setting.ts';

export const secretText = '(secret)';

const ignoredText = 'the server ignores it';

interface Unknown {
  readonly key: string;
  readonly why: string;
}

export interface Comparison {
  /** `unknown`: nothing differs, but not all was compared. */
  readonly action: 'create' | 'update' | 'same' | 'unknown';
  readonly changes: readonly Change[];
  /** Settings that no write can remove. */
  readonly refused: readonly string[];
  /** Settings that no server returns. */
  readonly unread: readonly string[];
  /** Fields that cannot be compared, with the reason. */
  readonly unknown: readonly Unknown[];
  readonly rotates: string | undefined;
}

export interface Choice {
  readonly only?: ReadonlySet<string> | undefined;
  readonly ignored?: ReadonlySet<string> | undefined;
  readonly forgotten?: readonly string[] | undefined;
  readonly secrets?: boolean | undefined;
  readonly required?: ReadonlySet<string> | undefined;
}

export const clearedTo = (kind: ObjectKind, setting: Setting): Json =>
  kind.write?.omitted !== 'reset' || kind.write.documentParameter !== undefined ? null : usualOf(setting);

const usualOf = ({ parameter, default: usual }: Setting): Json =>
  parameter === undefined ? (usual ?? null) : defaultSetting(parameter);

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

/** A field counts by itself or by its parent. */
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
): Pick<Comparison, 'changes' | 'refused' | 'unread' | 'unknown'> => {
  const changes: Change[] = [];
  const refused: string[] = [];
  const unread: string[] = [];
  const unknown: Unknown[] = [];
  const before = (key: string): Json => now?.[key] ?? null;
  const after = (key: string): Json => wanted[key] ?? before(key);
  for (const setting of settingsOf(kind)) {
    const { key, type, secret, creation, fixed, parameter, input } = setting;
    const group = parentOf(key);
    const given = wanted[key];
    const cleared = group !== undefined && wanted[group] === null && wanted[key] === undefined;
    if ((given === undefined && !cleared) || !counts(key, choice)) continue;
    if (secret) {
      if (choice.secrets === true || now === undefined)
        changes.push({ key, type, from: null, to: secretText });
      else unread.push(key);
      continue;
    }
    const to = given ?? clearedTo(kind, setting);
    const isForgotten = choice.forgotten?.includes(input ?? key) === true;
    if (now === undefined) {
      // Off is a change if the default is on.
      if (given === undefined || (isUnset(given) && isUnset(usualOf(setting)))) continue;
      if (isForgotten) unknown.push({ key, why: ignoredText });
      else changes.push({ key, type, from: null, to });
      continue;
    }
    if (creation) continue;
    const silent = now[key] === undefined && (group === undefined || now[group] !== null);
    if (silent && isForgotten) {
      if (!isUnset(to)) unknown.push({ key, why: ignoredText });
      continue;
    }
    const from = before(key);
    if (isSame({ zero: parameter?.zero, type }, from, to, after)) continue;
    if (fixed && !isUnset(from)) refused.push(`${key} cannot be changed`);
    else if (!fixed) changes.push({ key, type, from, to });
  }
  return { changes, refused, unread, unknown };
};

const partChanges = (
  kind: ObjectKind,
  now: ObjectState | undefined,
  wanted: ObjectState,
  choice: Choice,
): Pick<Comparison, 'changes' | 'unknown'> => {
  const valueOf = (key: string): Json => wanted.settings[key] ?? now?.settings[key] ?? null;
  const changes: Change[] = [];
  const unknown: Unknown[] = [];
  for (const { part, shape, when } of kind.parts ?? []) {
    const to = wanted.parts[part];
    if (to === undefined || !counts(part, choice)) continue;
    if (when !== undefined && isUnset(valueOf(when.field)) !== isUnset(when.value)) {
      if (!isUnset(to))
        unknown.push({ key: part, why: `exists only while ${when.field} is ${JSON.stringify(when.value)}` });
      continue;
    }
    const type = typeOfPart[shape];
    const from = now?.parts[part] ?? null;
    if (now?.parts[part] === undefined && choice.forgotten?.includes(part) === true) {
      if (!isUnset(to)) unknown.push({ key: part, why: 'the server does not have it' });
    } else if (!isSame({ type }, from, to, nothing)) changes.push({ key: part, type, from, to });
  }
  return { changes, unknown };
};

const nothing = (): Json => null;

const partnersOf = (kind: ObjectKind, { input }: Setting): readonly Setting[] => {
  const rules = kind.write?.update.operations.flatMap(({ operation }) => operation.rules ?? []) ?? [];
  const names = rules.flatMap((rule) =>
    rule.rule === 'together' && input !== undefined && rule.keys.includes(input) ? rule.keys : [],
  );
  return settingsOf(kind).filter((one) => one.input !== input && names.includes(one.input ?? ''));
};

/** Secrets that a write needs or would reset. */
export const secretsAlong = (
  kind: ObjectKind,
  now: ObjectState,
  wanted: ObjectState,
  changed: ReadonlySet<string>,
  required: ReadonlySet<string>,
): readonly Setting[] => {
  if (changed.size === 0) return [];
  return settingsOf(kind).filter((setting) => {
    const { key, input = '', secret } = setting;
    if (!secret || changed.has(key)) return false;
    if (required.has(input)) return true;
    const partners = partnersOf(kind, setting);
    if (partners.some((one) => changed.has(one.key))) return true;
    const held = partners.length === 0 || partners.some((one) => !isUnset(now.settings[one.key]));
    return kind.write?.omitted === 'reset' && held && wanted.settings[key] !== null;
  });
};

const lostSecrets = (
  kind: ObjectKind,
  now: ObjectState,
  wanted: ObjectState,
  changes: readonly Change[],
  { required = new Set() }: Choice,
): readonly string[] => {
  const settings = new Set(settingsOf(kind).map(({ key }) => key));
  const changed = new Set(changes.map(({ key }) => key).filter((key) => settings.has(key)));
  return secretsAlong(kind, now, wanted, changed, required)
    .filter(({ key }) => wanted.settings[key] === undefined)
    .map(({ key }) => `would lose ${key}, which cannot be read: refer to it with env:NAME or file:PATH`);
};

export const compare = (
  kind: ObjectKind,
  now: ObjectState | undefined,
  wanted: ObjectState,
  choice: Choice = {},
): Comparison => {
  const settings = settingChanges(kind, now?.settings, wanted.settings, choice);
  const parts = partChanges(kind, now, wanted, choice);
  const changes = [...settings.changes, ...parts.changes];
  const refused = [
    ...settings.refused,
    ...(now === undefined ? [] : lostSecrets(kind, now, wanted, changes, choice)),
  ];
  const unknown = [...settings.unknown, ...parts.unknown];
  const { rotates } = kind.write ?? {};
  const made =
    now === undefined &&
    (rotates?.unlessSetting === undefined || wanted.settings[rotates.unlessSetting] !== true);
  const rotating =
    rotates !== undefined &&
    (made || (rotates.growingList !== undefined && addsTo(rotates.growingList, changes)));
  return {
    action:
      now === undefined
        ? 'create'
        : changes.length + refused.length > 0
          ? 'update'
          : unknown.length > 0
            ? 'unknown'
            : 'same',
    changes,
    refused,
    unread: settings.unread,
    unknown,
    rotates: rotating ? rotates.text : undefined,
  };
};

interface Moved {
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

const textsOf = (value: Json): readonly string[] => (isArray(value) ? value.map(String) : []);

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
