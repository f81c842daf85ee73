/** `trivet completion`: scripts for four shells, and the hidden command that reads live names for them. */
import type { Command } from '../../catalogue/command.ts';
import { ownCommand } from '../../catalogue/command.ts';
import type { Parameter } from '../../catalogue/parameter.ts';
import { shells } from './shell-names.ts';

const shell = {
  in: 'local',
  type: 'string',
  summary: 'Shell that the script is for',
  enum: shells,
  metavar: 'shell',
} as const satisfies Parameter;

const context = (summary: string) =>
  ({ in: 'local', type: 'string', summary, metavar: 'text' }) as const satisfies Parameter;

const commands: readonly Command[] = [
  ownCommand({
    path: 'completion',
    summary: 'Print the completion script of a shell',
    description:
      'The script completes commands, flags and fixed values by itself, without starting a process. Live names ' +
      '(workspaces, roles, serials, jobs and the like) come from cache files that are refreshed after a minute ' +
      'by requests that only read; the shell waits 300 ms at most, and a slower server is read in the ' +
      'background. Install the script with trivet completion install, or load it from a file: evaluating the ' +
      'output of this command starts trivet whenever a shell starts.',
    positional: [{ name: 'shell' }],
    local: { shell },
    workflow: () => import('./workflows/print.ts'),
    requests: 'none',
    prints: 'script',
    examples: [{ summary: 'Into a file of your own', argv: 'completion zsh --out _trivet' }],
  }),
  ownCommand({
    path: 'completion install',
    summary: "Write the completion script to the shell's folder",
    description:
      'Writes one file and changes no other. If the shell does not look there by itself, prints the line that ' +
      'makes it do so. With --dry-run it only shows what it would write.',
    positional: [{ name: 'shell', optional: true }],
    local: { shell: { ...shell, default: 'the one of SHELL' } },
    workflow: () => import('./workflows/install.ts'),
    requests: 'none',
    prints: 'text',
    takes: ['dry-run'],
    examples: [
      { summary: 'For the login shell', argv: 'completion install' },
      { summary: 'See what would be written', argv: 'completion install fish --dry-run' },
    ],
  }),
  ownCommand({
    path: 'completion uninstall',
    summary: 'Remove the installed completion script',
    description: 'Removes the file that completion install wrote, and no other. Without one it does nothing.',
    positional: [{ name: 'shell', optional: true }],
    local: { shell: { ...shell, default: 'the one of SHELL' } },
    workflow: () => import('./workflows/uninstall.ts'),
    requests: 'none',
    prints: 'text',
    takes: ['dry-run'],
    examples: [{ summary: 'Of the login shell', argv: 'completion uninstall' }],
  }),
  ownCommand({
    path: 'completion candidates',
    summary: 'Read live names into the completion cache',
    description:
      'Run by completion scripts. It only reads, leaves a server slower than 300 ms to a background process, is ' +
      'silent when it fails, and always exits 0.',
    hidden: true,
    positional: [{ name: 'kind' }, { name: 'parent', optional: true }],
    local: {
      kind: context('What kind of names'),
      parent: context('Job of allocations and actions, organization of workspaces'),
      context: context('Server and scope of the names'),
      organization: context('As typed'),
      namespace: context('As typed'),
      region: context('As typed'),
      mount: context('As typed'),
      behind: { in: 'local', type: 'boolean', summary: 'Read a slow server to the end' },
    },
    workflow: () => import('./workflows/candidates.ts'),
    requests: 'own',
    prints: 'text',
    examples: [{ summary: 'Names of workspaces', argv: 'completion candidates workspace' }],
  }),
];

export default commands;
