import type { ObjectKind } from '../../catalogue/kind.ts';
import { commandsByPath } from '../command-at.ts';
import commands from './commands.ts';
import { listedMessageFields, messageReplyFields } from './fields.ts';

const command = commandsByPath(commands);

const kinds: readonly ObjectKind[] = [
  {
    kind: 'message',
    summary: 'message',
    service: 'secrets',
    scope: ['namespace'],
    name: { field: 'id', input: 'id', assigned: 'title', sample: '00000000-0000-0000-0000-000000000000' },
    fields: messageReplyFields,
    show: command('message show'),
    remove: command('message delete'),
    write: {
      create: command('message create'),
      update: command('message update'),
      omitted: 'cleared',
      resetValues: { authenticated: { value: true } },
    },
    list: {
      command: command('message list'),
      reportsFields: Object.keys(listedMessageFields),
      filter: { active: 'active', authenticated: 'authenticated', type: 'type' },
    },
  },
];

export { commands };

export default kinds;
