import { Exit, TrivetError, usageError } from '../../../system/error.ts';
import type { ObjectKind } from '../../../catalogue/kind.ts';
import { isRemoved } from '../../../catalogue/kind.ts';
import { textAt } from '../../../documents/json/json.ts';
import type { Session } from '../../../run/session/session.ts';
import { conditionsFor } from '../../../run/lists/listed-objects.ts';
import type { ObjectName, ObjectState } from './objects/desired.ts';
import { spokenObject } from './objects/desired.ts';
import type { Listed } from './objects/live.ts';
import { lacksKind, listObjects, readObject, withParts } from './objects/live.ts';
import type { ScopeInput } from './objects/named.ts';
import { objectNamed, scopeOfKind } from './objects/named.ts';
import { everyNamespace, listsEvery } from './objects/namespaces.ts';
import { placeText } from './objects/object.ts';
import { suggest } from '../../../run/suggest.ts';

export type SelectInput = ScopeInput & Readonly<{ where?: readonly string[] | undefined }>;

export interface Exported {
  readonly object: ObjectName;
  readonly state: ObjectState;
  readonly place: string;
}

export interface ExportOperand {
  readonly session: Session;
  readonly kind: ObjectKind;
  readonly name: string | undefined;
  readonly mount?: string | undefined;
  readonly namespace?: string | undefined;
  /** Whether there need be no such mount. */
  readonly isOneOfAll?: boolean;
  /** Set if it is left out where the product lacks the kind. */
  readonly isOptional?: true;
}

/** Requests in flight at once. */
const width = 8;

const missing = (object: ObjectName): Error =>
  new TrivetError('not-found', Exit.notFound, `${spokenObject(object)} does not exist`);

const exported = async (session: Session, object: ObjectName, listed: Listed['live']): Promise<Exported> => {
  const live = listed ?? (await readObject(session, object));
  if (live === undefined) throw missing(object);
  if (isRemoved(object.kind, live.item))
    session.reporter.warn(
      `${spokenObject(object)} is stopped, and its file does not say so: apply would start it`,
    );
  const { state } = await withParts(session, object, live);
  return { object, state, place: await placeText(session, object.kind.service, object.scope) };
};

/** Such jobs have no files of their own. */
const isChild = ({ item }: Listed): boolean => (item['ParentID'] ?? '') !== '';

/**
 * Several at once, in their order. A failure is thrown in its turn, when all in progress have ended; nothing more is
 * started.
 */
async function* inOrder<Item, Result>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const pending: Promise<Result>[] = [];
  try {
    for (const item of items) {
      const started = work(item);
      // Thrown in its turn; until then it must not count as unhandled.
      started.catch(() => undefined);
      pending.push(started);
      if (pending.length < width) continue;
      const first = pending.shift();
      if (first !== undefined) yield await first;
    }
    for (let first = pending.shift(); first !== undefined; first = pending.shift()) yield await first;
  } finally {
    await Promise.allSettled(pending);
  }
}

export interface Left {
  readonly object: ObjectName;
  readonly error: TrivetError;
}

/** Errors that are about one object: its name, the rights, or its end since the list. */
const ofOne: ReadonlySet<number> = new Set([Exit.refused, Exit.usage, Exit.denied, Exit.notFound]);

/** @param left gets objects that cannot be read */
export async function* objectsOf(
  { session, kind, name, mount, namespace }: ExportOperand,
  given: SelectInput,
  left: Left[],
): AsyncGenerator<Exported> {
  const flags = { ...given, mount: mount ?? given.mount, namespace: namespace ?? given.namespace };
  if (name !== undefined) {
    yield await exported(session, await objectNamed(session, kind, name, flags), undefined);
    return;
  }
  const scope = await scopeOfKind(session, kind, flags, listsEvery(kind));
  if (kind.singleton === true) {
    yield await exported(session, await objectNamed(session, kind, '', flags), undefined);
    return;
  }
  if (kind.list === undefined) {
    throw usageError(
      `the API cannot list objects of the kind ${kind.kind}`,
      `Name the objects: ${suggest(session, `export ${kind.kind}:NAME`)}`,
    );
  }
  const { baseUrl: address } = await session.endpoint(kind.service);
  const read = async (one: Listed): Promise<Exported | Left> => {
    const own = scope.namespace === everyNamespace ? textAt(one.item, kind.namespaceField ?? '') : undefined;
    const placed = own === undefined ? scope : { ...scope, namespace: own };
    const object = { kind, name: one.name, scope: placed, address };
    try {
      return await exported(session, object, one.live);
    } catch (error) {
      if (!(error instanceof TrivetError) || !ofOne.has(error.exit)) throw error;
      return { object, error };
    }
  };
  const listed = await listObjects(session, kind, scope, flags.where);
  for await (const one of inOrder(
    listed.filter((one) => !isChild(one)),
    read,
  )) {
    if ('error' in one) left.push(one);
    else yield one;
  }
}

/** @throws TrivetError usage, before anything is read */
export const checkWhere = async (
  { session, kind, name }: ExportOperand,
  where: readonly string[],
): Promise<void> => {
  if (where.length === 0) return;
  if (name !== undefined || kind.singleton === true) {
    throw usageError(
      `--where selects objects of a kind, and ${kind.kind}:${name ?? ''} is one object`,
      kind.singleton === true ? 'Leave out --where.' : `Export ${kind.kind}, or leave --where out.`,
    );
  }
  await conditionsFor(session, kind, where);
};

/** A kind that fails does not end the others. */
export async function* unlessFailing(
  wanted: ExportOperand,
  flags: SelectInput,
  left: Left[],
  fail: (kind: ObjectKind, error: TrivetError) => void,
): AsyncGenerator<Exported> {
  try {
    const { session, kind } = wanted;
    if (wanted.isOptional === true && (await lacksKind(session, kind)) !== undefined) return;
    yield* objectsOf(wanted, flags, left);
  } catch (error) {
    if (!(error instanceof TrivetError) || error.code === 'interrupted') throw error;
    if (wanted.isOneOfAll === true && error.exit === Exit.notFound) return;
    fail(wanted.kind, error);
  }
}
