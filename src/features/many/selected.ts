/** The objects of a change of many: from conditions, from standard input, or from a journal. */
import { localError, usageError } from '../../system/error.ts';
import type { Json, JsonObject } from '../../documents/json/json.ts';
import { isArray, isObject, own, textAt, valueAtPath } from '../../documents/json/json.ts';
import type { ObjectKind } from '../../catalogue/kind.ts';
import { storedName } from '../../catalogue/stored.ts';
import { jsonIn } from '../../documents/json/lossless.ts';
import type { InputRecord } from '../../catalogue/parameter.ts';
import { readText } from '../../system/read-file.ts';
import { selectObjects } from '../../engine/lists/select.ts';
import type { Session } from '../../engine/session/session.ts';

/** One object, as the words of its command name it. */
export interface Selected {
  readonly name: string;
  /** The word in place of the object: an ID if it has one. */
  readonly address: string;
  /** Flags, by name, for the form of the address and the place of the object, if they differ from the command's. */
  readonly flags: Readonly<Record<string, string>>;
  /** Fields that are known, for the table. */
  readonly item: JsonObject;
}

/** The fields that give the place of a line's object, and their flags. */
const scopeFields: readonly (readonly [field: string, flag: string])[] = [
  ['Namespace', 'namespace'],
  ['organization', 'organization'],
  ['mount', 'mount'],
];

/** The field with the name in the list of a kind, which may have only names. */
const listedName = ({ name, list }: ObjectKind): string => {
  const gives = list?.gives;
  return gives === undefined || gives === 'all' || gives.includes(name.field)
    ? name.field
    : (gives[0] ?? name.field);
};

const ofItem = (kind: ObjectKind, number: number, item: JsonObject): Selected => {
  const name = valueAtPath(item, kind.name.field) ?? valueAtPath(item, 'key');
  if (typeof name !== 'string' || name === '') {
    throw usageError(
      `standard input: line ${number} has no ${kind.name.field}`,
      `To print such lines: -o jsonl --fields ${[listedName(kind), kind.namespaceField].filter(Boolean).join(',')}`,
    );
  }
  const flags = scopeFields.flatMap(([field, flag]) => {
    const value = valueAtPath(item, field);
    return typeof value === 'string' && value !== '' ? [[flag, value] as const] : [];
  });
  const address = storedName(kind, name);
  return { name: address, address, flags: Object.fromEntries(flags), item };
};

/**
 * Returns the objects that the lines of a text name: a name each, or JSON as printed by `-o jsonl --fields NAME,SCOPE`.
 * @throws TrivetError usage, for a line that names none
 */
const selectedIn = (text: string, kind: ObjectKind): readonly Selected[] => {
  const found: Selected[] = [];
  // The lines are numbered and not repeated: what was piped in may hold a secret.
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
      const address = storedName(kind, line);
      one = { name: address, address, flags: {}, item: { [kind.name.field]: line } };
    }
    found.push(one);
  }
  return found;
};

/** The objects that satisfy the conditions; without conditions all of them. */
export const selectedBy = async (
  session: Session,
  kind: ObjectKind,
  where: readonly string[],
  given: InputRecord,
  reads?: readonly string[],
): Promise<readonly Selected[]> =>
  (await selectObjects(session, { kind, where, given, reads })).map(({ name, id, namespace, item }) => ({
    name,
    address: id ?? name,
    flags: {
      ...(id === undefined ? {} : kind.name.idFlag),
      ...(namespace === undefined ? {} : { namespace }),
    },
    item,
  }));

/** @param names the content of standard input, if it was already read */
export const selectedFromInput = async (
  session: Session,
  kind: ObjectKind,
  names: string | undefined,
): Promise<readonly Selected[]> => selectedIn(names ?? (await readText('-', session.world)), kind);

/** The form of objects in a journal. */
export const keptOf = (objects: readonly Selected[], by: readonly string[]): Json => ({
  by: [...by],
  objects: objects.map(({ name, address, flags }) => ({ name, address, flags })),
});

/**
 * Returns the objects of a journal.
 * @param by what the present command line selects; if empty, anything that the journal contains
 * @throws TrivetError local, if the journal contains another selection
 */
export const selectedFrom = (path: string, kept: Json, by: readonly string[]): readonly Selected[] => {
  const [objects, before] = isObject(kept) ? [kept['objects'], kept['by']] : [];
  if (!isArray(objects) || !isArray(before))
    throw localError(`${path} is not the journal of a change of many objects`);
  if (by.length > 0 && by.join('\n') !== before.map(String).join('\n')) {
    throw localError(
      `the journal ${path} belongs to another selection: ${before.map(String).join(' ')}`,
      'Leave the selection out: the journal names its objects.',
    );
  }
  return objects.map((one) => {
    const kept = own(one, 'flags');
    const flags = Object.keys(isObject(kept) ? kept : {}).map((flag) => [flag, textAt(kept, flag) ?? '']);
    const name = textAt(one, 'name') ?? '';
    return { name, address: textAt(one, 'address') ?? '', flags: Object.fromEntries(flags), item: {} };
  });
};
