import type { Command } from '../../catalogue/command.ts';
import { ownCommand } from '../../catalogue/command.ts';
import type { Parameter } from '../../catalogue/parameter.ts';
import { toggle } from '../../catalogue/parameter.ts';
import { Exit } from '../../system/error.ts';
import { serviceNames } from '../../catalogue/product.ts';
import { credentialsView, tableView } from '../../catalogue/view.ts';
import { loginFields } from './fields.ts';

const services = {
  in: 'local',
  type: 'strings',
  summary: 'Services; default: all of the profile',
  enum: serviceNames,
  metavar: 'service',
} as const satisfies Parameter;

const text = (summary: string, metavar: string) =>
  ({ in: 'local', type: 'string', summary, metavar }) as const satisfies Parameter;

const secret = (summary: string) =>
  ({ in: 'local', type: 'secret', summary, metavar: 'env:NAME|file:PATH|-' }) as const satisfies Parameter;

const login = (path: string): Command =>
  ownCommand({
    path,
    summary: 'Log in to services',
    description:
      'Without --method and the flags of a method, asks the server what it offers, and asks you for the rest on the terminal. For the ' +
      'secrets service --method is oidc, device, userpass, ldap, approle, jwt, kubernetes or cert; for jobs, a name that ' +
      'the server gives, or oidc or jwt for its default; for workspaces, browser. github is jwt with the identity of a GitHub job, which is fetched. ' +
      'token stores a token that you have: typed without echo, or from --token-file. A further passcode is asked ' +
      'for where the server wants one.\n\n' +
      'The session goes to --profile or the current profile, which must have an address for the service. With ' +
      '-o env, -o export or --field token the token is printed and not stored. A log-in that the server refuses ' +
      'is exit 4. If the profile names no product, trivet asks the server what it is.',
    positional: [{ name: 'services', optional: true, variadic: true }],
    local: {
      services,
      method: {
        ...text('Method, or its name on the server', 'method'),
        suggests: [
          'oidc',
          'device',
          'browser',
          'userpass',
          'ldap',
          'approle',
          'jwt',
          'kubernetes',
          'cert',
          'github',
          'token',
        ],
      },
      mount: { ...text('Path of the method', 'path'), default: 'the name of the method' },
      role: text('Role to log in with', 'role'),
      audience: {
        ...text('Audience of the identity of GitHub', 'audience'),
        default: 'the address of the server',
      },
      username: text('User name', 'name'),
      'role-id': text('Role ID of AppRole', 'id'),
      wrapped: toggle('The secret ID is a wrapping token'),
      'password-from': secret('Where the password is'),
      'secret-id-from': secret('Where the secret ID is'),
      'jwt-from': secret('Where the signed identity is'),
      'passcode-from': secret('Where the passcode is'),
      browser: toggle('Open a browser; --no-browser prints the address'),
      'callback-port': {
        in: 'local',
        type: 'integer',
        summary: 'Port to which the browser comes back',
        limits: { minimum: 1, maximum: 65_535 },
        default: '8250 for secrets, 4649 for jobs',
        metavar: 'port',
      },
    },
    view: credentialsView({
      fields: loginFields,
      name: 'user',
      columns: ['service', 'user', 'method', 'policies', 'expires', 'renewable', 'uses', 'token'],
      env: { TRIVET_SECRETS_TOKEN: 'token' },
    }),
    workflow: () => import('./workflows/login.ts'),
    requests: 'own',
    changes: 'profiles',
    audience: 'people',
    exits: [Exit.unknown],
    globals: { 'token-file': true, reveal: false, query: false, fields: false },
    examples: [
      { summary: 'The password is asked for', argv: `${path} secrets --method userpass --username alice` },
      {
        summary: 'As a job of a pipeline',
        argv: `${path} secrets --method jwt --role ci --jwt-from env:JOB_JWT --field token --out token`,
      },
      { summary: 'With a token, from a pipe', argv: `${path} secrets --token-file -` },
    ],
  });

const logout = (path: string): Command =>
  ownCommand({
    path,
    summary: 'Log out of services',
    description:
      'Removes the tokens of the services from --profile or the current profile. A token that a log-in gave is ' +
      'revoked first where the server allows that: the secrets service does, which also ends what was borrowed with the ' +
      'token. If the server does not say whether it did, the session stays. If a running command of this machine still uses something of that (trivet help loans), trivet asks ' +
      'first. A token that was pasted is not revoked, because it could be in use elsewhere.',
    positional: [{ name: 'services', optional: true, variadic: true }],
    local: {
      services,
      all: toggle('In every profile'),
      forget: toggle('Ask no server: the tokens stay valid'),
    },
    workflow: () => import('./workflows/logout.ts'),
    requests: 'own',
    changes: 'profiles',
    exits: [Exit.unknown],
    prints: 'text',
    audience: 'people',
    examples: [{ summary: 'Of the current profile', argv: `${path} jobs` }],
  });

export const loginAlone: readonly Command[] = [login('login')];
export const logoutAlone: readonly Command[] = [logout('logout')];

const commands: readonly Command[] = [
  login('auth login'),
  logout('auth logout'),
  ownCommand({
    path: 'auth status',
    summary: 'Show the session or token of each service',
    description:
      'Shows where the token of each service comes from and, for a token that a log-in gave, whose it is and ' +
      'until when it is valid, and for how many requests if the server limits them: how many of those are left is not known. The source names its keeper. A session that has ended and a token that cannot be ' +
      'read are errors. Nothing is sent: trivet whoami asks the servers.',
    view: tableView({
      fields: {
        service: { type: 'text', summary: 'Service', rank: 0 },
        address: { type: 'text', summary: 'Base URL', rank: 0 },
        product: { type: 'text', summary: 'What the server is' },
        token: { type: 'text', summary: 'Whether there is a token' },
        source: { type: 'text', summary: 'Where the token comes from' },
        keeper: { type: 'text', summary: 'What keeps the token, if not a file' },
        user: { type: 'text', summary: 'Who logged in' },
        method: { type: 'text', summary: 'Method of the log-in' },
        expires: { type: 'time', summary: 'When the session ends' },
        renewable: { type: 'boolean', summary: 'Whether the session can be renewed' },
        uses: { type: 'integer', summary: 'Requests that the session began with' },
        problem: { type: 'text', summary: 'Why there is no token' },
      },
      name: 'service',
      rows: { path: '' },
      columns: [
        'service',
        'address',
        'product',
        'token',
        'source',
        'problem',
        'user',
        'method',
        'expires',
        'uses',
      ],
      empty: '',
    }),
    workflow: () => import('./workflows/status.ts'),
    requests: 'resolved',
    changes: 'nothing',
    aliases: ['show'],
    examples: [{ summary: 'All services', argv: 'auth status' }],
  }),
];

export default commands;
