import type { View } from '../../catalogue/view.ts';
import { tableView } from '../../catalogue/view.ts';

/** @param more columns at the end */
export const stateView = (empty: string, more: readonly ('result' | 'wave')[] = []): View =>
  tableView({
    fields: {
      kind: { type: 'text', summary: 'Kind of the object', rank: 0 },
      name: { type: 'text', summary: 'Name of the object', rank: 0 },
      action: {
        type: 'text',
        summary: 'create, update, delete, unknown, conflict, failed, removed, moved, unmanaged',
        rank: 0,
        tones: {
          create: 'good',
          update: 'warn',
          delete: 'bad',
          unknown: 'warn',
          conflict: 'bad',
          failed: 'bad',
          removed: 'warn',
          moved: 'dim',
          unmanaged: 'dim',
        },
      },
      result: {
        type: 'text',
        summary: 'Of apply: done, conflict or failed',
        rank: 0,
        tones: { done: 'good', conflict: 'bad', failed: 'bad' },
      },
      wave: { type: 'integer', summary: 'Wave in which it is written', rank: 1 },
      fields: { type: 'list', summary: 'Settings and parts that differ', rank: 1 },
      where: { type: 'text', summary: 'File, line and column', rank: 3 },
      reason: {
        type: 'text',
        summary: 'Why it failed, or could not be compared; a warning of the server',
        rank: 2,
      },
      hint: { type: 'text', summary: 'What to do about it' },
      mount: {
        type: 'text',
        summary: 'Mount of the secrets engine',
        rank: 0,
        scope: { comparedWithin: 'kind' },
      },
      namespace: { type: 'text', summary: 'Namespace', rank: 0, scope: { comparedWithin: 'kind' } },
      changes: { type: 'list', summary: 'Each field with the value before and after' },
      plan: { type: 'object', summary: 'Of a job: the difference as its scheduler reports it' },
      uncompared: { type: 'list', summary: 'What was not compared' },
    },
    name: 'name',
    columns: ['kind', 'name', 'action', ...more, 'fields', 'where', 'reason'],
    empty,
  });

export const viewInWaves = stateView('', ['wave']);
