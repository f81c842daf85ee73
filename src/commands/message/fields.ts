/** test/seeds/2-secrets.md §2.1, §4.1. */
import type { Fields } from '../../catalogue/field.ts';

const listed = {
  title: { type: 'text', summary: 'Title', rank: 1 },
  status: {
    type: 'text',
    summary: 'active, scheduled or expired',
    tones: { active: 'good', scheduled: 'warn', expired: 'dim' },
  },
  type: { type: 'text', summary: 'banner or modal' },
  authenticated: { type: 'boolean', summary: 'Shown after login; otherwise before, to anyone' },
  active: { type: 'boolean', summary: 'Shown at present', source: 'recorded', readOnly: true },
  start_time: { type: 'time', summary: 'Start of the active period' },
  end_time: { type: 'time', summary: 'End of the active period' },
} as const satisfies Fields;

export const listedMessageFields = {
  key: { type: 'text', summary: 'Message ID', rank: 0 },
  ...listed,
} as const satisfies Fields;

export const messageReplyFields = {
  id: { type: 'text', summary: 'Message ID', rank: 0 },
  ...listed,
  link: { type: 'object', summary: 'Link below the message: title and URL' },
  options: { type: 'object', summary: 'Custom properties of the UI', format: 'json' },
  message: { type: 'text', summary: 'The text, in base64' },
} as const satisfies Fields;
