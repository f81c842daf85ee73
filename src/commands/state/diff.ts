import { toggle } from '../../catalogue/parameter.ts';
import type { Command } from '../../catalogue/command.ts';
import { ownCommand } from '../../catalogue/command.ts';
import { stateKinds } from '../../catalogue/kind-name.ts';
import { stateView } from './view.ts';
import { fileFlags } from './flags.ts';
import { fullFlag } from '../job/parts.ts';

const commands: readonly Command[] = [
  ownCommand({
    path: 'diff',
    summary: 'Compare files with servers, or two objects',
    description:
      'Reads files and folders of objects (YAML, JSON, and job files in HCL), checks all of them, and shows ' +
      'what apply would change; nothing is changed. A setting that a file does not name is not compared; null ' +
      'clears a setting, and a list is the whole list. Jobs are compared by a plan of their scheduler. With two ' +
      'operands, one of them [PROFILE@]KIND:NAME, shows what would make the second like the first. --env reads ' +
      'the layers of an environment of trivet.yaml; --since compares with an earlier revision of the files in ' +
      'Git, too: fields that they no longer name are reset, and objects are listed with the line that deletes ' +
      'them. Secrets are not compared, and a note says so; anything else that could not be compared is a row. ' +
      'With --detailed-exitcode 0 means no difference and 11 differences; an object that cannot be read is a ' +
      'row, and the exit code is that of the worst failure.',
    positional: [{ name: 'files', variadic: true, optional: true }],
    local: {
      files: {
        in: 'local',
        type: 'strings',
        summary: 'Files, folders, - for standard input, or KIND:NAME',
        complete: 'file-or-object',
        metavar: 'file',
      },
      'detailed-exitcode': toggle('Exit 11 when something differs'),
      full: fullFlag,
      'names-only': toggle('List what differs, without the values'),
      unmanaged: {
        in: 'local',
        type: 'strings',
        summary: 'Also list objects that no file names',
        suggests: [...stateKinds, 'all'],
        metavar: 'kind',
      },
      'plan-out': {
        in: 'local',
        type: 'string',
        summary: 'Write a plan that apply carries out exactly',
        complete: 'file',
        metavar: 'file',
      },
      ...fileFlags,
    },
    view: stateView('Nothing differs.'),
    alsoNeeds: 'for job files namespace:plan-job, and namespace:parse-job if they are HCL',
    workflow: () => import('./workflows/diff.ts'),
    requests: 'own',
    changes: 'nothing',
    aliases: ['drift', 'compare'],
    examples: [
      { summary: 'What a folder would change', argv: 'diff infra/ --full' },
      { summary: 'For a pull request', argv: 'diff infra/ -o md --plan-out plan.json' },
      {
        summary: 'Drift, every night',
        argv: 'diff infra/ --detailed-exitcode --unmanaged workspace',
        exit: 11,
      },
      { summary: 'An environment of trivet.yaml', argv: 'diff fleet/ --env prod' },
      { summary: 'Two workspaces', argv: 'diff workspace:acme/app-staging workspace:acme/app-prod' },
    ],
  }),
];

export default commands;
