/** A lease is known by its ID, since a list has only one level of the path. */
import { commandsByPath } from '../command-at.ts';
import type { ObjectKind } from '../../catalogue/kind.ts';
import commands from './commands.ts';
import { lookUpFields } from './fields.ts';

const command = commandsByPath(commands);

const kinds: readonly ObjectKind[] = [
  {
    kind: 'lease',
    summary: 'lease',
    service: 'secrets',
    scope: ['namespace'],
    name: { field: 'id', input: 'lease_id' },
    fields: lookUpFields,
    show: command('lease lookup'),
  },
];

export { commands };

export default kinds;
