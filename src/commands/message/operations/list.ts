import { defineOperation } from '../../../catalogue/operation.ts';
import { tableView } from '../../../catalogue/view.ts';
import { listedMessageFields } from '../fields.ts';
import { messageListColumns, messagesPath } from '../parts.ts';

export const list = defineOperation({
  id: 'message.list',
  summary: 'List the custom messages of the UI',
  description: 'Needs an enterprise license on the server. A filter that is left out includes both values.',
  source: '2 §4.1',
  service: 'secrets',
  method: 'LIST',
  path: messagesPath,
  parameters: {
    active: { in: 'query', type: 'boolean', summary: 'Only messages shown now; --no-active: the others' },
    authenticated: {
      in: 'query',
      type: 'boolean',
      summary: 'Only messages shown after login, or before it',
    },
    type: {
      in: 'query',
      type: 'string',
      summary: 'Only messages of this type',
      enum: ['banner', 'modal'],
      metavar: 'banner|modal',
    },
  },
  effect: 'read',
  view: tableView({
    fields: listedMessageFields,
    name: 'key',
    columns: messageListColumns,
    empty: 'no messages',
  }),
  examples: [
    { summary: 'All messages', argv: 'message list' },
    { summary: 'What people see now before login', argv: 'message list --active --no-authenticated' },
  ],
});
