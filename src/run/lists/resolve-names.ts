/** Looks up IDs for names where the API takes IDs, with one exact read each and never a search. */
import { textAt } from '../../documents/json/json.ts';
import { Exit, TrivetError } from '../../system/error.ts';
import type { Operation } from '../../catalogue/operation.ts';
import { asReadOne } from '../../catalogue/operation.ts';
import type { ObjectAddress, InputRecord, InputValue } from '../../catalogue/parameter.ts';
import { inputText } from '../../catalogue/parameter.ts';
import { memoize } from '../../system/values/memoize.ts';
import { pathExpander } from '../../http/path.ts';
import { itemOfReply } from '../session/outcome.ts';
import type { Session } from '../session/session.ts';

interface Place {
  readonly key: string;
  readonly address: ObjectAddress;
  readonly kind: string;
  readonly isTarget: boolean;
}

const idOf = async (session: Session, place: Place, text: string, input: InputRecord): Promise<string> =>
  inputText(input, place.address.id) ?? idOfName(session, place, text, input);

const idOfName = async (
  session: Session,
  { kind: name }: Place,
  text: string,
  input: InputRecord,
): Promise<string> => {
  const kind = await session.program.catalogue.kind(name);
  const show = kind?.show.operations.find(({ when }) => when === 'by-name')?.operation;
  if (kind === undefined || show === undefined) throw new Error(`nothing shows ${name} by its name`);
  const id = textAt(itemOfReply(await session.lookUp(asReadOne(show), input)), kind.name.id ?? '');
  if (id !== undefined) return id;
  throw new TrivetError(
    'not-the-api',
    Exit.unreachable,
    `the server did not report the ID of ${kind.summary} ${text}`,
  );
};

const scopeIn = ({ id, name }: ObjectAddress, input: InputRecord): InputRecord =>
  Object.fromEntries(
    Object.entries(input).filter(([key, value]) => key !== id && key !== name && value !== undefined),
  );

const once = <Value>(make: () => Promise<Value>): (() => Promise<Value>) => {
  let made: Promise<Value> | undefined;
  return () => (made ??= make());
};

const scopeOfId = async (
  session: Session,
  { kind: name, address }: Place,
  id: string,
): Promise<InputRecord> => {
  const kind = await session.program.catalogue.kind(name);
  const showOf = (form: 'by-id' | 'by-name'): Operation | undefined =>
    kind?.show.operations.find(({ when }) => when === form)?.operation;
  const [byId, byName] = [showOf('by-id'), showOf('by-name')];
  if (byId === undefined || byName === undefined) return {};
  const found = await session.lookUp(asReadOne(byId), { [address.id]: id }).catch((error: unknown) => {
    // The request itself reports the missing object.
    if (error instanceof TrivetError && error.exit === Exit.notFound) return undefined;
    throw error;
  });
  if (found === undefined) return {};
  const item = itemOfReply(found);
  return Object.fromEntries(
    Object.entries(byName.parameters).flatMap(([key, { context }]) => {
      const value = context === undefined ? undefined : textAt(item, context);
      return value === undefined ? [] : [[key, value] as const];
    }),
  );
};

const addressesOf = memoize(({ parameters }: Operation): readonly Place[] =>
  Object.entries(parameters)
    .flatMap(([key, { address, complete: kind, in: where }]) =>
      address === undefined || kind === undefined ? [] : [{ key, address, kind, isTarget: where === 'path' }],
    )
    .toSorted((one, other) => Number(other.isTarget) - Number(one.isTarget)),
);

export const resolveNames = async (
  session: Session,
  operation: Operation,
  input: InputRecord,
  by: 'id' | 'name' | undefined,
): Promise<InputRecord> => {
  const places = addressesOf(operation);
  if (places.length === 0) return input;
  const resolved: Record<string, InputValue | undefined> = { ...input };
  // Other names are looked up in the scope of the target.
  let near: (() => Promise<InputRecord>) | undefined;
  const idNear = async (place: Place, text: string): Promise<string> => {
    const parsed = place.address.parse(text, by);
    const id = inputText(parsed, place.address.id);
    const own = scopeIn(place.address, parsed);
    const isBare = id === undefined && Object.keys(own).length === 0;
    const beside = isBare ? await near?.() : undefined;
    near ??= once(() => (id === undefined ? Promise.resolve(own) : scopeOfId(session, place, id)));
    return idOf(session, place, text, { ...parsed, ...beside });
  };
  for (const place of places) {
    const { key } = place;
    const value = input[key];
    if (typeof value === 'string') resolved[key] = await idNear(place, value);
    else if (Array.isArray(value)) {
      const ids: string[] = [];
      for (const one of value) ids.push(await idNear(place, String(one)));
      resolved[key] = ids;
    }
  }
  return resolved;
};

/** Sends nothing. @throws TrivetError usage */
export const refuseImpossibleNames = (
  operation: Operation,
  input: InputRecord,
  by: 'id' | 'name' | undefined,
): void => {
  const { parameters } = operation;
  for (const [key, parameter] of Object.entries(parameters)) {
    const value = input[key];
    if (parameter.in !== 'path' || typeof value !== 'string') continue;
    const expand = pathExpander(`/{${key}}`, parameters);
    const parts =
      parameter.address === undefined ? [value] : Object.values(parameter.address.parse(value, by));
    for (const part of parts) if (part !== undefined) expand(() => part);
  }
};
