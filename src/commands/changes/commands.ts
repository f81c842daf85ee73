import type { Command } from '../../catalogue/command.ts';
import { ownCommand } from '../../catalogue/command.ts';
import { Exit } from '../../system/error.ts';
import type { Parameters } from '../../catalogue/parameter.ts';
import { toggle } from '../../catalogue/parameter.ts';
import { whereFlag } from '../../catalogue/many-flags.ts';
import { receiptList, receiptView, settled } from '../receipt-rows.ts';

const id = {
  id: {
    in: 'local',
    type: 'string',
    summary: 'ID of a receipt, or its beginning',
    complete: 'receipt',
    metavar: 'id',
  },
} as const satisfies Parameters;
const changes = { command: 'changes', field: 'id' } as const;
const openChange = { name: 'id', pickedFrom: { ...changes, offers: ['state=open'] } } as const;

const commands: readonly Command[] = [
  ownCommand({
    path: 'changes',
    summary: 'List what was changed, open changes first',
    description:
      'Every change leaves a receipt: the command, when, on which server, each object with its state before, and ' +
      'what became of it, without secrets. A receipt is open while an outcome is unknown or something is left to ' +
      'do: trivet changes continue and trivet changes settle finish it, trivet changes close gives it up. A file that someone else could have ' +
      'written, or that is damaged, is listed as refused. Receipts are kept for 30 days (profile set ' +
      '--receipt-days). Anything that a loan left behind is listed, too: trivet lease recover gives it back.',
    local: {
      after: { in: 'local', type: 'time', summary: 'Only changes after this time', metavar: 'time' },
      where: { ...whereFlag, summary: "Only receipts that satisfy 'FIELD OP VALUE'; repeatable" },
    },
    view: receiptList,
    workflow: () => import('./workflows/list.ts'),
    requests: 'none',
    changes: 'nothing',
    aliases: ['history', 'receipts', 'journal'],
    examples: [
      { summary: 'The latest changes', argv: 'changes' },
      { summary: 'What is open', argv: 'changes --where state=open -o name' },
      { summary: 'Since yesterday', argv: 'changes --after -1d' },
    ],
  }),
  ownCommand({
    path: 'changes show',
    summary: 'Show what a command changed, object by object',
    description:
      'For each object: what was done, its outcome, and the command that takes it back, or why nothing does. ' +
      '-o json adds the state before.',
    positional: [{ name: 'id', pickedFrom: changes }],
    local: id,
    view: receiptView,
    workflow: () => import('../../features/undo/show.ts'),
    requests: 'none',
    changes: 'nothing',
    examples: [
      { summary: 'By its ID', argv: 'changes show 4b1c07e2' },
      { summary: 'With the states before', argv: 'changes show 4b1c07e2 -o json' },
    ],
  }),
  ownCommand({
    path: 'changes continue',
    summary: 'Finish what a stopped command left',
    description:
      'Continues a change of many objects, an apply or a batch with a receipt where it stopped, with the same ' +
      'servers and the objects of the receipt. Nothing that was done is repeated; a change of unknown outcome is ' +
      'repeated only where its proof allows it. Of a renewal of certificates that was killed it records what its folder shows.',
    positional: [openChange],
    local: {
      ...id,
      'retry-unknown': toggle('Also repeat changes of unknown outcome'),
    },
    workflow: () => import('../../features/undo/continue.ts'),
    requests: 'own',
    changes: 'server',
    audience: 'people',
    exits: [10],
    examples: [{ summary: 'After a crash or a failure', argv: 'changes continue 4b1c07e2', exit: 10 }],
  }),
  ownCommand({
    path: 'changes settle',
    summary: 'Record an outcome that only you know',
    description:
      'ITEM is its number or its object in trivet changes show, or all for every change of unknown outcome. done: it was made. ' +
      'retry: it was not made; changes continue makes it in a change of many or an apply, give any other command again. ' +
      'Nothing is sent, but it decides what is sent later: a read-only run refuses it.',
    positional: [
      openChange,
      {
        name: 'item',
        pickedFrom: { command: 'changes show', field: 'item', offers: ['result=unknown'] },
      },
      { name: 'outcome' },
    ],
    local: {
      ...id,
      item: {
        in: 'local',
        type: 'string',
        summary: 'Number or object of the change, or all',
        metavar: 'item',
      },
      outcome: {
        in: 'local',
        type: 'string',
        summary: 'What became of it',
        enum: ['done', 'retry'],
        metavar: 'outcome',
      },
    },
    view: settled,
    workflow: () => import('./workflows/settle.ts'),
    requests: 'none',
    changes: 'receipts',
    exits: [Exit.denied],
    audience: 'people',
    examples: [{ summary: 'The second object was changed', argv: 'changes settle 4b1c07e2 2 done' }],
  }),
  ownCommand({
    path: 'changes close',
    summary: 'Give up what a stopped command left',
    description:
      'The receipt needs nobody any more, and its run cannot be continued. It says who closed it and when, and ' +
      'changes show still lists what failed, what was not started and what is unknown. What was done stays, and can be ' +
      'taken back. Nothing is sent, but it decides what is sent later: a read-only run refuses it.',
    positional: [openChange],
    local: id,
    view: receiptList,
    workflow: () => import('./workflows/close.ts'),
    requests: 'none',
    changes: 'receipts',
    exits: [Exit.denied],
    audience: 'people',
    examples: [{ summary: 'A run that nobody will finish', argv: 'changes close 4b1c07e2', exit: 2 }],
  }),
];

export default commands;
