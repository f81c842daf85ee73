import type { Fields } from '../catalogue/field.ts';

export const findingFields = {
  check: { type: 'text', summary: 'What was checked', rank: 0 },
  status: {
    type: 'text',
    summary: 'ok, warning, problem or skipped',
    rank: 0,
    tones: { ok: 'good', warning: 'warn', problem: 'bad', skipped: 'dim' },
  },
  detail: { type: 'text', summary: 'What was found', rank: 0 },
} as const satisfies Fields;
