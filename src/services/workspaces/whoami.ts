import type { Inquiry } from '../inquiry.ts';
import { at, own, textAt } from '../../documents/json/json.ts';
import { defineOperation } from '../../catalogue/operation.ts';
import { recordView } from '../../catalogue/view.ts';

export const operation = defineOperation({
  id: 'account.show',
  summary: 'Show the account of the token',
  source: {
    page: 'https://developer.hashicorp.com/terraform/cloud-docs/api-docs/account',
    servers: ['terraform'],
  },
  service: 'workspaces',
  method: 'GET',
  path: '/account/details',
  parameters: {},
  effect: 'read',
  view: recordView({
    fields: {
      id: { type: 'text', summary: 'User ID' },
      username: { type: 'text', summary: 'Name of the user' },
      email: { type: 'text', summary: 'Email of the user' },
      'is-service-account': { type: 'boolean', summary: 'Not a person' },
    },
    essential: ['username'],
    name: 'username',
    columns: ['username'],
    open: true,
  }),
  examples: [],
});

const inquiry: Inquiry = {
  operation,
  hasOthers: true,
  holder: (document) => ({ user: textAt(at(document, 'data', 'attributes'), 'username') ?? null }),
  // Locks show the user by name, or by ID if the name is not included.
  names: (document) => {
    const user = at(document, 'data');
    return [textAt(own(user, 'attributes'), 'username'), textAt(user, 'id')].flatMap((one) =>
      one === undefined ? [] : [`user ${one}`],
    );
  },
};

export default inquiry;
