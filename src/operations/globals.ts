/** The flags that every command takes, and those that some groups add: as data, like any parameter. */
import type { Parameter, Parameters } from '../model/parameter.ts';
import type { ServiceName } from '../model/product.ts';
import { formatNames, usualFormat } from '../render/formats.ts';

export const globalFlags = {
  output: {
    in: 'local',
    type: 'string',
    summary: 'Output format',
    default: `${usualFormat('terminal')} on a terminal, ${usualFormat('pipe')} in a pipe`,
    enum: formatNames,
    metavar: 'format',
  },
  query: { in: 'local', type: 'string', summary: 'JMESPath over the document', metavar: 'expression' },
  field: { in: 'local', type: 'string', summary: 'One field, exact bytes', metavar: 'name' },
  fields: { in: 'local', type: 'strings', summary: 'Items with these fields alone', metavar: 'name,name' },
  out: { in: 'local', type: 'string', summary: 'Write to a file what stdout would get', metavar: 'file' },
  reveal: { in: 'local', type: 'boolean', summary: 'Show secrets in tables' },
  profile: { in: 'local', type: 'string', summary: 'Profile to use', complete: 'profile', metavar: 'name' },
  'base-url': { in: 'local', type: 'string', summary: 'Base URL of the service', metavar: 'url' },
  'token-file': { in: 'local', type: 'string', summary: 'Read the token from a file', metavar: 'file' },
  'ca-file': { in: 'local', type: 'string', summary: 'PEM file of the CA to trust', metavar: 'file' },
  product: {
    in: 'local',
    type: 'string',
    summary: 'What the server is; decides the names on the wire',
    enum: ['documented', 'hcp-terraform', 'terraform-enterprise', 'otf', 'vault', 'openbao', 'nomad'],
    metavar: 'product',
  },
  timeout: {
    in: 'local',
    type: 'duration',
    summary: 'Limit of one request with its retries',
    default: '60s, 150s for slow operations',
    metavar: 'duration',
  },
  yes: { in: 'local', type: 'boolean', summary: 'Answer yes to questions' },
  'no-input': {
    in: 'local',
    type: 'boolean',
    name: 'no_input',
    summary: 'Never ask; a missing answer is an error',
  },
  'dry-run': { in: 'local', type: 'boolean', summary: 'Show the request instead of sending it' },
  curl: { in: 'local', type: 'boolean', summary: 'Show the request as a curl command' },
  validate: {
    in: 'local',
    type: 'boolean',
    summary: "Turn the documents' rules into warnings with --no-validate",
  },
  verbose: { in: 'local', type: 'boolean', summary: 'Show requests and replies on stderr, redacted' },
  quiet: { in: 'local', type: 'boolean', summary: 'Nothing on stderr but errors' },
  color: {
    in: 'local',
    type: 'string',
    summary: 'When to colour',
    enum: ['auto', 'always', 'never'],
    default: 'auto',
    metavar: 'when',
  },
  help: { in: 'local', type: 'boolean', summary: 'Show help' },
  version: { in: 'local', type: 'boolean', summary: 'Show the version' },
} as const satisfies Parameters;

export const shortFlags: Readonly<Record<string, keyof typeof globalFlags>> = {
  o: 'output',
  y: 'yes',
  v: 'verbose',
  q: 'quiet',
  h: 'help',
  V: 'version',
};

/** Flags of commands that send a body: fields that the documents do not know, and null. */
export const bodyFlags = {
  set: {
    in: 'local',
    type: 'map',
    summary: 'Set a body field that has no flag: path=json; a path from / is a JSON pointer',
    metavar: 'path=json',
  },
  body: {
    in: 'local',
    type: 'json',
    summary: 'Merge the flags into this JSON body',
    complete: 'file',
    metavar: '@file',
  },
} as const satisfies Parameters;

export const unsetFlag: Parameter = {
  in: 'local',
  type: 'strings',
  summary: 'Send null for a parameter',
  metavar: 'name',
};

export const confirmFlag: Parameter = {
  in: 'local',
  type: 'string',
  summary: 'The name that would have to be typed, for scripts',
  metavar: 'name',
};

/** The service that each group of the first word speaks to. */
export const serviceFlags: Readonly<Record<ServiceName, Parameters>> = {
  workspaces: {
    organization: {
      in: 'local',
      type: 'string',
      summary: 'Organization of bare workspace names',
      metavar: 'name',
    },
    by: {
      in: 'local',
      type: 'string',
      summary: 'Take workspaces as IDs or as names, whatever they look like',
      enum: ['id', 'name'],
      metavar: 'id|name',
    },
  },
  secrets: {
    namespace: { in: 'local', type: 'string', summary: 'Namespace of the secrets service', metavar: 'path' },
    'wrap-ttl': {
      in: 'local',
      type: 'duration',
      summary: 'Have the reply wrapped in a single-use token',
      metavar: 'duration',
    },
    'fail-on-warning': { in: 'local', type: 'boolean', summary: 'Exit 1 when the server warns' },
  },
  jobs: {
    namespace: { in: 'local', type: 'string', summary: 'Namespace of the jobs service', metavar: 'name' },
    region: { in: 'local', type: 'string', summary: 'Region of the jobs service', metavar: 'name' },
  },
};

/** `--wait` and its limit, of the commands that can wait; `summary` says for what. */
export const waitFlags = (summary: string) =>
  ({
    wait: { in: 'local', type: 'boolean', summary },
    'wait-timeout': {
      in: 'local',
      type: 'duration',
      summary: 'Give up waiting after this long',
      default: '10m',
      metavar: 'duration',
    },
  }) as const satisfies Parameters;
