import { serviceTraits } from '../../catalogue/product.ts';
import { parts } from '../../catalogue/target.ts';
import { serviceFlags } from '../../config/globals.ts';
import type { TrivetError } from '../../system/error.ts';
import { localError, usageError } from '../../system/error.ts';
import type { Json, JsonObject } from '../../documents/json/json.ts';
import { isArray, isObject, own, textAt, valueAtPath } from '../../documents/json/json.ts';
import type { ObjectKind } from '../../catalogue/kind.ts';
import { storageName, storageNamespace } from '../../catalogue/storage-path.ts';
import { jsonIn } from '../../documents/json/lossless.ts';
import type { InputRecord } from '../../catalogue/parameter.ts';
import { readText } from '../../system/read-file.ts';
import { selectObjects } from '../../run/lists/listed-objects.ts';
import { sayOtherScopes } from '../../run/other-scopes.ts';
import type { Session } from '../../run/session/session.ts';

export interface Selected {
  readonly name: string;
  /** The ID if the object has one. */
  readonly address: string;
  /** Flags for the address and the scope, if they differ from the command's. */
  readonly flags: Readonly<Record<string, string>>;
  readonly item: JsonObject;
}

/** Matches in any case, since servers, lists and rows write it differently. */
const placeKey = new RegExp(`^(${parts.join('|')})(?:[-_]?(id|name|path))?$`, 'i');

const isSaid = ({ service, scope }: ObjectKind, part: string): boolean =>
  Object.hasOwn(serviceFlags[service], part) || (part === 'mount' && scope.includes('mount'));

const placeText = (value: Json): string | undefined => {
  if (typeof value === 'string') return value;
  const object = own(value, 'data') ?? value;
  return textAt(object, 'id') ?? textAt(object, 'name');
};

/** @throws TrivetError usage, for a scope that no flag could say, and for two */
const placeOf = (kind: ObjectKind, number: number, item: JsonObject): Readonly<Record<string, string>> => {
  const flags: Record<string, string> = {};
  for (const [key, value = null] of Object.entries(item)) {
    const [, said = '', form] = placeKey.exec(key) ?? [];
    const part = said.toLowerCase();
    const isField = !isSaid(kind, part) && Object.hasOwn(kind.fields, key);
    if (part === '' || value === null || isField) continue;
    const text = placeText(value);
    // The root namespace is empty, and servers call every job's region global.
    const isPath = part === 'namespace' && serviceTraits[kind.service].headers?.namespace !== undefined;
    if ((text === '' && !isPath) || (part === 'region' && text === 'global')) continue;
    const refused = (why: string): TrivetError =>
      usageError(
        `standard input: line ${number} has the key ${key}, ${why}`,
        `To choose the keys: -o jsonl --fields ${kind.name.field},...`,
      );
    if (text === undefined || form?.toLowerCase() === 'id' || !isSaid(kind, part))
      throw refused(`which does not say where a ${kind.summary} is`);
    const place = isPath ? storageNamespace(text) : text;
    if (flags[part] !== undefined && flags[part] !== place) throw refused(`and another ${part}`);
    flags[part] = place;
  }
  return flags;
};

const listedName = ({ name, list }: ObjectKind): string => {
  const gives = list?.reportsFields;
  return gives === undefined || gives === 'all' || gives.includes(name.field)
    ? name.field
    : (gives[0] ?? name.field);
};

const idIn = ({ name: { id, input } }: ObjectKind, number: number, item: JsonObject): string | undefined => {
  const found = Object.entries(item).flatMap(([key, value]) => {
    const isId = id !== undefined && [id, input].includes(key.toLowerCase());
    return isId && typeof value === 'string' && value !== '' ? [value] : [];
  });
  if (new Set(found).size > 1) throw usageError(`standard input: line ${number} has two IDs`);
  return found[0];
};

/** The name in a row of a change, a receipt or a comparison, as they print it in JSON lines. */
const nameOfRow = ({ kind }: ObjectKind, item: JsonObject): Json | undefined => {
  const operation = textAt(item, 'operation');
  const of = textAt(item, 'kind') ?? operation?.slice(0, operation.indexOf('.'));
  const isRow = of === undefined ? textAt(item, 'result') !== undefined : of === kind;
  return isRow ? item['name'] : undefined;
};

const ofItem = (kind: ObjectKind, number: number, item: JsonObject): Selected => {
  const id = idIn(kind, number, item);
  const name = valueAtPath(item, kind.name.field) ?? valueAtPath(item, 'key') ?? nameOfRow(kind, item) ?? id;
  if (typeof name !== 'string' || name === '') {
    throw usageError(
      `standard input: line ${number} has no ${kind.name.field}`,
      `To print such lines: -o jsonl --fields ${[listedName(kind), kind.namespaceField].filter(Boolean).join(',')}`,
    );
  }
  const flags = placeOf(kind, number, item);
  const { organization } = flags;
  if (organization !== undefined && name.includes('/') && !name.startsWith(`${organization}/`))
    throw usageError(`standard input: line ${number} has two organizations, one of them in its name`);
  // An ID is one object, whatever the scope.
  if (id !== undefined) return { name, address: id, flags: { ...kind.name.idFlag }, item };
  const address = storageName(kind, name);
  return { name: address, address, flags, item };
};

/**
 * Reads a name on each line, or JSON of `-o jsonl --fields NAME,SCOPE`.
 * @throws TrivetError usage, for a line that names none
 */
const selectedIn = (text: string, kind: ObjectKind): readonly Selected[] => {
  const found: Selected[] = [];
  // Piped text may be a secret, so it is numbered and not repeated.
  let number = 0;
  for (const line of text.split(/\r?\n/)) {
    number += 1;
    if (line.trim() === '') continue;
    let one: Selected;
    if (line.startsWith('{')) {
      const item = jsonIn(line);
      if (item === undefined) throw usageError(`standard input: line ${number} is not JSON`);
      one = ofItem(kind, number, isObject(item) ? item : {});
    } else {
      if (line.includes('\t')) {
        throw usageError(
          'standard input: a line has several columns, and names are expected',
          'Print names only, with -o name or -o jsonl --fields.',
        );
      }
      const address = storageName(kind, line);
      one = { name: address, address, flags: {}, item: { [kind.name.field]: line } };
    }
    found.push(one);
  }
  return found;
};

export const selectedBy = async (
  session: Session,
  kind: ObjectKind,
  where: readonly string[],
  given: InputRecord,
  reads?: readonly string[],
): Promise<readonly Selected[]> => {
  const listed = kind.list?.command.operations[0]?.operation;
  if (listed !== undefined) await sayOtherScopes(session, listed, given);
  const found = await selectObjects(session, kind, where, { given, reads });
  return found.map(({ name, id, namespace, item }) => ({
    name,
    address: id ?? name,
    flags: {
      ...(id === undefined ? {} : kind.name.idFlag),
      ...(namespace === undefined ? {} : { namespace }),
    },
    item,
  }));
};

/** @param names standard input, if it was already read */
export const selectedFromInput = async (
  session: Session,
  kind: ObjectKind,
  names: string | undefined,
): Promise<readonly Selected[]> => selectedIn(names ?? (await readText('-', session.io)), kind);

export const keptOf = (objects: readonly Selected[], by: readonly string[]): Json => ({
  by: [...by],
  objects: objects.map(({ name, address, flags }) => ({ name, address, flags })),
});

/**
 * @param by the present selection; empty if every kept one will do
 * @throws TrivetError local, for another selection
 */
export const selectedFrom = (path: string, kept: Json, by: readonly string[]): readonly Selected[] => {
  const [objects, before] = isObject(kept) ? [kept['objects'], kept['by']] : [];
  if (!isArray(objects) || !isArray(before))
    throw localError(`${path} is not the receipt of a change of many objects`);
  if (by.length > 0 && by.join('\n') !== before.map(String).join('\n')) {
    throw localError(
      `the receipt ${path} belongs to another selection: ${before.map(String).join(' ')}`,
      'Leave the selection out: the receipt names its objects.',
    );
  }
  return objects.map((one) => {
    const kept = own(one, 'flags');
    const flags = Object.keys(isObject(kept) ? kept : {}).map((flag) => [flag, textAt(kept, flag) ?? '']);
    const name = textAt(one, 'name') ?? '';
    return { name, address: textAt(one, 'address') ?? '', flags: Object.fromEntries(flags), item: {} };
  });
};
