import type { Fields } from '../../catalogue/field.ts';

export const loginFields = {
  service: { type: 'text', summary: 'Service' },
  address: { type: 'text', summary: 'Base URL' },
  product: { type: 'text', summary: 'What the server is' },
  namespace: { type: 'text', summary: 'Namespace, if it is not the default one' },
  user: { type: 'text', summary: 'Name of the user' },
  method: { type: 'text', summary: 'How the token was made' },
  policies: { type: 'list', summary: 'Policies of the token' },
  expires: { type: 'time', summary: 'When the token expires' },
  renewable: { type: 'boolean', summary: 'Whether the token can be renewed' },
  uses: { type: 'integer', summary: 'Requests that the token is good for' },
  token: { type: 'text', summary: 'The token', sensitive: true },
} as const satisfies Fields;
