/** Reads live objects one by one or from their list. */
import { asRead } from '../../../../catalogue/operation.ts';
import type { ObjectName, ObjectState, ScopeValues } from './desired.ts';
import { settingsIn } from './desired.ts';
import type { Json, JsonObject } from '../../../../documents/json/json.ts';
import { isArray, isObject, textAt } from '../../../../documents/json/json.ts';
import { settingsOf } from '../../../../catalogue/kind-settings.ts';
import type { ObjectKind, ObjectPart } from '../../../../catalogue/kind.ts';
import { defaultSetting } from '../../../../catalogue/setting.ts';
import type { View } from '../../../../catalogue/view.ts';
import { fieldsOf } from '../../../../catalogue/view.ts';
import { readRows } from '../../../../run/lists/list.ts';
import { selectObjects } from '../../../../run/lists/listed-objects.ts';
import type { Session } from '../../../../run/session/session.ts';
import { replyOf } from '../../../../run/session/outcome.ts';
import type { Outcome } from '../../../../run/session/outcome.ts';
import type { Product } from '../../../../services/product.ts';
import { lacking } from '../../../../services/products.ts';
import { unlessMissing } from '../../../../run/snapshot.ts';
import { inputFor, operationOf, placed } from './object.ts';

export interface Live {
  readonly state: ObjectState;
  readonly item: JsonObject;
  readonly id: string | undefined;
  /** Whether it has the defaults of a mount where nothing was set. */
  readonly implied: boolean;
}

/** Replaces the product's names by documented ones. */
const renamed = (item: JsonObject, { wire }: Product, view: View): JsonObject => {
  const fields = new Set(
    Object.keys(fieldsOf(view)).flatMap((key) => [key, key.slice(key.indexOf('.') + 1)]),
  );
  const documented = new Map(
    Object.entries(wire).flatMap(([name, own]) => (fields.has(name) ? [[own, name] as const] : [])),
  );
  if (documented.size === 0) return item;
  const named = (of: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(of).map(([key, value]) => [
        documented.get(key) ?? key,
        isObject(value) ? named(value) : value,
      ]),
    );
  return named(item);
};

const itemIn = (outcome: Outcome | undefined): JsonObject | undefined => {
  const [item] = outcome === undefined ? [] : replyOf(outcome).items;
  return item && outcome && renamed(item, outcome.product, outcome.operation.view);
};

/** A field `id` may also be of something else, like a provider's user. */
const idIn = ({ name: { id, field, assigned } }: ObjectKind, item: JsonObject): string | undefined => {
  const key = id ?? (assigned === undefined ? undefined : field);
  return key === undefined ? undefined : textAt(item, key);
};

const liveOf = (kind: ObjectKind, item: JsonObject): Live => ({
  state: { settings: settingsIn(kind, item), parts: {} },
  item,
  id: idIn(kind, item),
  implied: false,
});

/** The documented defaults of a mount where nothing was set. */
const impliedBy = (kind: ObjectKind): Live => ({
  state: {
    settings: Object.fromEntries(
      settingsOf(kind).flatMap(({ key, parameter }) =>
        parameter === undefined || parameter.source !== undefined
          ? []
          : [[key, defaultSetting(parameter)] as const],
      ),
    ),
    parts: {},
  },
  item: {},
  id: undefined,
  implied: true,
});

/** Undefined if the object does not exist. @throws TrivetError if unreadable */
export const readObject = async (session: Session, object: ObjectName): Promise<Live | undefined> => {
  const { kind, scope } = object;
  const operation = asRead(operationOf(kind.show));
  const outcome = await unlessMissing(session, operation, inputFor(operation, object), placed(kind, scope));
  const item = itemIn(outcome);
  if (item !== undefined) return liveOf(kind, item);
  return kind.singleton === true && kind.write !== undefined ? impliedBy(kind) : undefined;
};

export const lacksPart = (part: ObjectPart, product: Product): string | undefined =>
  part.read === undefined ? undefined : lacking(product, operationOf(part.read));

const namesIn = async (session: Session, object: ObjectName, live: Live, part: ObjectPart): Promise<Json> => {
  if (part.read === undefined) return null;
  const operation = asRead(operationOf(part.read));
  const input = inputFor(operation, object, live.id);
  const rows = await readRows(session, operation, input, placed(object.kind, object.scope));
  const product = await session.product(object.kind.service);
  return rows.flatMap((item) => textAt(renamed(item, product, operation.view), part.field) ?? []).sort();
};

const settingsOfPart = async (
  session: Session,
  object: ObjectName,
  live: Live,
  part: ObjectPart,
): Promise<Json> => {
  if (part.read === undefined) return null;
  const operation = asRead(operationOf(part.read));
  const input = inputFor(operation, object, live.id);
  const outcome = await unlessMissing(session, operation, input, placed(object.kind, object.scope));
  const item = itemIn(outcome);
  if (item === undefined) return null;
  return part.ownSettings === undefined ? item : part.ownSettings(item);
};

const readPart = async (
  session: Session,
  object: ObjectName,
  live: Live,
  part: ObjectPart,
): Promise<Json | undefined> => {
  if (lacksPart(part, await session.product(object.kind.service)) !== undefined) return undefined;
  const { when } = part;
  if (when !== undefined && (live.state.settings[when.field] ?? false) !== when.value) return undefined;
  if (part.read === undefined) return live.item[part.field];
  const reported = part.reported === undefined ? undefined : live.item[part.reported];
  // Null or absent is not an empty list: servers differ about workspaces without tags.
  if (isArray(reported)) return reported.map(String).sort();
  return part.shape === 'names'
    ? namesIn(session, object, live, part)
    : settingsOfPart(session, object, live, part);
};

export const withParts = async (
  session: Session,
  object: ObjectName,
  live: Live,
  wanted?: ReadonlySet<string>,
): Promise<Live> => {
  const parts: Record<string, Json> = {};
  for (const part of object.kind.parts ?? []) {
    if (wanted !== undefined && !wanted.has(part.part)) continue;
    const value = await readPart(session, object, live, part);
    if (value !== undefined) parts[part.part] = value;
  }
  return { ...live, state: { settings: live.state.settings, parts } };
};

export const lacksKind = async (
  session: Session,
  { list, service }: ObjectKind,
): Promise<string | undefined> => list && lacking(await session.product(service), operationOf(list.command));

export interface Listed {
  readonly name: string;
  readonly item: JsonObject;
  readonly live: Live | undefined;
}

/**
 * Also lists objects in folders.
 * @throws TrivetError usage: a condition that does not fit; unavailable: one that the server cannot answer
 */
export const listObjects = async (
  session: Session,
  kind: ObjectKind,
  scope: ScopeValues,
  where: readonly string[] = [],
): Promise<readonly Listed[]> => {
  const { list } = kind;
  if (list === undefined) return [];
  const operation = operationOf(list.command);
  const { [kind.name.input]: _, name: _name, ...input } = inputFor(operation, { kind, name: '', scope });
  const product = await session.product(kind.service);
  const found = await selectObjects(session, kind, where, { given: input, every: placed(kind, scope) });
  return found.map(({ name, item }) => ({
    name,
    item,
    live: list.reportsFields === 'all' ? liveOf(kind, renamed(item, product, operation.view)) : undefined,
  }));
};
