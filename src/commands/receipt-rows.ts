import { recordView, tableView } from '../catalogue/view.ts';

export const receiptList = tableView({
  fields: {
    id: { type: 'text', summary: 'ID of the receipt', rank: 0 },
    time: { type: 'time', summary: 'When the command began', rank: 1 },
    command: { type: 'text', summary: 'Command', rank: 0 },
    profile: { type: 'text', summary: 'Profile, where one was used', rank: 5 },
    origin: { type: 'text', summary: 'Servers that were changed', rank: 6, narrowest: 'whole' },
    object: { type: 'text', summary: 'Object, and how many more', rank: 1, narrowest: 16 },
    state: {
      type: 'text',
      summary: 'open, done, undone, closed or refused',
      tones: { open: 'warn', refused: 'bad', done: 'good', undone: 'dim', closed: 'dim' },
      rank: 0,
    },
    objects: { type: 'integer', summary: 'Objects or requests', rank: 3 },
    done: { type: 'integer', summary: 'Changed', rank: 2 },
    failed: { type: 'integer', summary: 'Not changed', rank: 2 },
    unknown: { type: 'integer', summary: 'Of unknown outcome', rank: 2 },
    left: { type: 'integer', summary: 'Not started' },
    by: { type: 'text', summary: 'terminal, script, ci, agent or program' },
    reason: { type: 'text', summary: 'Why the file is not used, or how to go on' },
  },
  name: 'id',
  columns: ['id', 'time', 'command', 'profile', 'origin', 'state', 'objects', 'done', 'failed', 'unknown'],
  empty: 'no changes are recorded',
});

/** Adds what was changed; the servers come last. */
export const receiptTable: typeof receiptList = {
  ...receiptList,
  columns: [
    'id',
    'time',
    'command',
    'object',
    'state',
    'objects',
    'done',
    'failed',
    'unknown',
    'profile',
    'origin',
  ],
};

const scopeFields = {
  namespace: { type: 'text', summary: 'Namespace of the object, where it has one', rank: 0, scope: {} },
  mount: {
    type: 'text',
    summary: 'Mount of the object, where it has one',
    rank: 0,
    scope: { optional: true },
  },
} as const;

const changeFields = {
  organization: { type: 'text', summary: 'Organization of the object, where it has one' },
  ...scopeFields,
  item: { type: 'integer', summary: 'Number of the object or request', rank: 0 },
  name: { type: 'text', summary: 'Object', rank: 0 },
  operation: { type: 'text', summary: 'Operation', rank: 2 },
  result: {
    type: 'text',
    summary: 'done, failed, unknown, ended (a loan left nothing of it), not started or undone',
    tones: { done: 'good', failed: 'bad', unknown: 'warn', ended: 'dim', undone: 'dim' },
    rank: 0,
  },
  before: { type: 'object', summary: 'State before the change, without secrets' },
  undo: { type: 'text', summary: 'The command that takes it back, or why there is none', rank: 1 },
  lookUp: { type: 'text', summary: 'Command that shows whether the change was made' },
} as const;

export const receiptView = tableView({
  fields: changeFields,
  name: 'name',
  rows: { path: 'changes' },
  columns: ['item', 'name', 'operation', 'result', 'undo'],
  empty: 'nothing was sent',
});

export const undoRows = tableView({
  fields: {
    name: { type: 'text', summary: 'Object', rank: 0 },
    ...scopeFields,
    operation: { type: 'text', summary: 'Operation that was to be taken back', rank: 2 },
    result: {
      type: 'text',
      summary: 'undone, already, conflict, unproven, impossible, failed or unknown',
      tones: {
        undone: 'good',
        already: 'dim',
        conflict: 'bad',
        unproven: 'warn',
        impossible: 'warn',
        failed: 'bad',
        unknown: 'warn',
      },
      rank: 0,
    },
    reason: { type: 'text', summary: 'Why it was left, or what to know', rank: 1 },
    command: { type: 'text', summary: 'The command that took it back' },
    lookUp: { type: 'text', summary: 'Command that shows whether it was made' },
  },
  columns: ['name', 'operation', 'result', 'reason'],
  name: 'name',
  empty: 'Nothing was changed.',
});

export const settled = recordView({
  fields: {
    id: { type: 'text', summary: 'ID of the receipt' },
    item: { type: 'text', summary: 'Number of the object, or all' },
    result: { type: 'text', summary: 'done or retry' },
  },
  name: 'id',
  columns: ['id', 'item', 'result'],
});
