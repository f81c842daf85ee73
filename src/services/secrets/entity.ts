/** The name of an entity, for an ID that says nothing to people. Beyond the documents. */
import { own, textAt } from '../../model/json/json.ts';
import { TrivetError } from '../../model/error.ts';
import { defineOperation } from '../../model/catalogue/operation.ts';
import { recordView } from '../../model/catalogue/view.ts';
import type { Session } from '../../engine/session/session.ts';

export const showEntity = defineOperation({
  id: 'entity.show',
  summary: 'Show an entity',
  beyond: 'https://developer.hashicorp.com/vault/api-docs/secret/identity/entity',
  on: ['vault'],
  service: 'secrets',
  method: 'GET',
  path: '/identity/entity/id/{id}',
  parameters: { id: { in: 'path', type: 'string', summary: 'Entity ID', required: true } },
  effect: 'read',
  view: recordView({
    fields: {
      id: { type: 'text', summary: 'Entity ID' },
      name: { type: 'text', summary: 'Name of the entity' },
    },
    name: 'name',
    columns: ['id', 'name'],
    open: true,
  }),
  examples: [],
});

/** Returns who an entity is, in words: its name where the token may look that up, else its ID. Asks once for each. */
export const entityNames = (session: Session): ((id: string) => Promise<string>) => {
  const known = new Map<string, Promise<string>>();
  const read = async (id: string): Promise<string> => {
    try {
      const { document } = await session.lookUp(showEntity, { id });
      return textAt(own(document, 'data'), 'name') ?? `entity ${id}`;
    } catch (error) {
      if (error instanceof TrivetError) return `entity ${id}`;
      throw error;
    }
  };
  return (id) => {
    const found = known.get(id) ?? read(id);
    known.set(id, found);
    return found;
  };
};
