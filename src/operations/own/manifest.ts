/** `trivet manifest`: what trivet is, for programs. */
import type { Command } from '../../model/command.ts';

const commands: readonly Command[] = [
  {
    path: 'manifest',
    summary: 'Print everything about every command, for programs',
    description:
      'One document: commands, operations, flags with their types and limits, rules, effects, confirmations, exit ' +
      'codes, examples. manifestVersion changes when a reader of the old one would go wrong; members may be added.',
    operations: [],
    workflow: () => import('../../workflows/manifest/print.ts'),
    examples: [
      { summary: 'Everything', argv: 'manifest' },
      {
        summary: 'Commands that change something',
        argv: `manifest --query "commands[?operations[?effect != 'read']].path"`,
      },
    ],
  },
];

export default commands;
