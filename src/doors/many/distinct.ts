/** Objects of standard input that have several names there: an ID, a name, and a name with its organization. */
import { Exit, TrivetError } from '../../model/error.ts';
import type { Operation } from '../../model/catalogue/operation.ts';
import { inputText } from '../../model/catalogue/parameter.ts';
import { fullAddress, resolveNames } from '../../engine/lists/resolve-names.ts';
import type { Session } from '../../engine/session/session.ts';
import type { Selected } from './selected.ts';

interface Among {
  readonly session: Session;
  /** Shows an object by the ID in the parameter `place`. */
  readonly operation: Operation;
  readonly place: string;
  readonly by: 'id' | 'name' | undefined;
}

/** Returns every object once. Names are looked up only if some objects are given by ID and some by name. */
export const distinct = async (
  objects: readonly Selected[],
  { session, operation, place, by }: Among,
): Promise<readonly Selected[]> => {
  const isAddress = operation.parameters[place]?.resolve === 'workspace';
  if (!isAddress || objects.length < 2) return objects;
  const { context } = await session.endpoint(operation.service);
  const usual = context.organization?.value;
  const named = objects.map((object) => ({
    object,
    ...fullAddress(object.address, object.flags['organization'] ?? usual, by),
  }));
  const mixed = named.some(({ isId }) => isId) && !named.every(({ isId }) => isId);
  const found = new Map<string, Selected>();
  for (const { object, isId, text } of named) {
    let key = text;
    if (mixed && !isId) {
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
