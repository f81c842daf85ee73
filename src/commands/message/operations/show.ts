import { defineOperation } from '../../../catalogue/operation.ts';
import { messageId, messageView } from '../parts.ts';

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
  errors: [{ status: 404, condition: 'no message has this ID' }],
  examples: [
    { summary: 'One message', argv: 'message show 2cf8a4bd-4ec5-4f0d-9d0c-4f5a3c1b2a10' },
    {
      summary: 'Only its text',
      argv: 'message show 2cf8a4bd-4ec5-4f0d-9d0c-4f5a3c1b2a10 --field message',
    },
  ],
});
