import { defineOperation } from '../../../catalogue/operation.ts';
import { messageFields, messagesPath, messageView } from '../parts.ts';
import { show } from './show.ts';
import { messageBack, update } from './update.ts';

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
  errors: [{ status: 400, condition: '100 messages exist in the namespace, or a field is malformed' }],
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
