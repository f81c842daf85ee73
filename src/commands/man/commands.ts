import type { Command } from '../../catalogue/command.ts';
import { ownCommand, running } from '../../catalogue/command.ts';

const commands: readonly Command[] = [
  ownCommand({
    path: 'man',
    summary: 'Open the manual page of a command',
    description:
      'Opens the page in man, also where the pages are not installed: each group has one, with all of its commands. ' +
      'Without a command it is the page of trivet.',
    positional: [{ name: 'command', variadic: true, optional: true }],
    local: {
      command: { in: 'local', type: 'strings', summary: 'Words of the command', metavar: 'word' },
    },
    workflow: () => import('./workflows/show.ts'),
    requests: 'none',
    prints: 'text',
    changes: 'nothing',
    examples: [{ summary: 'As man trivet-job-register', argv: 'man job register' }],
  }),
  ownCommand({
    path: 'man install',
    summary: 'Write the manual pages where man looks',
    description:
      'Writes trivet(1), a page for each group, and links for its commands to man/man1 in XDG_DATA_HOME, by default ' +
      '~/.local/share, and replaces pages of another version. It says what is missing for man to show them. npm and ' +
      'the Linux packages install the pages by themselves; this is for the standalone executable. With --dry-run it ' +
      'only shows what it would write.',
    workflow: () => import('./workflows/installed.ts').then(running('installPages')),
    requests: 'none',
    prints: 'text',
    globals: { 'dry-run': true },
    examples: [
      { summary: 'For man trivet-job-stop', argv: 'man install' },
      { summary: 'See where the pages would be written', argv: 'man install --dry-run' },
    ],
  }),
  ownCommand({
    path: 'man uninstall',
    summary: 'Remove the installed manual pages',
    description: 'Removes the pages that man install wrote, and no other file.',
    workflow: () => import('./workflows/installed.ts').then(running('uninstallPages')),
    requests: 'none',
    prints: 'text',
    globals: { 'dry-run': true },
    examples: [{ summary: 'Before trivet is removed', argv: 'man uninstall' }],
  }),
];

export default commands;
