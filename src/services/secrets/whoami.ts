import type { Inquiry } from '../inquiry.ts';
import type { Json } from '../../documents/json/json.ts';
import { own, textAt, textsAt } from '../../documents/json/json.ts';
import { defineOperation } from '../../catalogue/operation.ts';
import { recordView } from '../../catalogue/view.ts';

export const operation = defineOperation({
  id: 'token.show',
  summary: 'Show the token that asks',
  source: { page: 'https://developer.hashicorp.com/vault/api-docs/auth/token', servers: ['vault'] },
  service: 'secrets',
  method: 'GET',
  path: '/auth/token/lookup-self',
  parameters: {},
  effect: 'read',
  view: recordView({
    fields: {
      display_name: { type: 'text', summary: 'Name of the token' },
      path: { type: 'text', summary: 'Path of the log-in that made it' },
      policies: { type: 'list', summary: 'Policies' },
      identity_policies: { type: 'list', summary: 'Policies of its entity and groups' },
      expire_time: { type: 'time', summary: 'When it expires' },
      renewable: { type: 'boolean', summary: 'Can be renewed' },
      id: { type: 'text', summary: 'The token itself', sensitive: true },
    },
    essential: ['policies'],
    name: 'display_name',
    columns: ['display_name', 'policies'],
    open: true,
  }),
  examples: [],
});

const methodOf = (path: string | undefined): Json =>
  /^auth\/(.+?)\/(?:login|create|root|oidc)\b/.exec(path ?? '')?.[1] ?? null;

const inquiry: Inquiry = {
  operation,
  hasEnd: true,
  names: (document) => {
    const entity = textAt(own(document, 'data'), 'entity_id') ?? '';
    return entity === '' ? [] : [entity];
  },
  holder: (document) => {
    const data = own(document, 'data');
    return {
      user: textAt(data, 'display_name') ?? null,
      method: methodOf(textAt(data, 'path')),
      policies: [...new Set([...textsAt(data, 'policies'), ...textsAt(data, 'identity_policies')])],
      expires: textAt(data, 'expire_time') ?? null,
      renewable: own(data, 'renewable') === true,
    };
  },
};

export default inquiry;
