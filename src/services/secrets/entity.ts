import { defineOperation } from '../../catalogue/operation.ts';
import { recordView } from '../../catalogue/view.ts';

export const showEntity = defineOperation({
  id: 'entity.show',
  summary: 'Show an entity',
  source: {
    page: 'https://developer.hashicorp.com/vault/api-docs/secret/identity/entity',
    servers: ['vault'],
  },
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
