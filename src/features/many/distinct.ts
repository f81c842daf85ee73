/**
 * Objects of standard input that have several names there: an ID, a name, a name with its organization, and a name with
 * and without the namespace of the run.
 */
import { Exit, TrivetError } from '../../system/error.ts';
import type { Operation } from '../../catalogue/operation.ts';
import { inputText } from '../../catalogue/parameter.ts';
import type { InputRecord, ObjectAddress } from '../../catalogue/parameter.ts';
import { resolveNames } from '../../engine/lists/resolve-names.ts';
import type { Session } from '../../engine/session/session.ts';
import type { Selected } from './selected.ts';

interface Among {
  readonly session: Session;
  /** Shows an object by the ID in the parameter `place`. */
  readonly operation: Operation;
  readonly place: string;
  readonly by: 'id' | 'name' | undefined;
  /** What the command line gives for all of them. */
  readonly input: InputRecord;
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

const firstOfEach = (
  objects: readonly Selected[],
  keyOf: (object: Selected) => unknown,
): readonly Selected[] => {
  const found = new Map<unknown, Selected>();
  for (const object of objects) if (!found.has(keyOf(object))) found.set(keyOf(object), object);
  return [...found.values()];
};

/** Returns every object once. Names are looked up only if some objects are given by ID and some by name. */
export const distinct = async (
  objects: readonly Selected[],
  { session, operation, place, by, input }: Among,
): Promise<readonly Selected[]> => {
  const form = operation.parameters[place]?.address;
  if (objects.length < 2) return objects;
  const endpoint = await session.endpoint(operation.service);
  if (form === undefined) {
    const usual = (await session.target(operation, input)).scope.namespace;
    return firstOfEach(
      objects,
      ({ address, flags }) => `${flags['namespace'] ?? usual ?? ''}\n${flags['mount'] ?? ''}\n${address}`,
    );
  }
  const usual = endpoint.context.organization?.value;
  const isId = ({ address }: Selected): boolean => form.parse(address, by)[form.id] !== undefined;
  const mixed = objects.some(isId) && !objects.every(isId);
  const keys = new Map<Selected, string>();
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
    keys.set(object, key);
  }
  return firstOfEach(objects, (object) => keys.get(object));
};
