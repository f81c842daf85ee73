/** `trivet auth`: tokens of a profile. */
import type { Command } from '../../model/catalogue/command.ts';
import { ownCommand } from '../../model/catalogue/command.ts';
import { tableView } from '../../model/catalogue/view.ts';
import { service } from '../service-positional.ts';

const commands: readonly Command[] = [
  ownCommand({
    path: 'auth login',
    summary: 'Store a token in a profile',
    description:
      'Prompts for the token without echo, or reads it from --token-file (- is standard input). The profile is ' +
      '--profile or the current one, and must have an address for the service. A token that the server refuses ' +
      'is not stored; if the server cannot be reached, a warning says so. If the profile names no product, trivet ' +
      'asks the server what it is.',
    positional: [{ name: 'service' }],
    local: { service },
    workflow: () => import('./workflows/login.ts'),
    requests: 'none',
    changes: 'profiles',
    prints: 'text',
    takes: ['token-file'],
    examples: [
      { summary: 'With a prompt on the terminal', argv: 'auth login workspaces' },
      { summary: 'From a pipe', argv: 'auth login secrets --token-file -' },
    ],
  }),
  ownCommand({
    path: 'auth logout',
    summary: 'Remove a stored token from a profile',
    positional: [{ name: 'service' }],
    local: { service },
    workflow: () => import('./workflows/logout.ts'),
    requests: 'none',
    changes: 'profiles',
    prints: 'text',
    examples: [{ summary: 'Of the current profile', argv: 'auth logout jobs' }],
  }),
  ownCommand({
    path: 'auth status',
    summary: 'Show the token source of each service',
    view: tableView({
      fields: {
        service: { type: 'text', summary: 'Service', rank: 0 },
        address: { type: 'text', summary: 'Base URL', rank: 0 },
        product: { type: 'text', summary: 'What the server is' },
        token: { type: 'text', summary: 'Whether there is a token' },
        source: { type: 'text', summary: 'Where the token comes from' },
        problem: { type: 'text', summary: 'Why there is no token' },
      },
      name: 'service',
      rows: { path: '' },
      columns: ['service', 'address', 'product', 'token', 'source', 'problem'],
      empty: '',
    }),
    workflow: () => import('./workflows/status.ts'),
    requests: 'resolved',
    reads: true,
    aliases: ['show'],
    examples: [{ summary: 'All services', argv: 'auth status' }],
  }),
];

export default commands;
