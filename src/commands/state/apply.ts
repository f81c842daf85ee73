import { toggle } from '../../catalogue/parameter.ts';
import type { Command } from '../../catalogue/command.ts';
import { ownCommand } from '../../catalogue/command.ts';
import { Exit } from '../../system/error.ts';
import { waitFlags } from '../../config/globals.ts';
import {
  expectFlag,
  limitFlag,
  paceFlags,
  receiptFlag,
  resumeFlag,
  waveFlags,
} from '../../catalogue/many-flags.ts';
import { fileFlags } from './flags.ts';
import { fullFlag } from '../job/parts.ts';
import { stateView } from './view.ts';

const commands: readonly Command[] = [
  ownCommand({
    path: 'apply',
    summary: 'Make the servers match files',
    description:
      'Reads the files as diff does, shows what differs, asks once, and makes the changes: objects in the order ' +
      'of their references, each read again first. An object that changed meanwhile is not written: its row ' +
      'reports conflict (exit 6 when nothing was written, else 10). Each object that was written is read again at once and at the end of the run; another value is a conflict, too, and what could not be compared makes the exit ' +
      'code 10. A plan of diff --plan-out is carried out exactly, or refused with exit 6 when it is out of date. ' +
      'Nothing is deleted because it is absent: trivet.yaml lists it under removed, and --since shows that the ' +
      'server has what the files named. A setting that a file does not name stays as it is, even where the ' +
      'server replaces the whole object. A change that rotates a password or a key needs --allow-rotation. ' +
      'Jobs are registered only if they have not changed since they were planned. A receipt is written; after a ' +
      'stop, --resume continues and makes no change twice. With --wait each job is followed until it is healthy ' +
      'or has ended, also one that matches its file; the first that fails stops the run unless --keep-going. Variables, state, runs and access ' +
      'are never copied.',
    positional: [{ name: 'files', variadic: true, optional: true }],
    local: {
      files: {
        in: 'local',
        type: 'strings',
        summary: 'Files, folders, - for standard input, or a plan',
        complete: 'file',
        metavar: 'file',
      },
      'allow-rotation': toggle('Permit changes that replace passwords or keys'),
      full: fullFlag,
      'keep-going': toggle('Continue after failures'),
      ...waitFlags('Wait for each job before the next object'),
      receipt: receiptFlag,
      resume: resumeFlag,
      expect: { ...expectFlag, summary: 'Stop unless this many objects differ' },
      limit: { ...limitFlag, summary: 'Change only this many objects' },
      ...paceFlags,
      ...waveFlags,
      ...fileFlags,
    },
    view: stateView('Nothing was changed.', ['result']),
    alsoNeeds:
      'for job files namespace:plan-job and namespace:register-job, and namespace:parse-job if they are HCL',
    workflow: () => import('./workflows/apply/apply.ts'),
    requests: 'own',
    changes: 'server',
    exits: [Exit.partial],
    globals: { 'dry-run': true },
    aliases: ['sync', 'reconcile'],
    examples: [
      { summary: 'A folder, after a review', argv: 'apply infra/' },
      { summary: 'The plan that was reviewed', argv: 'apply plan.json --yes' },
      { summary: 'An environment of trivet.yaml', argv: 'apply fleet/ --env prod --yes' },
      { summary: 'Only one setting', argv: 'apply infra/ --only engine-version --yes' },
    ],
  }),
];

export default commands;
