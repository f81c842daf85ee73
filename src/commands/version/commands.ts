import type { Command } from '../../catalogue/command.ts';
import { ownCommand } from '../../catalogue/command.ts';
import { recordView } from '../../catalogue/view.ts';

const commands: readonly Command[] = [
  ownCommand({
    path: 'version',
    summary: 'Show the version, and how it was built',
    description:
      'Prints the version on one line, as trivet --version does. With -o json it adds the commit that was built, its ' +
      'date, the runtime and the platform. Commit and date are null where trivet was built without git and without ' +
      'SOURCE_DATE_EPOCH.',
    view: recordView({
      fields: {
        version: { type: 'text', summary: 'Version of trivet' },
        commit: { type: 'text', summary: 'Commit that was built' },
        modified: { type: 'boolean', summary: 'Whether the sources differed from the commit' },
        date: { type: 'time', summary: 'Date of the commit, or SOURCE_DATE_EPOCH of the build' },
        form: { type: 'text', summary: 'executable, or package of npm' },
        runtime: { type: 'text', summary: 'node or bun' },
        runtimeVersion: { type: 'text', summary: 'Version of the runtime' },
        platform: { type: 'text', summary: 'Operating system and processor' },
      },
      name: 'version',
      columns: ['version', 'commit', 'date', 'form', 'runtime', 'runtimeVersion', 'platform'],
    }),
    workflow: () => import('./workflows/version.ts'),
    requests: 'none',
    changes: 'nothing',
    aliases: ['about', 'build'],
    examples: [
      { summary: 'The version', argv: 'version' },
      { summary: 'For a bug report', argv: 'version -o json' },
    ],
  }),
];

export default commands;
