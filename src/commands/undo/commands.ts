import { toggle } from '../../catalogue/parameter.ts';
import type { Command } from '../../catalogue/command.ts';
import { ownCommand } from '../../catalogue/command.ts';
import { undoRows } from '../receipt-rows.ts';

const commands: readonly Command[] = [
  ownCommand({
    path: 'undo',
    summary: 'Take back what a command changed',
    description:
      'Reads each object of the receipt, shows what would come back, asks once, and does exactly that: locks are ' +
      'released, settings, tags, counts and versions come back, jobs that were stopped start again. An object ' +
      'that has changed since is a conflict and stays. An object without proof of whose state it has, such as a lock without a reason, stays; its row has the command that releases it. ' +
      'Objects that cannot come back are listed with the reason. An undo goes only to the server of the receipt and has a ' +
      'receipt of its own. Without ID it lists the latest changes and asks which. Exit 0: all of it came back; 6: ' +
      'conflicts only; 10: some are left; 2: there is nothing to undo.',
    positional: [
      {
        name: 'id',
        optional: true,
        asked: [],
        pickedFrom: {
          command: 'changes',
          field: 'id',
          latest: 'time',
          offers: ['done>0', 'state!=undone', 'state!=refused'],
        },
      },
    ],
    local: {
      id: {
        in: 'local',
        type: 'string',
        summary: 'ID of a receipt, or its beginning',
        complete: 'receipt',
        metavar: 'id',
      },
      only: {
        in: 'local',
        type: 'strings',
        summary: 'Only these objects, by name or number',
        metavar: 'name',
      },
      'allow-rotation': toggle('Permit changes that replace passwords or keys'),
    },
    view: undoRows,
    workflow: () => import('../../features/undo/undo.ts'),
    requests: 'own',
    changes: 'server',
    audience: 'people',
    globals: { 'dry-run': true },
    exits: [6, 10],
    aliases: ['rollback'],
    examples: [
      { summary: 'What would come back', argv: 'undo 4b1c07e2 --dry-run' },
      { summary: 'All of it, after a question', argv: 'undo 4b1c07e2' },
      { summary: 'One object, in a script', argv: 'undo 4b1c07e2 --only network-prod --yes' },
    ],
  }),
];

export default commands;
