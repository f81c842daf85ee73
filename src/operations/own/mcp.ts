/** `trivet mcp`: commands as tools for agents. */
import type { Command } from '../../model/command.ts';
import { ownCommand } from '../../model/command.ts';

const commands: readonly Command[] = [
  ownCommand({
    path: 'mcp',
    summary: 'Serve commands as tools to an agent, over standard input and output',
    description:
      'Speaks the Model Context Protocol until the client closes standard input. Each command is a tool: workspace_list ' +
      'is trivet workspace list. Only reads are served, and no command that gives credentials, until --allow names ' +
      'more: changes for all changes, credentials for all commands that give secrets, or a command. What asks a person ' +
      'is asked by the client, or refused where it cannot ask. Secrets, variables and templates of jobs are hidden in ' +
      'replies without --reveal. Files in arguments (@FILE) are read only in the working directory.',
    local: {
      toolset: {
        in: 'local',
        type: 'strings',
        summary: 'Only these groups or parts of them: job, pki-role',
        metavar: 'group',
      },
      allow: {
        in: 'local',
        type: 'strings',
        summary: 'Serve more than reads: changes, credentials, or a command',
        metavar: 'what',
      },
      sandbox: {
        in: 'local',
        type: 'boolean',
        summary: 'Serve a sandbox that lives as long as this does',
      },
    },
    workflow: () => import('../../workflows/mcp/serve.ts'),
    requests: 'items',
    prints: 'text',
    takes: ['reveal'],
    examples: [
      { summary: 'Reads of all groups, against a sandbox', argv: 'mcp --sandbox' },
      { summary: 'Jobs and roles, and one change', argv: "mcp --toolset job,pki-role --allow 'job stop'" },
    ],
  }),
];

export default commands;
