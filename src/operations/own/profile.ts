/** `trivet profile`: named sets of servers; and where every value of a run comes from. */
import type { Command } from '../../model/command.ts';
import type { Parameter, Parameters } from '../../model/parameter.ts';
import { productsOf, serviceNames } from '../../model/product.ts';
import type { ServiceName } from '../../model/product.ts';
import { service } from './service.ts';

const name: Parameter = {
  in: 'local',
  type: 'string',
  summary: 'Profile name: letters, digits, dots, dashes and underscores',
  complete: 'profile',
  metavar: 'name',
};

const text = (summary: string, metavar: string): Parameter => ({
  in: 'local',
  type: 'string',
  summary,
  metavar,
});

const ofService = (service: ServiceName): Parameters => ({
  [`${service}-url`]: text(`Base URL of the ${service} service`, 'url'),
  [`${service}-product`]: {
    ...text('What the server is; detect asks it', 'product'),
    enum: [...productsOf[service], 'detect'],
  },
  [`${service}-token-from`]: text('Token source: env:NAME, file:PATH or command:["word", ...]', 'source'),
  [`${service}-ca-file`]: text('PEM file of the CA to trust', 'file'),
  [`${service}-client-cert`]: text('PEM file of the client certificate', 'file'),
  [`${service}-client-key`]: text('PEM file of its key', 'file'),
  [`${service}-server-name`]: text('Server name that the certificate must have', 'name'),
  [`${service}-allow-http`]: {
    in: 'local',
    type: 'boolean',
    summary: 'Send the token over plain HTTP to another machine',
  },
});

const settings: Parameters = {
  ...Object.assign({}, ...serviceNames.map(ofService)),
  'default-organization': text('Organization of bare workspace names', 'name'),
  'secrets-namespace': text('Namespace of the secrets service', 'path'),
  'jobs-namespace': text('Namespace of the jobs service', 'name'),
  'jobs-region': text('Region of the jobs service', 'name'),
  'pki-mount': text('Mount of the certificate engine', 'path'),
  'ldap-mount': text('Mount of the directory engine', 'path'),
  'cloud-mount': text('Mount of the cloud engine', 'path'),
};

const commands: readonly Command[] = [
  {
    path: 'profile set',
    summary: 'Create a profile or change settings of it',
    description:
      'Only what is given changes; an empty value removes a setting. A token is never given here: store one with ' +
      'trivet auth login, or name where it comes from with --SERVICE-token-from.',
    operations: [],
    positional: [{ name: 'name' }],
    local: { name, ...settings },
    workflow: () => import('../../workflows/profile/set.ts'),
    aliases: ['create', 'add', 'edit'],
    examples: [
      {
        summary: 'One service, token from a variable',
        argv: 'profile set prod --workspaces-url https://tfe.example.com/api/v2 --workspaces-token-from env:TFE_PROD',
      },
      {
        summary: 'Ask the server what it is',
        argv: 'profile set prod --secrets-url https://bao.example.com/v1 --secrets-product detect',
      },
    ],
  },
  {
    path: 'profile show',
    summary: 'Show the settings of a profile, tokens masked',
    operations: [],
    positional: [{ name: 'name', optional: true }],
    local: { name },
    workflow: () => import('../../workflows/profile/show.ts'),
    examples: [{ summary: 'The current one', argv: 'profile show' }],
  },
  {
    path: 'profile list',
    summary: 'List the profiles',
    operations: [],
    workflow: () => import('../../workflows/profile/list.ts'),
    aliases: ['ls'],
    examples: [{ summary: 'All of them', argv: 'profile list' }],
  },
  {
    path: 'profile use',
    summary: 'Make a profile the current one',
    operations: [],
    positional: [{ name: 'name' }],
    local: { name },
    workflow: () => import('../../workflows/profile/use.ts'),
    aliases: ['switch', 'select'],
    examples: [{ summary: 'Work on staging', argv: 'profile use staging' }],
  },
  {
    path: 'profile delete',
    summary: 'Delete a profile and the tokens that it stores',
    operations: [],
    positional: [{ name: 'name' }],
    local: { name },
    workflow: () => import('../../workflows/profile/delete.ts'),
    aliases: ['rm', 'remove'],
    examples: [{ summary: 'Without a question', argv: 'profile delete old --yes' }],
  },
  {
    path: 'profile explain',
    summary: 'Show where every value of a run comes from',
    operations: [],
    positional: [{ name: 'service', optional: true }],
    local: { service },
    workflow: () => import('../../workflows/profile/explain.ts'),
    examples: [
      { summary: 'All services', argv: 'profile explain' },
      { summary: 'One, under another profile', argv: 'profile explain jobs --profile staging' },
    ],
  },
];

export default commands;
