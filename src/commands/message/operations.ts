import { defineOperation } from '../../catalogue/operation.ts';
import { backTo } from '../../catalogue/undo.ts';
import { tableView } from '../../catalogue/view.ts';
import { listedMessageFields } from './fields.ts';
import { messageFields, messageId, messageListColumns, messagesPath, messageView } from './parts.ts';

export const show = defineOperation({
  id: 'message.show',
  summary: 'Show a custom message of the UI',
  description: 'The message is shown decoded; -o json gives what the server sent (base64).',
  source: '2 §4.1',
  service: 'secrets',
  method: 'GET',
  path: '/sys/config/ui/custom-messages/{id}',
  parameters: { id: messageId },
  effect: 'read',
  view: messageView,
  errors: { 404: 'no message has this ID' },
  examples: [
    { summary: 'One message', argv: 'message show 2cf8a4bd-4ec5-4f0d-9d0c-4f5a3c1b2a10' },
    {
      summary: 'Only its text',
      argv: 'message show 2cf8a4bd-4ec5-4f0d-9d0c-4f5a3c1b2a10 --field message',
    },
  ],
});

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

const messageBack = backTo('message update', { command: 'message delete' });

/** The API requires title, message and start_time, but the command reads and sends all, so they are optional here. */
export const update = defineOperation({
  id: 'message.update',
  objectRead: show,
  undo: messageBack,
  summary: 'Change a custom message of the UI',
  description:
    'Changes only what is given: the message is read first and sent whole, because the server clears what an ' +
    'update leaves out. --unset end-time, link or options removes a value.',
  source: '2 §4.1',
  service: 'secrets',
  method: 'POST',
  path: '/sys/config/ui/custom-messages/{id}',
  parameters: {
    id: messageId,
    ...messageFields,
    end_time: { ...messageFields.end_time, nullable: true },
    link: { ...messageFields.link, nullable: true },
    options: { ...messageFields.options, nullable: true },
  },
  effect: 'idempotent',
  omitted: 'kept',
  doneText: 'updated message {id}: {title}',
  view: messageView,
  lookUp: 'message show {id}',
  errors: { 404: 'no message has this ID' },
  examples: [
    {
      summary: 'Ends in an hour',
      argv: 'message update 2cf8a4bd-4ec5-4f0d-9d0c-4f5a3c1b2a10 --end-time +1h',
    },
    {
      summary: 'Never ends',
      argv: 'message update 2cf8a4bd-4ec5-4f0d-9d0c-4f5a3c1b2a10 --unset end-time',
    },
  ],
});

export const create = defineOperation({
  id: 'message.create',
  objectRead: show,
  undo: {
    ...messageBack,
    object: (_, reply) => {
      const id = reply?.['id'];
      return typeof id === 'string' ? { id } : undefined;
    },
    receiptOperation: update,
  },
  summary: 'Create a custom message of the UI',
  description:
    'Creates a banner or modal dialog that is shown before or after login during its active period; at most ' +
    '100 per namespace. Anyone can read a message shown before login (--no-authenticated): it must not ' +
    'contain secrets.',
  source: '2 §4.1',
  service: 'secrets',
  method: 'POST',
  path: messagesPath,
  parameters: {
    ...messageFields,
    title: { ...messageFields.title, required: true },
    message: { ...messageFields.message, required: true },
    start_time: { ...messageFields.start_time, required: true },
  },
  effect: 'unsafe',
  doneText: 'created message {id}: {title}',
  view: messageView,
  lookUp: 'message list',
  errors: { 400: '100 messages exist in the namespace, or a field is malformed' },
  examples: [
    {
      summary: 'A banner for two hours from now',
      argv: "message create --title Maintenance --message 'Down on Sunday' --start-time +0s --end-time +2h",
    },
    {
      summary: 'A dialog with a link, from a file',
      argv: "message create --title Terms --message @terms.md --start-time 2026-12-01 --type modal --link 'Details=https://status.example.com'",
    },
  ],
});

export const remove = defineOperation({
  id: 'message.delete',
  undo: { because: 'it was deleted; create it again' },
  summary: 'Delete a custom message of the UI',
  source: '2 §4.1',
  service: 'secrets',
  method: 'DELETE',
  objectRead: show,
  looksFirst: 'always',
  path: '/sys/config/ui/custom-messages/{id}',
  parameters: { id: messageId },
  effect: 'harmless',
  risks: [{ risk: 'removes', gravity: 'ask', question: 'Delete message {id}?' }],
  view: { kind: 'message', text: 'deleted message {id}' },
  lookUp: 'message show {id}',
  examples: [{ summary: 'In a script', argv: 'message delete 2cf8a4bd-4ec5-4f0d-9d0c-4f5a3c1b2a10 --yes' }],
});
