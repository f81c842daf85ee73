import type { Command } from '../../catalogue/command.ts';
import { ownCommand, running } from '../../catalogue/command.ts';
import type { Parameter } from '../../catalogue/parameter.ts';
import { toggle } from '../../catalogue/parameter.ts';
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
      'The script completes commands, flags and fixed values from a table of words beside it, without starting ' +
      'trivet. Live names (workspaces, roles, serials, jobs and the like) come from trivet, which keeps them for a ' +
      'minute and reads them by requests that only read; it waits 300 ms at most, and reads a slower server in the ' +
      'background. Install script and table with trivet completion install: without the table beside it, the script ' +
      'starts trivet whenever a shell starts.',
    positional: [{ name: 'shell' }],
    local: { shell },
    workflow: () => import('./workflows/print.ts').then(running('printScript')),
    requests: 'none',
    prints: 'script',
    examples: [{ summary: 'Into a file of your own', argv: 'completion zsh --out _trivet' }],
  }),
  ownCommand({
    path: 'completion install',
    summary: "Write the completion script to the shell's folder",
    description:
      'Writes the script and its table of words, and changes no other file. If the shell does not look there by ' +
      'itself, prints the line that makes it do so. With --dry-run it only shows what it would write.',
    positional: [{ name: 'shell', optional: true }],
    local: { shell: { ...shell, default: 'the one of SHELL' } },
    workflow: () => import('./workflows/scripts.ts').then(running('installScript')),
    requests: 'none',
    prints: 'text',
    globals: { 'dry-run': true },
    examples: [
      { summary: 'For the login shell', argv: 'completion install' },
      { summary: 'See what would be written', argv: 'completion install fish --dry-run' },
    ],
  }),
  ownCommand({
    path: 'completion uninstall',
    summary: 'Remove the installed completion scripts',
    description:
      'Removes the files that completion install wrote, and no other. Without one it does nothing.',
    positional: [{ name: 'shell', optional: true }],
    local: { shell: { ...shell, default: 'all shells' } },
    workflow: () => import('./workflows/scripts.ts').then(running('uninstallScript')),
    requests: 'none',
    prints: 'text',
    globals: { 'dry-run': true },
    examples: [{ summary: 'Of all shells', argv: 'completion uninstall' }],
  }),
  ownCommand({
    path: 'completion words',
    summary: 'Print the words that completion scripts read',
    audience: 'scripts',
    workflow: () => import('./workflows/print.ts').then(running('printWords')),
    requests: 'none',
    prints: 'script',
    examples: [{ summary: 'For a script that was printed', argv: 'completion words' }],
  }),
  ownCommand({
    path: 'completion candidates',
    summary: 'Read live names into the completion cache',
    description:
      'What trivet complete -- WORDS stands for, which completion scripts run. It only reads, leaves a server slower than 300 ms to a background process, is ' +
      'silent when it fails, and always exits 0.',
    audience: 'scripts',
    positional: [{ name: 'kind' }, { name: 'parent', optional: true }],
    local: {
      kind: context('What kind of names'),
      parent: context('Job of allocations and actions, organization of workspaces'),
      context: context('Server and scope of the names'),
      before: context('What is printed before each name'),
      organization: context('As typed'),
      namespace: context('As typed'),
      region: context('As typed'),
      mount: context('As typed'),
      behind: toggle('Read a slow server to the end'),
    },
    workflow: () => import('./workflows/candidates.ts'),
    requests: 'own',
    prints: 'text',
    examples: [{ summary: 'Names of workspaces', argv: 'completion candidates workspace' }],
  }),
];

export default commands;
