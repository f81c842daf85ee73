import type { Json } from '../../contract.ts';
import { isList, isObject, sameJson, type JsonObject } from '../wire/json.ts';
import {
  fieldDiff,
  flatten,
  mapDiff,
  orNull,
  primitives,
  typeOf,
  type FieldDiff,
  type ObjectDiff,
} from './fields.ts';

/** If not named like their list. */
const ENTRY_NAMES: Readonly<Record<string, string>> = {
  Actions: 'Action',
  Affinities: 'Affinity',
  Artifacts: 'Artifact',
  Checks: 'Check',
  Constraints: 'Constraint',
  Devices: 'Device',
  DynamicPorts: 'Dynamic Port',
  Identities: 'Identity',
  Links: 'Link',
  Networks: 'Network',
  Regions: 'Region',
  ReservedPorts: 'Static Port',
  Services: 'Service',
  Spreads: 'Spread',
  Templates: 'Template',
  VolumeMounts: 'VolumeMount',
};

const NONE: ReadonlySet<string> = new Set();

/** Members without a fixed form. */
const FREE_FORM: ReadonlySet<string> = new Set(['Config', 'Header', 'Policy']);

function strings(value: Json | undefined): readonly string[] {
  return isList(value) ? value.filter((item) => typeof item === 'string') : [];
}

function setDiff(name: string, before: Json | undefined, after: Json | undefined): ObjectDiff | undefined {
  const [old, now] = [strings(before), strings(after)];
  const fields = [
    ...now.map((item) => fieldDiff(name, old.includes(item) ? item : '', item)),
    ...old.filter((item) => !now.includes(item)).map((item) => fieldDiff(name, item, '')),
  ];
  if (fields.every((field) => field.Type === 'None')) return undefined;
  const type = typeOf(old.length === 0 ? undefined : old, now.length === 0 ? undefined : now, true);
  return { Type: type, Name: name, Fields: fields, Objects: null };
}

function keyOf(item: JsonObject): string {
  for (const name of ['Name', 'Label', 'DestPath', 'GetterSource', 'Volume', 'Value']) {
    const value = item[name];
    if (typeof value === 'string' && value !== '') return value;
  }
  return JSON.stringify(item);
}

function listDiff(name: string, before: Json | undefined, after: Json | undefined): readonly ObjectDiff[] {
  const keyed = (value: Json | undefined): Map<string, JsonObject> =>
    new Map((isList(value) ? value.filter(isObject) : []).map((item) => [keyOf(item), item]));
  const [old, now] = [keyed(before), keyed(after)];
  // A network's key is its content: a single one is compared with its replacement.
  const [onlyOld] = [...old.values()];
  const [onlyNow] = [...now.values()];
  if (old.size === 1 && now.size === 1 && name === 'Networks') {
    const only = objectDiff(ENTRY_NAMES[name] ?? name, onlyOld, onlyNow);
    return only === undefined ? [] : [only];
  }
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((key) => {
    const diff = objectDiff(ENTRY_NAMES[name] ?? name, old.get(key), now.get(key));
    return diff === undefined ? [] : [diff];
  });
}

function isStringMap(value: Json | undefined): value is JsonObject {
  return isObject(value) && Object.values(value).every((item) => typeof item === 'string');
}

const STRING_MAPS: ReadonlySet<string> = new Set([
  'Meta',
  'CanaryMeta',
  'Env',
  'TaggedAddresses',
  'GetterOptions',
  'GetterHeaders',
]);

export function memberDiffs(
  before: JsonObject | undefined,
  after: JsonObject | undefined,
  except: ReadonlySet<string> = NONE,
): { fields: readonly FieldDiff[]; objects: readonly ObjectDiff[] } {
  const fields: FieldDiff[] = [];
  const found: ObjectDiff[] = [];
  for (const name of new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])) {
    const [old, now] = [before?.[name] ?? undefined, after?.[name] ?? undefined];
    if (except.has(name) || sameJson(old, now)) continue;
    const sample = now ?? old;
    if (STRING_MAPS.has(name) && isStringMap(sample)) {
      fields.push(...mapDiff(flatten(old, name), flatten(now, name)));
    } else if (FREE_FORM.has(name)) {
      const inner = mapDiff(flatten(old, ''), flatten(now, ''), true);
      const type = typeOf(isObject(old) ? old : undefined, isObject(now) ? now : undefined, true);
      found.push({ Type: type, Name: name, Fields: orNull(inner), Objects: null });
    } else if (isList(sample) && sample.every((item) => typeof item === 'string')) {
      const set = setDiff(name, old, now);
      if (set !== undefined) found.push(set);
    } else if (isList(sample)) found.push(...listDiff(name, old, now));
    else if (isObject(sample)) {
      const diff = objectDiff(name, isObject(old) ? old : undefined, isObject(now) ? now : undefined);
      if (diff !== undefined) found.push(diff);
    }
  }
  return { fields, objects: found };
}

export function objectDiff(
  name: string,
  before: JsonObject | undefined,
  after: JsonObject | undefined,
): ObjectDiff | undefined {
  if (sameJson(before, after)) return undefined;
  const { fields, objects } = memberDiffs(before, after);
  const own = mapDiff(primitives(before, NONE), primitives(after, NONE), true);
  return {
    Type: typeOf(before, after, true),
    Name: name,
    Fields: orNull([...own, ...fields]),
    Objects: orNull(objects),
  };
}
