import type { Inquiry } from '../inquiry.ts';
import { region } from './region.ts';
import type { Json } from '../../documents/json/json.ts';
import { isArray, own, textAt, textsAt } from '../../documents/json/json.ts';
import { defineOperation } from '../../catalogue/operation.ts';
import { recordView } from '../../catalogue/view.ts';

export const operation = defineOperation({
  id: 'acl.token.show',
  summary: 'Show the token that asks',
  source: { page: 'https://developer.hashicorp.com/nomad/api-docs/acl/tokens', servers: ['nomad'] },
  service: 'jobs',
  method: 'GET',
  path: '/v1/acl/token/self',
  parameters: { region },
  effect: 'read',
  view: recordView({
    fields: {
      AccessorID: { type: 'text', summary: 'Public ID of the token' },
      Name: { type: 'text', summary: 'Name of the token' },
      Type: { type: 'text', summary: 'client or management' },
      Policies: { type: 'list', summary: 'Policies' },
      Roles: { type: 'list', summary: 'Roles' },
      ExpirationTime: { type: 'time', summary: 'When it expires' },
      SecretID: { type: 'text', summary: 'The token itself', sensitive: true },
    },
    essential: ['AccessorID'],
    name: 'AccessorID',
    columns: ['Name', 'Type', 'Policies'],
    open: true,
  }),
  examples: [],
});

const rolesIn = (document: Json): readonly string[] => {
  const roles = own(document, 'Roles');
  return isArray(roles) ? roles.flatMap((role) => textAt(role, 'Name') ?? []) : [];
};

const inquiry: Inquiry = {
  operation,
  hasEnd: true,
  holder: (document) => ({
    user: textAt(document, 'Name') ?? null,
    policies:
      textAt(document, 'Type') === 'management'
        ? ['management']
        : [
            ...new Set([
              ...textsAt(document, 'Policies'),
              ...rolesIn(document).map((name) => `role ${name}`),
            ]),
          ],
    expires: textAt(document, 'ExpirationTime') ?? null,
    renewable: false,
  }),
};

export default inquiry;
