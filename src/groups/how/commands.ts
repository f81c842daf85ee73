/** `trivet how`: finds how something is done, by the words of a question. */
import type { Command } from '../../model/catalogue/command.ts';
import { ownCommand } from '../../model/catalogue/command.ts';
import { tableView } from '../../model/catalogue/view.ts';

const commands: readonly Command[] = [
  ownCommand({
    path: 'how',
    summary: 'Find the command for a question',
    description:
      'Searches the guides, the cookbook, the help of every command, its flags and fields, and the words of terraform, ' +
      'tfctl, vault, bao and nomad, and shows the three best answers with their command lines. It reads files of the ' +
      'installation only, and runs nothing. Typing mistakes do no harm. Without words it lists the guides.',
    positional: [{ name: 'words', optional: true, variadic: true }],
    local: {
      words: { in: 'local', type: 'strings', summary: 'What you want to do', metavar: 'words' },
    },
    view: tableView({
      fields: {
        title: { type: 'text', summary: 'What it does' },
        lines: { type: 'list', summary: 'Command lines' },
        guide: { type: 'text', summary: 'Page that says more: trivet help guide NAME' },
      },
      name: 'title',
      rows: { path: '' },
      columns: ['title', 'lines', 'guide'],
      empty: 'nothing was found',
    }),
    workflow: () => import('./workflows/how.ts'),
    requests: 'none',
    aliases: ['howto', 'search', 'apropos'],
    examples: [
      { summary: 'A question', argv: 'how lock all prod workspaces' },
      { summary: 'For a program', argv: 'how -o json revoke a certificate' },
      { summary: 'Which guides there are', argv: 'how' },
    ],
  }),
];

export default commands;
