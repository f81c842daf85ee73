import { defineOperation } from '../../../catalogue/operation.ts';
import { backTo } from '../../../catalogue/undo.ts';
import { messageFields, messageId, messageView } from '../parts.ts';
import { show } from './show.ts';

export const messageBack = backTo('message update', { command: 'message delete' });

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
  partial: 'server',
  doneText: 'updated message {id}: {title}',
  view: messageView,
  lookUp: 'message show {id}',
  errors: [{ status: 404, condition: 'no message has this ID' }],
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
