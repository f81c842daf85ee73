import type { Command } from '../../catalogue/command.ts';
import { ownCommand } from '../../catalogue/command.ts';
import { tableView } from '../../catalogue/view.ts';
import { service } from '../service-positional.ts';

const commands: readonly Command[] = [
  ownCommand({
    path: 'whoami',
    summary: 'Show whose token each service gets',
    description:
      'Asks every configured service, or the given one, whom it takes the token for; changes nothing. The exit ' +
      'code is that of the worst problem. A token may work and still not be allowed to look itself up: then the row ' +
      'says that it cannot be inspected (exit 4). The look-up counts as a use of a token of the secrets service ' +
      'that has a number of uses. An empty expiry means that the token never expires or that the service does ' +
      'not report it; in JSON the first is null and the second is absent.',
    positional: [{ name: 'service', optional: true }],
    local: { service },
    view: tableView({
      fields: {
        service: { type: 'text', summary: 'Service', rank: 0 },
        user: { type: 'text', summary: 'Name of the user or the token', rank: 0 },
        method: { type: 'text', summary: 'How the token was made' },
        policies: { type: 'list', summary: 'Policies of the token' },
        expires: { type: 'time', summary: 'When the token expires' },
        renewable: { type: 'boolean', summary: 'Whether the token can be renewed' },
        uses: { type: 'integer', summary: 'Requests left that the token is good for' },
        source: { type: 'text', summary: 'Where the token comes from' },
        problem: { type: 'text', summary: 'Why nothing more is known' },
      },
      name: 'service',
      rows: { path: '' },
      columns: ['service', 'user', 'method', 'policies', 'expires', 'renewable', 'uses', 'source', 'problem'],
      empty: 'nothing is configured',
    }),
    workflow: () => import('./workflows/whoami.ts'),
    requests: 'own',
    changes: 'nothing',
    aliases: ['who', 'id', 'account'],
    examples: [
      { summary: 'Every service that is configured', argv: 'whoami' },
      { summary: 'One service, for a program', argv: 'whoami secrets -o json' },
    ],
  }),
];

export default commands;
