import { defineOperation } from '../../../catalogue/operation.ts';
import { messageId } from '../parts.ts';
import { show } from './show.ts';

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
