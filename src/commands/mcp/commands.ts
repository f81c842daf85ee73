import { toggle } from '../../catalogue/parameter.ts';
import type { Command } from '../../catalogue/command.ts';
import { whereFlag } from '../../catalogue/many-flags.ts';
import { ownCommand } from '../../catalogue/command.ts';

const commands: readonly Command[] = [
  ownCommand({
    path: 'mcp',
    summary: 'Serve commands as tools for an agent',
    description:
      'Speaks the Model Context Protocol over standard input and output until the client closes the input. Each ' +
      'command is a tool: workspace_list is trivet workspace list. Only reads are served, and none that returns ' +
      'credentials, unless --allow adds more: changes for all changes, credentials for all commands that return ' +
      'secrets, or a command. A command that needs a confirmation asks through the client, or is refused if the ' +
      'client cannot ask. Secrets, variables and templates of jobs are hidden in replies without --reveal. ' +
      'Every call uses the servers chosen at the start. Files in arguments are read only in the working directory, or ' +
      'below each --root; that is never / or the home folder. A secret argument can be env:NAME of a variable that --allow-env names. Lists are short: each item has the columns of the table, and ' +
      'the argument fields gives others. --structured adds schemas of replies and structured content, for clients ' +
      'that use them; they double the size of the list of tools. --until takes a time or a duration, which counts from the first start with these flags, even after a restart. --where job~web-* limits changes to calls ' +
      'whose argument job matches. With --until, --confirm-profile NAME answers for a protected profile.',
    local: {
      toolset: {
        in: 'local',
        type: 'strings',
        summary: 'Only these groups or parts: job, pki-role',
        metavar: 'group',
      },
      allow: {
        in: 'local',
        type: 'strings',
        summary: 'Also serve changes, credentials, or a command',
        metavar: 'what',
      },
      until: {
        in: 'local',
        type: 'string',
        summary: 'Until when the changes of --allow are allowed',
        metavar: 'time',
      },
      where: {
        ...whereFlag,
        summary: "Only calls that satisfy 'ARGUMENT OP VALUE'; repeatable",
      },
      'allow-env': {
        in: 'local',
        type: 'strings',
        summary: 'Variable that a secret argument may name',
        metavar: 'name',
        keptFor: 'person',
      },
      sandbox: toggle('Use a sandbox that ends with this process'),
      root: {
        in: 'local',
        type: 'strings',
        summary: 'Folder whose files tools may read; repeatable',
        complete: 'file',
        metavar: 'dir',
      },
      structured: toggle('Announce schemas of replies, and send structured replies'),
      'allow-host': {
        in: 'local',
        type: 'strings',
        summary: 'Host to whose URLs tools may connect; repeatable',
        metavar: 'host',
      },
    },
    workflow: () => import('../../features/mcp/serve.ts'),
    requests: 'items',
    prints: 'text',
    globals: { reveal: true, 'confirm-profile': true },
    examples: [
      { summary: 'Reads of all groups, against a sandbox', argv: 'mcp --sandbox' },
      {
        summary: 'One change, of some jobs, for two hours',
        argv: "mcp --toolset job --allow 'job restart' --until 2h --where job~web-*",
      },
      { summary: 'Jobs and roles, and one change', argv: "mcp --toolset job,pki-role --allow 'job stop'" },
    ],
  }),
];

export default commands;
