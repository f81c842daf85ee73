/** Reads the objects of a kind from its lists. */
import type { Command } from '../../catalogue/command.ts';
import { nounOf } from '../../catalogue/kind-name.ts';
import type { ObjectKind } from '../../catalogue/kind.ts';
import type { Operation } from '../../catalogue/operation.ts';
import type { InputRecord } from '../../catalogue/parameter.ts';
import type { Condition } from '../../catalogue/selection/where.ts';
import type { JsonObject } from '../../documents/json/json.ts';
import { valueAtPath } from '../../documents/json/json.ts';
import { usageError } from '../../system/error.ts';
import type { CallOptions, Session } from '../session/session.ts';
import { fieldsOfKind, readConditions } from './conditions.ts';
import { readList } from './list.ts';
import { withNeeds } from './needs.ts';

interface ListedObject {
  readonly name: string;
  readonly id: string | undefined;
  readonly namespace: string | undefined;
  readonly item: JsonObject;
}

interface Wanted {
  readonly above?: string | undefined;
  readonly given: InputRecord;
  readonly reads?: readonly string[] | undefined;
  readonly every?: CallOptions | undefined;
  /** With conditions, folders are also read; without them one list is, with its folders as names. */
  readonly conditions?: readonly Condition[];
}

const aboveOf = (kind: ObjectKind): string | undefined => {
  if (kind.parent !== undefined) return kind.parent.input;
  if (kind.scope.includes('organization')) return 'organization_name';
  return kind.folders === true ? kind.name.input : undefined;
};

/** A list has at most two forms: everything at the top level, and everything below a name. */
const formOf = ({ operations }: Command, input: InputRecord): Operation | undefined =>
  operations.find(
    ({ when }) => typeof when === 'string' || ('given' in when && input[when.given] !== undefined),
  )?.operation ?? operations[0]?.operation;

const textIn = (item: JsonObject, path: string | undefined): string | undefined => {
  const found = path === undefined ? undefined : valueAtPath(item, path);
  return typeof found === 'string' && found !== '' ? found : undefined;
};

/** Yields the objects of a kind in the order of its list; none for a kind without a list. */
export async function* listedObjects(
  session: Session,
  kind: ObjectKind,
  { above, given, reads = [], every, conditions }: Wanted,
): AsyncGenerator<readonly ListedObject[]> {
  if (kind.list === undefined) return;
  const key = aboveOf(kind);
  const folders = [above];
  const onFolder = (name: string): void => {
    folders.push(name.slice(0, -1));
  };
  // The loop appends the folders that it finds.
  for (const folder of folders) {
    const known = { ...kind.list.whole, ...given };
    const all = key === undefined || folder === undefined ? known : { ...known, [key]: folder };
    const operation = formOf(kind.list.command, all);
    if (operation === undefined) return;
    const input = Object.fromEntries(
      Object.entries(all).filter(([name, value]) => name in operation.parameters && value !== undefined),
    );
    const { view } = operation;
    const field = 'name' in view ? view.name : kind.name.field;
    const prefix = kind.parent === undefined && folder !== undefined ? `${folder}/` : '';
    const where = conditions && { kind, conditions, onFolder };
    const pages = readList(session, operation, withNeeds(operation, input, reads), { every, where });
    for await (const { items } of pages) {
      yield items.flatMap((item) => {
        const name = textIn(item, field);
        if (name === undefined) return [];
        const namespace = textIn(item, kind.namespaceField);
        return [{ name: prefix + name, id: textIn(item, kind.name.id), namespace, item }];
      });
    }
  }
}

/** Sends nothing. @throws TrivetError usage; unavailable, for a field that the product lacks */
export const conditionsFor = async (session: Session, kind: ObjectKind, where: readonly string[]) =>
  readConditions(where, fieldsOfKind(kind), await session.product(kind.service), session.io.now());

/**
 * Reads the objects that meet all conditions, also in folders.
 * @throws TrivetError usage: a condition that does not fit, or a kind without a list; unavailable: a condition that
 * this server cannot check; any failed read: the result is never partial
 */
export const selectObjects = async (
  session: Session,
  kind: ObjectKind,
  where: readonly string[],
  wanted: Omit<Wanted, 'above' | 'conditions'>,
): Promise<readonly ListedObject[]> => {
  const noun = nounOf(kind.kind);
  if (kind.list === undefined) {
    const lists = (await session.program.catalogue.command(`${kind.kind} list`)) !== undefined;
    throw lists
      ? usageError(
          `the server lists ${noun}s only below a path`,
          `Write - in place of the name, and pipe the names in: trivet ${kind.kind} list PATH -o name`,
        )
      : usageError(
          `this service has no list of ${noun}s`,
          'Write - in place of the name, and pipe the names in, one per line.',
        );
  }
  const conditions = await conditionsFor(session, kind, where);
  const found: ListedObject[] = [];
  for await (const page of listedObjects(session, kind, { ...wanted, conditions }))
    for (const one of page) found.push(one);
  return found;
};
