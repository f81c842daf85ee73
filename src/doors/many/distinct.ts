/** Objects of standard input that have several names there: an ID, a name, and a name with its organization. */
import { Exit, TrivetError } from '../../model/error.ts';
import type { Operation } from '../../model/catalogue/operation.ts';
import { inputText } from '../../model/catalogue/parameter.ts';
import type { ObjectAddress } from '../../model/catalogue/parameter.ts';
import { resolveNames } from '../../engine/lists/resolve-names.ts';
import type { Session } from '../../engine/session/session.ts';
import type { Selected } from './selected.ts';

interface Among {
  readonly session: Session;
  /** Shows an object by the ID in the parameter `place`. */
  readonly operation: Operation;
  readonly place: string;
  readonly by: 'id' | 'name' | undefined;
}

/** The name with its organization, or the ID. */
const nameOf = (
  { address: typed, flags }: Selected,
  address: ObjectAddress,
  usual: string | undefined,
  by: Among['by'],
): string => {
  const input = address.parse(typed, by);
  const id = input[address.id];
  if (id !== undefined) return id;
  return `${input['organization_name'] ?? flags['organization'] ?? usual ?? ''}/${input[address.name] ?? ''}`;
};

/** Returns every object once. Names are looked up only if some objects are given by ID and some by name. */
export const distinct = async (
  objects: readonly Selected[],
  { session, operation, place, by }: Among,
): Promise<readonly Selected[]> => {
  const form = operation.parameters[place]?.address;
  if (form === undefined || objects.length < 2) return objects;
  const { context } = await session.endpoint(operation.service);
  const usual = context.organization?.value;
  const isId = ({ address }: Selected): boolean => form.parse(address, by)[form.id] !== undefined;
  const mixed = objects.some(isId) && !objects.every(isId);
  const found = new Map<string, Selected>();
  for (const object of objects) {
    let key = nameOf(object, form, usual, by);
    if (mixed && !isId(object)) {
      try {
        key = inputText(await resolveNames(session, operation, { [place]: key }, by), place) ?? key;
      } catch (error) {
        // Its own row says that it does not exist.
        if (!(error instanceof TrivetError) || error.exit !== Exit.notFound) throw error;
      }
    }
    if (!found.has(key)) found.set(key, object);
  }
  return [...found.values()];
};
