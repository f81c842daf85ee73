import type { Command } from '../../catalogue/command.ts';
import { ownCommand } from '../../catalogue/command.ts';
import { tableView } from '../../catalogue/view.ts';

const commands: readonly Command[] = [
  ownCommand({
    path: 'how',
    summary: 'Find the command for a question',
    description:
      'Searches the guides, the cookbook, the help of every command, its flags and fields, and the words of terraform, ' +
      'tfctl, vault, bao and nomad, and shows the three best answers with their command lines. It reads files of the ' +
      'installation only, and runs nothing. Typing mistakes are tolerated. Without words it lists the guides. --try N ' +
      'runs the lines of the N-th answer in a sandbox of their own, and shows what each printed, its exit code and ' +
      'what it changed there, without questions. No profile, token or file of yours is used. Lines that need one are not run: the ' +
      'answer says why. The exit code is that of the first line that did not succeed.',
    positional: [{ name: 'words', optional: true, variadic: true }],
    local: {
      words: { in: 'local', type: 'strings', summary: 'What you want to do', metavar: 'words' },
      try: {
        in: 'local',
        type: 'integer',
        summary: 'Run this answer in a sandbox',
        limits: { minimum: 1, maximum: 3 },
        suggests: ['1', '2', '3'],
        metavar: 'n',
      },
    },
    view: tableView({
      fields: {
        title: { type: 'text', summary: 'What it does' },
        lines: { type: 'list', summary: 'Command lines' },
        guide: { type: 'text', summary: 'Page that says more: trivet help guide NAME' },
        ran: { type: 'list', summary: 'With --try, what each line printed and changed' },
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
      { summary: 'What the first answer does, in a sandbox', argv: 'how lock a workspace --try 1' },
      { summary: 'For a program', argv: 'how -o json revoke a certificate' },
      { summary: 'Which guides there are', argv: 'how' },
    ],
  }),
];

export default commands;
