/** `trivet apply`: makes the servers as the files say. */
import type { Command } from '../../model/command.ts';
import { ownCommand } from '../../model/command.ts';
import { waitFlags } from '../globals.ts';
import { fileFlags } from './state-flags.ts';
import { stateView } from './state-view.ts';

const commands: readonly Command[] = [
  ownCommand({
    path: 'apply',
    summary: 'Make the servers as files say',
    description:
      'Reads the files as diff does, shows what differs, asks once, and writes it: objects in the order of their ' +
      'references, each after it was read again. What changed meanwhile is not written: its row says conflict (6 when ' +
      'nothing was written, else 10). A plan of diff --plan-out is carried out exactly, or refused with 6 when it is out ' +
      'of date. It deletes nothing. A setting that a file does not name stays as it is, also where the server replaces ' +
      'the whole object. What rotates a password or a key needs --allow-rotation. Jobs are registered only if they are ' +
      'as they were planned. A journal is written; after a stop, --resume goes on with it and writes nothing twice. ' +
      'With --wait each job is followed until it is healthy, or has ended; the first that fails stops the run unless ' +
      '--keep-going. Variables, state, runs and access are never copied.',
    positional: [{ name: 'files', variadic: true, optional: true }],
    local: {
      files: {
        in: 'local',
        type: 'strings',
        summary: 'Files, folders, - for standard input, or a plan',
        complete: 'file',
        metavar: 'file',
      },
      'allow-rotation': {
        in: 'local',
        type: 'boolean',
        summary: 'Let changes rotate passwords and keys',
      },
      'keep-going': { in: 'local', type: 'boolean', summary: 'Go on after failures' },
      ...waitFlags('Wait for each job before the next object'),
      resume: {
        in: 'local',
        type: 'string',
        summary: 'Go on with the journal of an earlier run',
        complete: 'file',
        metavar: 'journal',
      },
      parallel: {
        in: 'local',
        type: 'integer',
        summary: 'Objects written at once',
        default: '4',
        limits: { minimum: 1, maximum: 64 },
        metavar: 'n',
      },
      ...fileFlags,
    },
    view: stateView('Nothing was changed.', ['result']),
    workflow: () => import('../../workflows/state/apply.ts'),
    requests: 'own',
    takes: ['dry-run'],
    aliases: ['sync', 'reconcile'],
    examples: [
      { summary: 'A folder, after a look', argv: 'apply infra/' },
      { summary: 'The plan that was reviewed', argv: 'apply plan.json --yes' },
      { summary: 'Only one setting', argv: 'apply infra/ --only engine-version --yes' },
    ],
  }),
];

export default commands;
