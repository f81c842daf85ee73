/** Finds out that one object has several names on standard input: ID, name, with organization, namespace or mount. */
import { Exit, TrivetError } from '../../system/error.ts';
import type { ObjectKind } from '../../catalogue/kind.ts';
import type { Operation } from '../../catalogue/operation.ts';
import { inputText } from '../../catalogue/parameter.ts';
import type { InputRecord } from '../../catalogue/parameter.ts';
import type { Ref } from '../../catalogue/ref.ts';
import { keyOf, refOf } from '../../catalogue/ref.ts';
import type { Scope } from '../../catalogue/target.ts';
import { resolveNames } from '../../run/lists/resolve-names.ts';
import type { Session } from '../../run/session/session.ts';
import type { Selected } from './selected.ts';

interface Among {
  readonly session: Session;
  readonly kind: ObjectKind;
  /** Shows an object by the ID in the parameter `place`. */
  readonly operation: Operation;
  readonly place: string;
  readonly by: 'id' | 'name' | undefined;
  readonly input: InputRecord;
}

export const distinct = async (
  objects: readonly Selected[],
  { session, kind, operation, place, by, input }: Among,
): Promise<readonly Selected[]> => {
  if (objects.length < 2) return objects;
  const usual = await session.target(operation, input);
  const refIn = (name: string, scope: Scope): Ref => refOf(kind, { ...usual, scope }, name);
  const found = new Map<string, Selected>();
  const add = (ref: Ref, object: Selected): void => {
    const key = keyOf(ref);
    if (!found.has(key)) found.set(key, object);
  };
  const form = operation.parameters[place]?.address;
  if (form === undefined) {
    for (const object of objects) add(refIn(object.address, { ...usual.scope, ...object.flags }), object);
    return [...found.values()];
  }
  const own = (await session.endpoint(operation.service)).context.organization?.value;
  const named = objects.map((object) => ({ object, parsed: form.parse(object.address, by) }));
  const isMixed = new Set(named.map(({ parsed }) => parsed[form.id] === undefined)).size > 1;
  for (const { object, parsed } of named) {
    const organization = parsed['organization_name'] ?? object.flags['organization'] ?? own ?? '';
    const name = parsed[form.name] ?? '';
    let id = parsed[form.id];
    if (isMixed && id === undefined) {
      try {
        const typed = `${organization}/${name}`;
        id = inputText(await resolveNames(session, operation, { [place]: typed }, by), place);
      } catch (error) {
        // The row of the missing object reports it.
        if (!(error instanceof TrivetError) || error.exit !== Exit.notFound) throw error;
      }
    }
    add(id === undefined ? refIn(name, { organization }) : refIn(id, {}), object);
  }
  return [...found.values()];
};
