/** Resolves names where the API only takes IDs: one exact show each, never a fuzzy search. */
import { textAt } from '../../documents/json/json.ts';
import { Exit, TrivetError } from '../../system/error.ts';
import type { Operation } from '../../catalogue/operation.ts';
import type { ObjectAddress, InputRecord, InputValue } from '../../catalogue/parameter.ts';
import { perObject } from '../../system/values/per-object.ts';
import { pathExpander } from '../../http/path.ts';
import { serviceOf } from '../../services/index.ts';
import type { Session } from '../session/session.ts';

/** A parameter that is typed as an address, and the kind of what it names. */
interface Place {
  readonly key: string;
  readonly address: ObjectAddress;
  readonly kind: string;
}

const idOf = async (
  session: Session,
  place: Place,
  text: string,
  by: 'id' | 'name' | undefined,
): Promise<string> => {
  const input = place.address.parse(text, by);
  return input[place.address.id] ?? idOfName(session, place, text, input);
};

const idOfName = async (
  session: Session,
  { kind: name }: Place,
  text: string,
  input: InputRecord,
): Promise<string> => {
  const kind = await session.program.catalogue.kind(name);
  const show = kind?.show.operations.find(({ when }) => when === 'by-name')?.operation;
  if (kind === undefined || show === undefined) throw new Error(`nothing shows ${name} by its name`);
  const { document } = await session.lookUp(show, input);
  const [item = {}] = serviceOf(show.service).readItems(document, show.view);
  const id = textAt(item, kind.name.id ?? '');
  if (id !== undefined) return id;
  throw new TrivetError(
    'not-the-api',
    Exit.unreachable,
    `the server did not report the ID of ${kind.summary} ${text}`,
  );
};

/** The parameters that are addresses: few operations have one. */
const addressesOf = perObject(({ parameters }: Operation): readonly Place[] =>
  Object.entries(parameters).flatMap(([key, { address, complete: kind }]) =>
    address === undefined || kind === undefined ? [] : [{ key, address, kind }],
  ),
);

/** The input with every address of the operation as an ID. */
export const resolveNames = async (
  session: Session,
  operation: Operation,
  input: InputRecord,
  by: 'id' | 'name' | undefined,
): Promise<InputRecord> => {
  const places = addressesOf(operation);
  if (places.length === 0) return input;
  const resolved: Record<string, InputValue | undefined> = { ...input };
  for (const place of places) {
    const { key } = place;
    const value = input[key];
    if (typeof value === 'string') resolved[key] = await idOf(session, place, value, by);
    else if (Array.isArray(value)) {
      const ids: string[] = [];
      for (const one of value) ids.push(await idOf(session, place, String(one), by));
      resolved[key] = ids;
    }
  }
  return resolved;
};

/**
 * Refuses names that no request could contain, without a look-up.
 * @throws TrivetError usage
 */
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
