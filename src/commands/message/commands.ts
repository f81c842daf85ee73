import type { Command } from '../../catalogue/command.ts';
import { commandOf } from '../../catalogue/command.ts';
import { create, list, remove, show, update } from './operations.ts';

const id = [{ name: 'id' }] as const;

const commands: readonly Command[] = [
  commandOf('message list', list, {
    workflow: () => import('./workflows/show.ts'),
  }),
  commandOf('message create', create, {
    workflow: () => import('./workflows/write.ts'),
    aliases: ['new', 'add'],
  }),
  commandOf('message show', show, {
    positional: id,
    workflow: () => import('./workflows/show.ts'),
    aliases: ['read', 'get'],
  }),
  commandOf('message update', update, {
    positional: id,
    workflow: () => import('./workflows/write.ts'),
    aliases: ['edit', 'set', 'write'],
  }),
  commandOf('message delete', remove, { positional: id, aliases: ['remove'] }),
];

export default commands;
