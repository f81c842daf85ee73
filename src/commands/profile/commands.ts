import type { Command } from '../../catalogue/command.ts';
import { ownCommand, running } from '../../catalogue/command.ts';
import { Exit } from '../../system/error.ts';
import type { Fields } from '../../catalogue/field.ts';
import type { Parameter, Parameters } from '../../catalogue/parameter.ts';
import { toggle } from '../../catalogue/parameter.ts';
import { productsOf, serviceNames, serviceTraits } from '../../catalogue/product.ts';
import type { ServiceName } from '../../catalogue/product.ts';
import { recordView, tableView } from '../../catalogue/view.ts';
import type { GlobalFlag } from '../../config/global-flag.ts';
import { serviceFlags } from '../../config/globals.ts';
import { service } from '../service-positional.ts';

const rows = { path: '' } as const;

const ofProfile = {
  name: { type: 'text', summary: 'Profile name', rank: 0 },
  current: { type: 'boolean', summary: 'In use unless another is chosen', rank: 1 },
  organization: { type: 'text', summary: 'Organization for workspace names without one' },
  readOnly: { type: 'boolean', summary: 'Only reads are allowed' },
  protected: { type: 'boolean', summary: 'Every change is confirmed by name' },
  receiptDays: { type: 'integer', summary: 'Days for which receipts are kept' },
  tokenKeeper: { type: 'text', summary: 'What keeps the tokens of log-ins' },
} as const satisfies Fields;

const contextOf = <Value>(
  entry: (service: ServiceName, key: string, flag: GlobalFlag) => readonly [string, Value],
): Readonly<Record<string, Value>> =>
  Object.fromEntries(
    serviceNames.flatMap((service) =>
      Object.entries(serviceTraits[service].context).flatMap(([key, whose]) => {
        const flag = serviceFlags[service][key];
        return whose === 'own' && flag !== undefined ? [entry(service, key, flag)] : [];
      }),
    ),
  );

const endpointFields = (service: ServiceName): Fields => ({
  [`${service}.url`]: { type: 'text', summary: `Base URL of the ${service} service` },
  [`${service}.product`]: { type: 'text', summary: `Product of the ${service} service` },
  [`${service}.token.kind`]: {
    type: 'text',
    summary: `Where the token of the ${service} service comes from`,
  },
  [`${service}.namespace`]: { type: 'text', summary: `Namespace of the ${service} service` },
  [`${service}.caFile`]: { type: 'text', summary: `CA file of the ${service} service` },
  [`${service}.clientCert`]: { type: 'text', summary: `Client certificate of the ${service} service` },
  [`${service}.clientKey`]: {
    type: 'text',
    summary: `Key of the client certificate of the ${service} service`,
  },
  [`${service}.serverName`]: {
    type: 'text',
    summary: `Server name that the certificate of the ${service} service must have`,
  },
  [`${service}.allowHttp`]: {
    type: 'boolean',
    summary: `The ${service} service may be reached over plain HTTP`,
  },
});

const detectedFields = (service: ServiceName): Fields => ({
  [`${service}.edition`]: { type: 'text', summary: `Detected edition of the ${service} server` },
  [`${service}.version`]: { type: 'version', summary: `Detected version of the ${service} server` },
});

const profileFields: Fields = {
  ...ofProfile,
  ...Object.assign({}, ...serviceNames.map(endpointFields)),
  'secrets.mounts.pki': { type: 'text', summary: 'Mount of the certificate engine' },
  'secrets.mounts.ldap': { type: 'text', summary: 'Mount of the directory engine' },
  'secrets.mounts.cloud': { type: 'text', summary: 'Mount of the AWS engine' },
  ...contextOf((service, key, { summary }) => [`${service}.${key}`, { type: 'text', summary }]),
  ...Object.assign({}, ...serviceNames.map(detectedFields)),
};

const headerWords: Readonly<Record<string, string>> = {
  'token.kind': 'token',
  caFile: 'ca file',
  clientCert: 'client cert',
  clientKey: 'client key',
  serverName: 'server name',
  allowHttp: 'allow http',
};

const profileHeader = (field: string): string => {
  const [service = '', ...rest] = field.split('.');
  const word = rest.join('.');
  if (word.startsWith('mounts.')) return `${rest[1]} mount`;
  if (field === 'readOnly') return 'read-only';
  return word === '' ? field : `${service} ${headerWords[word] ?? word}`;
};

const profileView = recordView({
  fields: profileFields,
  name: 'name',
  columns: Object.keys(profileFields).map((field) => [field, profileHeader(field)] as const),
});

const listView = tableView({
  fields: profileFields,
  name: 'name',
  rows,
  columns: [
    'name',
    'current',
    ...serviceNames.map((service): [string, string] => [`${service}.url`, service]),
  ],
  empty: 'no profiles yet: trivet profile set NAME',
});

const explainView = tableView({
  fields: {
    service: { type: 'text', summary: 'Service', rank: 0 },
    name: { type: 'text', summary: 'Setting', rank: 0 },
    value: { type: 'text', summary: 'Value', rank: 0 },
    source: { type: 'text', summary: 'Where the value comes from' },
    refused: { type: 'text', summary: 'Why the value is refused' },
  },
  name: 'name',
  rows,
  columns: ['service', 'name', 'value', 'source', 'refused'],
  empty: 'nothing is configured',
});

const name = {
  in: 'local',
  type: 'string',
  summary: 'Profile name: letters, digits, dots, dashes and underscores',
  complete: 'profile',
  metavar: 'name',
} as const satisfies Parameter;

const picked = { name: 'name', pickedFrom: { command: 'profile list', field: 'name' } } as const;

const text = (summary: string, metavar: string | undefined): Parameter => ({
  in: 'local',
  type: 'string',
  summary,
  ...(metavar === undefined ? {} : { metavar }),
});

/** Commands without a flag use the first name. */
const names = (summary: string, metavar: string): Parameter => ({
  in: 'local',
  type: 'strings',
  summary,
  metavar,
});

const mountPaths = (summary: string): Parameter => names(summary, 'path');

const ofService = (service: ServiceName): Parameters => ({
  [`${service}-url`]: text(`Base URL of the ${service} service`, 'url'),
  [`${service}-product`]: {
    ...text('Product of the server; detect asks it', 'product'),
    enum: [...productsOf[service], 'detect'],
  },
  [`${service}-token-from`]: text('Token source: env:NAME, file:PATH or command:["word", ...]', 'source'),
  [`${service}-ca-file`]: text('PEM file of the CA to trust', 'file'),
  [`${service}-client-cert`]: text('PEM file of the client certificate', 'file'),
  [`${service}-client-key`]: text('PEM file of the client key', 'file'),
  [`${service}-server-name`]: text('Server name that the certificate must have', 'name'),
  [`${service}-allow-http`]: toggle('Send the token to another machine unencrypted'),
});

const settings: Parameters = {
  'read-only': toggle('Allow reads only: no changes, no credentials'),
  protected: toggle('Confirm every change, by name if it destroys'),
  'receipt-days': {
    in: 'local',
    type: 'integer',
    summary: 'Days to keep receipts; 0: only open ones',
    default: '30',
    limits: { minimum: 0, maximum: 3650 },
    metavar: 'n',
  },
  'token-keeper': {
    ...text('Keeper of tokens: file, system, vendor, command:WORDS', 'keeper'),
    default: 'system where it works, else file',
    suggests: ['file', 'system', 'vendor'],
  },
  ...Object.assign({}, ...serviceNames.map(ofService)),
  'default-organization': text('Organization for workspace names without one', 'name'),
  ...contextOf((service, key, { summary, metavar }) => [`${service}-${key}`, text(summary, metavar)]),
  'jobs-namespace': names('Namespace of jobs; repeat for status and export', 'name'),
  'pki-mount': mountPaths('Mount of the certificate engine; repeat for status'),
  'ldap-mount': mountPaths('Mount of the directory engine; repeat for status'),
  'cloud-mount': {
    ...mountPaths('Mount of the AWS engine; repeat for status'),
    flag: 'aws-mount',
  },
};

const commands: readonly Command[] = [
  ownCommand({
    path: 'profile set',
    summary: 'Create a profile or change its settings',
    description:
      'Changes only what is given; an empty value removes a setting. Tokens are not given here: store one with ' +
      'trivet login, or name its source, for example with --jobs-token-from. For a new address trivet ' +
      'asks the server, without a token, for its product and stores it; --SERVICE-product names it instead. If ' +
      'the server does not reply, a note says so. A read-only profile becomes writable, and a protected one ' +
      'unprotected, only by editing the profiles file.',
    positional: [picked],
    local: { name, ...settings },
    workflow: () => import('./workflows/set.ts'),
    requests: 'none',
    changes: 'profiles',
    prints: 'text',
    aliases: ['create', 'add', 'edit'],
    examples: [
      {
        summary: 'One service, token from a variable',
        argv:
          'profile set prod --workspaces-url https://tfe.example.com/api/v2 --workspaces-product terraform-enterprise ' +
          '--workspaces-token-from env:TFE_PROD',
      },
      {
        summary: 'Another service, and what its server is',
        argv: 'profile set prod --secrets-url https://bao.example.com/v1 --secrets-product openbao',
      },
    ],
  }),
  ownCommand({
    path: 'profile show',
    summary: 'Show the settings of a profile, tokens masked',
    positional: [{ ...picked, optional: true }],
    local: { name },
    view: profileView,
    workflow: () => import('./workflows/show.ts').then(running('showProfile')),
    requests: 'none',
    changes: 'nothing',
    audience: 'people',
    exits: [Exit.notFound],
    examples: [{ summary: 'The current one', argv: 'profile show' }],
  }),
  ownCommand({
    path: 'profile list',
    summary: 'List the profiles',
    view: listView,
    workflow: () => import('./workflows/show.ts').then(running('listProfiles')),
    requests: 'none',
    changes: 'nothing',
    audience: 'people',
    examples: [{ summary: 'All of them', argv: 'profile list' }],
  }),
  ownCommand({
    path: 'profile use',
    summary: 'Make a profile the current one',
    positional: [picked],
    local: { name },
    workflow: () => import('./workflows/named.ts').then(running('useProfile')),
    requests: 'none',
    changes: 'profiles',
    prints: 'text',
    aliases: ['switch', 'select'],
    examples: [{ summary: 'Work on staging', argv: 'profile use staging' }],
  }),
  ownCommand({
    path: 'profile delete',
    summary: 'Delete a profile and its stored tokens',
    positional: [picked],
    local: { name },
    workflow: () => import('./workflows/named.ts').then(running('deleteProfile')),
    requests: 'none',
    changes: 'profiles',
    prints: 'text',
    aliases: ['remove'],
    examples: [{ summary: 'Without a prompt', argv: 'profile delete old --yes' }],
  }),
  ownCommand({
    path: 'profile explain',
    summary: 'Show where settings come from',
    positional: [{ name: 'service', optional: true }],
    local: { service },
    view: explainView,
    workflow: () => import('./workflows/source-of-values.ts'),
    requests: 'resolved',
    changes: 'nothing',
    examples: [
      { summary: 'Which settings trivet uses', argv: 'profile explain' },
      { summary: 'One, under another profile', argv: 'profile explain jobs --profile staging' },
    ],
  }),
];

export default commands;
