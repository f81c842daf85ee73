import { safe } from '../../../../output/text/safe.ts';
import type { Json, JsonObject } from '../../../../documents/json/json.ts';
import { isArray, isObject, valueAtPath } from '../../../../documents/json/json.ts';
import type { Setting } from '../../../../catalogue/kind-settings.ts';
import { settingsOf } from '../../../../catalogue/kind-settings.ts';
import type { ObjectKind, ObjectScope } from '../../../../catalogue/kind.ts';
import type { Ref } from '../../../../catalogue/ref.ts';
import { keyOf, refOf } from '../../../../catalogue/ref.ts';

export const scopeKeys = ['organization', 'namespace', 'mount'] as const satisfies readonly ObjectScope[];

export type ScopeValues = Readonly<Partial<Record<ObjectScope, string | undefined>>>;

export interface ObjectName {
  readonly kind: ObjectKind;
  readonly name: string;
  readonly scope: ScopeValues;
  readonly address: string;
}

/** Settings by dotted key. An absent one is not managed; null clears it. */
export interface ObjectState {
  readonly settings: JsonObject;
  readonly parts: JsonObject;
}

/** Returns `workspace acme/web` or `pki-role web in mount pki`. */
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

export const assignedIn = ({ name: { assigned } }: ObjectKind, settings: JsonObject): string | undefined => {
  const value = assigned === undefined ? undefined : settings[assigned];
  return typeof value === 'string' ? value : undefined;
};

export const parentOf = (key: string): string | undefined => {
  const dot = key.indexOf('.');
  return dot === -1 ? undefined : key.slice(0, dot);
};

export const groupsOf = (kind: ObjectKind): ReadonlySet<string> =>
  new Set(settingsOf(kind).flatMap(({ key }) => parentOf(key) ?? []));

const decoded = ({ type }: Setting, value: Json): Json =>
  type === 'bytes' && typeof value === 'string' ? Buffer.from(value, 'base64').toString('utf8') : value;

/** Leaves out unset and computed members. */
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

/** A setting that is not reported is absent; a group without values is null. */
export const settingsIn = (kind: ObjectKind, item: JsonObject): JsonObject => {
  const found: Record<string, Json> = {};
  const groups = groupsOf(kind);
  const { documentParameter, computed = [] } = kind.write ?? {};
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
      found[key] = documentParameter === undefined ? decoded(setting, value) : bare(value, computed);
  }
  return found;
};

const sorted = (value: Json): Json => {
  if (isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key] ?? null)]),
  );
};

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

export const withOtherIds = (
  { ids = {} }: ObjectKind,
  { settings, parts }: ObjectState,
  replaced: (key: string, value: Json) => Json,
): ObjectState => {
  const within = (values: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(values).map(([key, value = null]) => [
        key,
        ids[key] === undefined ? value : replaced(key, value),
      ]),
    );
  return { settings: within(settings), parts: within(parts) };
};

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
