/** An object as a file or a server has it: its name, where it is, its settings, and what belongs to it. */
import { safe } from '../../../../output/text/safe.ts';
import type { Json, JsonObject } from '../../../../documents/json/json.ts';
import { isArray, isObject, valueAtPath } from '../../../../documents/json/json.ts';
import type { Setting } from '../../../../catalogue/kind-settings.ts';
import { settingsOf } from '../../../../catalogue/kind-settings.ts';
import type { ObjectKind, ObjectScope } from '../../../../catalogue/kind.ts';
import type { Ref } from '../../../../catalogue/ref.ts';
import { keyOf, refOf } from '../../../../catalogue/ref.ts';
import { memoize } from '../../../../system/values/memoize.ts';

export type ScopeValues = Readonly<Partial<Record<ObjectScope, string | undefined>>>;

/** An object as files and lists name it. */
export interface ObjectName {
  readonly kind: ObjectKind;
  readonly name: string;
  readonly scope: ScopeValues;
  /** The base URL of its server. */
  readonly address: string;
}

/** Settings by key, nested ones dotted; parts by name. An absent key is not managed, null clears. */
export interface ObjectState {
  readonly settings: JsonObject;
  readonly parts: JsonObject;
}

/** `workspace acme/web`, `pki-role web in mount pki`. */
export const spokenIn = (
  kind: string,
  named: string,
  { organization, mount, namespace }: ScopeValues,
): string => {
  const name = safe(named);
  const given = (value: string | undefined): boolean => value !== undefined && value !== '';
  if (given(organization)) return `${kind} ${organization}/${name}`;
  const places = [
    ...(given(mount) ? [`mount ${mount}`] : []),
    ...(given(namespace) ? [`namespace ${namespace}`] : []),
  ];
  return `${kind} ${name}${places.length === 0 ? '' : ` in ${places.join(', ')}`}`;
};

export const spokenObject = ({ kind, name, scope }: ObjectName): string =>
  spokenIn(kind.kind, name, kind.singleton === true ? { ...scope, mount: undefined } : scope);

/** The object, or another one by its name in the same place: one that a part of it names. */
export const refOfObject = (
  { kind, name, scope, address }: ObjectName,
  other: Pick<Ref, 'kind' | 'name'> = { kind: kind.kind, name },
): Ref => {
  const parts = Object.entries(scope).flatMap(([part, value]) =>
    value === undefined ? [] : [[part, value] as const],
  );
  const target = { service: kind.service, address, scope: Object.fromEntries(parts) };
  return refOf(other.kind === kind.kind ? kind : { kind: other.kind }, target, other.name);
};

export const keyOfObject = (object: ObjectName): string => keyOf(refOfObject(object));

/** The value that stands for the name where the server gives that. */
export const assignedIn = ({ name: { assigned } }: ObjectKind, settings: JsonObject): string | undefined => {
  const value = assigned === undefined ? undefined : settings[assigned];
  return typeof value === 'string' ? value : undefined;
};

/** Nested settings of an object: `vcs-repo` for `vcs-repo.branch`. */
export const parentOf = (key: string): string | undefined => {
  const dot = key.indexOf('.');
  return dot === -1 ? undefined : key.slice(0, dot);
};

/** Keys of a file that contain other settings: null clears all of them at once. */
export const groupsOf = memoize(
  (kind: ObjectKind): ReadonlySet<string> =>
    new Set(settingsOf(kind).flatMap(({ key }) => parentOf(key) ?? [])),
);

const decoded = ({ type }: Setting, value: Json): Json =>
  type === 'bytes' && typeof value === 'string' ? Buffer.from(value, 'base64').toString('utf8') : value;

/** A document that is written whole, without unset members and those that the server computes. */
const bare = (value: Json, computed: readonly string[]): Json => {
  if (isArray(value)) return value.map((one) => bare(one, computed));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) =>
      one === null || one === undefined || computed.includes(key)
        ? []
        : [[key, bare(one, computed)] as const],
    ),
  );
};

/** The settings of an item of a reply; what it does not report is absent, a group without values is null. */
export const settingsIn = (kind: ObjectKind, item: JsonObject): JsonObject => {
  const found: Record<string, Json> = {};
  const groups = groupsOf(kind);
  const { whole, computed = [] } = kind.write ?? {};
  for (const setting of settingsOf(kind)) {
    const { key, secret, creation } = setting;
    if (secret || creation) continue;
    const parent = parentOf(key);
    if (parent !== undefined && groups.has(parent) && item[parent] === null) {
      found[parent] = null;
      continue;
    }
    const value = valueAtPath(item, key);
    if (value !== undefined)
      found[key] = whole === undefined ? decoded(setting, value) : bare(value, computed);
  }
  return found;
};

/** Returns a copy with the keys of every object in order. */
const sorted = (value: Json): Json => {
  if (isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key] ?? null)]),
  );
};

/** Returns dotted settings as nested objects with sorted keys, as a file contains them. */
export const nested = (kind: ObjectKind, settings: JsonObject): JsonObject => {
  const groups = groupsOf(kind);
  const built: Record<string, Json> = {};
  for (const key of Object.keys(settings).sort()) {
    const value = sorted(settings[key] ?? null);
    const parent = parentOf(key);
    if (parent === undefined || !groups.has(parent)) built[key] = value;
    else {
      const group = built[parent];
      built[parent] = { ...(isObject(group) ? group : {}), [key.slice(parent.length + 1)]: value };
    }
  }
  return built;
};

/** The opposite of `nested`. */
export const flattened = (kind: ObjectKind, settings: JsonObject): JsonObject => {
  const groups = groupsOf(kind);
  const flat: Record<string, Json> = {};
  for (const [key, value] of Object.entries(settings)) {
    if (groups.has(key) && isObject(value)) {
      for (const [inner, one] of Object.entries(value)) flat[`${key}.${inner}`] = one ?? null;
    } else flat[key] = value ?? null;
  }
  return flat;
};
