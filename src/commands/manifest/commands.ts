import type { Command } from '../../catalogue/command.ts';
import { ownCommand } from '../../catalogue/command.ts';
import { tableView } from '../../catalogue/view.ts';

const commands: readonly Command[] = [
  ownCommand({
    path: 'manifest',
    summary: 'Describe every command, for programs',
    description:
      'Prints one document: commands, operations, flags with their types and limits, rules, effects, ' +
      'confirmations, exit codes, examples, and JSON Schemas (2020-12) of what a command takes (input), prints ' +
      'under -o json (reply) and under -o jsonl (item). manifestVersion changes when an existing reader would ' +
      'misread the document; members may be added without a new version. Schemas that several commands share are in ' +
      '$defs. --command prints only its commands, without what concerns all of them.',
    local: {
      command: {
        in: 'local',
        type: 'strings',
        summary: 'Only this command, or those of a group',
        metavar: 'path',
      },
      schema: {
        in: 'local',
        type: 'string',
        summary: 'Print only this schema: kind or trivet.yaml',
        metavar: 'kind',
      },
    },
    view: tableView({
      fields: {
        path: { type: 'text', summary: 'Command', rank: 0 },
        group: { type: 'text', summary: 'Group' },
        summary: { type: 'text', summary: 'What it does', rank: 1 },
        effects: { type: 'list', summary: 'What its operations do: read, idempotent, keyed, unsafe' },
      },
      name: 'path',
      columns: [['path', 'command'], 'summary', 'effects'],
      empty: 'no commands',
      open: true,
    }),
    workflow: () => import('./workflows/print.ts'),
    requests: 'none',
    examples: [
      { summary: 'Everything', argv: 'manifest' },
      { summary: 'What a file can set on a workspace, for an editor', argv: 'manifest --schema workspace' },
      { summary: 'What one command takes and prints', argv: `manifest --command 'workspace list'` },
      {
        summary: 'Commands that change something',
        argv: `manifest --query "commands[?operations[?effect != 'read']].path"`,
      },
    ],
  }),
];

export default commands;
