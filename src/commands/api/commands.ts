import type { Command } from '../../catalogue/command.ts';
import { ownCommand } from '../../catalogue/command.ts';
import { service } from '../service-positional.ts';

const commands: readonly Command[] = [
  ownCommand({
    path: 'api',
    summary: 'Send a raw request to a service',
    description:
      'For endpoints without a command, with the token, retries and errors that commands have. The path is below the ' +
      'base URL. Only reads are retried after a broken reply: a GET or LIST is one, but not at a path where a command ' +
      'changes something, since some servers take every method there. Anything else is sent at most once. A request asks ' +
      'what the command at its path would ask. A change that no command makes, or below a mount whose engine is another ' +
      'one or cannot be read, wants the path typed, or --confirm PATH, ' +
      'except for a log-in and the renewal of the own token. A reply that is not ' +
      'JSON (a log, PEM, DER) is printed unchanged; a web page only with --out.',
    positional: [{ name: 'service' }, { name: 'method' }, { name: 'path' }],
    local: {
      service,
      method: {
        in: 'local',
        type: 'string',
        summary: 'HTTP method, or LIST',
        enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'LIST'],
        metavar: 'METHOD',
      },
      path: {
        in: 'local',
        type: 'string',
        summary: 'Path below the base URL, with its query',
        metavar: 'path',
      },
      'no-token': {
        in: 'local',
        type: 'boolean',
        name: 'no_token',
        summary: 'Send no token, for example to log in',
      },
      data: { in: 'local', type: 'json', summary: 'JSON body', complete: 'file', metavar: 'json|@file|-' },
    },
    workflow: () => import('./workflows/request.ts'),
    requests: 'raw',
    examples: [
      {
        summary: 'A neighbouring endpoint',
        argv: "api workspaces GET '/organizations/acme/tags?page[size]=5'",
      },
      {
        summary: 'With a body',
        argv: `api secrets POST /sys/capabilities-self --data '{"paths":["pki/issue/web"]}'`,
      },
    ],
  }),
];

export default commands;
