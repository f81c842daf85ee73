import type { Json, JsonObject } from '../../../../documents/json/json.ts';
import { isArray, isObject, textAt } from '../../../../documents/json/json.ts';
import { writeJson } from '../../../../documents/json/lossless.ts';

const notCompared = new Set([
  'CreateIndex',
  'JobModifyIndex',
  'ModifyIndex',
  'NomadTokenID',
  'Stable',
  'Status',
  'StatusDescription',
  'SubmitTime',
  'Version',
  'VersionTag',
]);

const maps = new Set(['Config', 'Env', 'Meta']);

type DiffType = 'Added' | 'Deleted' | 'Edited' | 'None';

type Field = Readonly<Record<'Name' | 'Old' | 'New', string> & { Type: DiffType }>;

type DiffNode = Readonly<{
  Type: DiffType;
  Name: string;
  Fields: readonly Field[];
  Objects: readonly DiffNode[];
}>;

const scalarText = (value: Json | undefined): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : writeJson(value);

const isScalar = (value: Json | undefined): boolean => !isObject(value) && !isArray(value);

const isNothing = (value: Json | undefined): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (isArray(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0);

const typeOf = (before: boolean, after: boolean): DiffType =>
  before ? (after ? 'Edited' : 'Deleted') : 'Added';

const fieldOf = (name: string, before: Json | undefined, after: Json | undefined): readonly Field[] => {
  const [from, to] = [scalarText(before), scalarText(after)];
  if (from === to) return [];
  return [{ Type: typeOf(!isNothing(before), !isNothing(after)), Name: name, Old: from, New: to }];
};

const isListOfObjects = (value: Json | undefined): boolean =>
  isArray(value) && value.some((one) => isObject(one));

const listText = (value: Json | undefined): Json | undefined =>
  isArray(value) && !isListOfObjects(value) ? value.map(scalarText).join(', ') : value;

const keysOf = (before: Json | undefined, after: Json | undefined): readonly string[] =>
  [
    ...new Set([
      ...Object.keys(isObject(before) ? before : {}),
      ...Object.keys(isObject(after) ? after : {}),
    ]),
  ].sort();

const at = (value: Json | undefined, key: string): Json | undefined =>
  isObject(value) ? value[key] : undefined;

const mapFields = (name: string, before: Json | undefined, after: Json | undefined): readonly Field[] => {
  const [from, to] = [listText(before), listText(after)];
  if (isScalar(from) && isScalar(to)) return fieldOf(name, from, to);
  if (isObject(from) || isObject(to))
    return keysOf(from, to).flatMap((key) => mapFields(`${name}[${key}]`, at(from, key), at(to, key)));
  return fieldOf(
    name,
    isNothing(from) ? null : writeJson(from ?? null),
    isNothing(to) ? null : writeJson(to ?? null),
  );
};

const objectsOf = (value: Json | undefined): readonly JsonObject[] =>
  isArray(value) ? value.filter(isObject) : isObject(value) ? [value] : [];

const paired = (
  before: Json | undefined,
  after: Json | undefined,
): readonly (readonly [JsonObject | undefined, JsonObject | undefined])[] => {
  const [old, now] = [objectsOf(before), objectsOf(after)];
  const keyOf = (one: JsonObject, place: number): string => textAt(one, 'Name') ?? `#${place}`;
  const olds = new Map(old.map((one, place) => [keyOf(one, place), one]));
  const news = new Map(now.map((one, place) => [keyOf(one, place), one]));
  return [...new Set([...olds.keys(), ...news.keys()])].map((key) => [olds.get(key), news.get(key)] as const);
};

const nodeOf = (
  name: string,
  before: JsonObject | undefined,
  after: JsonObject | undefined,
  apart: ReadonlySet<string> = new Set(),
): DiffNode => {
  const fields: Field[] = [];
  const objects: DiffNode[] = [];
  for (const key of keysOf(before, after)) {
    if (apart.has(key)) continue;
    const [from, to] = [listText(at(before, key)), listText(at(after, key))];
    if (maps.has(key)) fields.push(...mapFields(key, from, to));
    else if (isScalar(from) && isScalar(to)) fields.push(...fieldOf(key, from, to));
    else {
      for (const [one, other] of paired(from, to)) {
        const label = textAt(other ?? one, 'Name');
        const node = nodeOf(label === undefined ? key : `${key}[${label}]`, one, other);
        if (node.Type !== 'None') objects.push(node);
      }
    }
  }
  const same = fields.length + objects.length === 0 && (before === undefined) === (after === undefined);
  return {
    Type: same ? 'None' : typeOf(before !== undefined, after !== undefined),
    Name: name,
    Fields: fields,
    Objects: objects,
  };
};

const partsOf = (before: Json | undefined, after: Json | undefined, below?: 'Tasks'): readonly JsonObject[] =>
  paired(before, after).flatMap(([one, other]) => {
    const name = textAt(other ?? one, 'Name') ?? '';
    const node = nodeOf(name, one, other, new Set(below === undefined ? [] : [below]));
    const parts = below === undefined ? [] : partsOf(at(one, below), at(other, below));
    if (node.Type === 'None' && parts.length === 0) return [];
    return [
      {
        ...node,
        Type: node.Type === 'None' ? 'Edited' : node.Type,
        ...(below === undefined ? {} : { Tasks: parts }),
      },
    ];
  });

/** `Type` is `None` if there is no difference. */
export const jobDiff = (before: JsonObject, after: JsonObject): JsonObject => {
  const node = nodeOf('', before, after, new Set([...notCompared, 'TaskGroups', 'ID']));
  const groups = partsOf(before['TaskGroups'], after['TaskGroups'], 'Tasks');
  return {
    ID: textAt(after, 'ID') ?? '',
    Type: node.Type === 'None' && groups.length === 0 ? 'None' : 'Edited',
    Fields: node.Fields,
    Objects: node.Objects,
    TaskGroups: groups,
  };
};
