/** The commands of `trivet message`. */
import type { Command } from '../../model/command.ts';
import { commandOf } from '../../model/command.ts';
import { create } from './create.ts';
import { remove } from './delete.ts';
import { list } from './list.ts';
import { show } from './show.ts';
import { update } from './update.ts';

const id = [{ name: 'id' }] as const;

const commands: readonly Command[] = [
  commandOf('message list', list, {
    workflow: () => import('../../workflows/message/show.ts'),
    aliases: ['ls'],
  }),
  commandOf('message create', create, {
    workflow: () => import('../../workflows/message/write.ts'),
    aliases: ['new', 'add'],
  }),
  commandOf('message show', show, {
    positional: id,
    workflow: () => import('../../workflows/message/show.ts'),
    aliases: ['read', 'get'],
  }),
  commandOf('message update', update, {
    positional: id,
    workflow: () => import('../../workflows/message/write.ts'),
    aliases: ['edit', 'set', 'write'],
  }),
  commandOf('message delete', remove, { positional: id, aliases: ['rm', 'remove'] }),
];

export default commands;
