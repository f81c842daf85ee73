import { toggle } from '../../catalogue/parameter.ts';
import type { Command } from '../../catalogue/command.ts';
import { ownCommand } from '../../catalogue/command.ts';
import { kindNames } from '../../catalogue/kind-name.ts';
import { namespaceFlag } from '../status/namespace-flag.ts';

const commands: readonly Command[] = [
  ownCommand({
    path: 'watch',
    summary: 'Watch urgent things, or any object',
    description:
      'Without arguments it shows the rows of status, those that need a person first. A kind shows the list of its ' +
      'objects, and a kind with a name one object: its fields, its timeline and its parts. Enter opens what is under the ' +
      'cursor, a shows the commands for it, ? every key. A key that changes something shows the exact command line first, ' +
      'and the command asks its own questions. Reads wait for changes where the server can do that, and are otherwise ' +
      'repeated every five seconds. With --plain it prints a line for each change and needs no terminal. ' +
      'Jobs are those of the namespace of the settings, or of --namespace; the screen says of which.',
    positional: [{ name: 'what', optional: true, variadic: true }],
    local: {
      what: {
        in: 'local',
        type: 'strings',
        summary: 'Kinds of objects, or one with a name',
        suggests: kindNames,
        metavar: 'kind',
      },
      namespace: namespaceFlag,
      plain: toggle('Print lines, for screen readers and pipes'),
    },
    workflow: () => import('../../features/watch/watch.ts'),
    requests: 'own',
    prints: 'text',
    changes: 'nothing',
    audience: 'people',
    globals: { color: true, timeout: true },
    aliases: ['top', 'ui', 'dashboard', 'monitor'],
    examples: [
      { summary: 'The worst first', argv: 'watch --plain --timeout 1s' },
      { summary: 'Jobs of all namespaces', argv: "watch --namespace '*' --plain --timeout 1s" },
      { summary: 'One job with its allocations', argv: 'watch job web --plain --timeout 1s' },
    ],
  }),
];

export default commands;
