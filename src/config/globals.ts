/** Flags of every command. Types, help, completion, and who inherits or refuses a flag follow from its entry. */
import { secondsOf } from '../catalogue/text/duration.ts';
import { usageError } from '../system/error.ts';
import type { Parameter, Parameters, SecretPair } from '../catalogue/parameter.ts';
import { toggle } from '../catalogue/parameter.ts';
import { perService, productNames } from '../catalogue/product.ts';
import type { ServiceName } from '../catalogue/product.ts';
import { serviceFacts } from '../catalogue/services/list.ts';
import { formatNamed, formatNames, usualFormat } from '../output/formats/formats.ts';
import type { FormatName } from '../output/formats/formats.ts';
import { gatewayHeaders } from './gateway-header.ts';
import type { GlobalFlags, InScope, Reading, ValuesOf } from './global-flag.ts';

const outputOf = (given: FormatName | undefined, { env }: Reading): FormatName | undefined => {
  const chosen = given ?? env['TRIVET_OUTPUT'];
  if (chosen === undefined || chosen === '') return undefined;
  const known = formatNamed(chosen);
  if (known !== undefined) return known;
  throw usageError(`TRIVET_OUTPUT must be one of ${formatNames.join(', ')}, not "${chosen}"`);
};

const timeoutOf = (given: string | undefined): number | undefined => {
  if (given === undefined) return undefined;
  const seconds = secondsOf(given);
  if (seconds === undefined || seconds <= 0 || seconds > 86_400) {
    throw usageError(`--timeout must be between 1ms and 24h, not "${given}"`);
  }
  return Math.max(1, Math.round(seconds * 1000));
};

export const globalFlags = {
  output: {
    in: 'local',
    scope: 'output',
    of: 'messages',
    type: 'string',
    short: 'o',
    summary: 'Output format',
    default: `${usualFormat('terminal')} on a terminal, ${usualFormat('pipe')} in a pipe`,
    enum: formatNames,
    metavar: 'format',
    knownAs: { json: '-o json', yaml: '-o yaml', csv: '-o csv', format: '-o FORMAT', 'no-headers': '-o tsv' },
    read: outputOf,
  },
  query: {
    in: 'local',
    scope: 'output',
    of: 'document',
    type: 'string',
    summary: 'Select from the document with a JMESPath expression',
    metavar: 'expression',
    knownAs: { jq: '--query EXPRESSION', jsonpath: '--query EXPRESSION' },
  },
  field: {
    in: 'local',
    scope: 'output',
    of: 'document',
    type: 'string',
    summary: 'Print one value, byte for byte',
    metavar: 'name',
  },
  fields: {
    in: 'local',
    scope: 'output',
    of: 'document',
    type: 'strings',
    summary: 'Print only these parts of each item',
    metavar: 'name,name',
    knownAs: { columns: '--fields NAME,NAME' },
  },
  out: {
    in: 'local',
    scope: 'output',
    of: 'stdout',
    type: 'string',
    summary: 'Write standard output to a file',
    metavar: 'file',
    knownAs: { 'output-file': '--out FILE' },
    read: (given: string | undefined) => (given === '-' ? undefined : given),
  },
  reveal: {
    in: 'local',
    scope: 'output',
    of: 'document',
    type: 'boolean',
    summary: 'Show secrets in tables',
  },
  profile: {
    in: 'local',
    scope: 'server',
    services: 'all',
    type: 'string',
    short: 'p',
    summary: 'Profile to use',
    complete: 'profile',
    metavar: 'name',
  },
  'base-url': {
    in: 'local',
    scope: 'server',
    type: 'string',
    summary: 'Base URL of the service',
    metavar: 'url',
    knownAs: { address: '--base-url URL', addr: '--base-url URL', url: '--base-url URL' },
  },
  'token-file': {
    in: 'local',
    scope: 'server',
    type: 'string',
    summary: 'Read the token from a file',
    metavar: 'file',
  },
  'ca-file': {
    in: 'local',
    scope: 'server',
    type: 'string',
    summary: 'PEM file of the CA to trust',
    metavar: 'file',
    knownAs: {
      'ca-cert': '--ca-file FILE',
      cacert: '--ca-file FILE',
      'tls-skip-verify': '--ca-file FILE',
      'insecure-skip-tls-verify': '--ca-file FILE',
    },
  },
  header: {
    in: 'local',
    scope: 'server',
    request: true,
    type: 'secret-pairs',
    sensitive: true,
    summary: 'Extra request header, for example for a gateway',
    metavar: 'name=value',
    read: (given: readonly SecretPair[] | undefined, { command }: Reading) =>
      gatewayHeaders(given, command.requests === 'raw'),
  },
  product: {
    in: 'local',
    scope: 'server',
    type: 'string',
    summary: 'Product of the server',
    enum: productNames,
    metavar: 'product',
  },
  timeout: {
    in: 'local',
    scope: 'item',
    type: 'duration',
    summary: 'Time limit of a whole request or watch',
    default: '60s, 150s for slow operations',
    metavar: 'duration',
    read: timeoutOf,
  },
  yes: {
    in: 'local',
    scope: 'item',
    type: 'boolean',
    short: 'y',
    summary: 'Answer yes to questions',
    knownAs: { 'auto-approve': '--yes', 'assume-yes': '--yes' },
  },
  'confirm-profile': {
    in: 'local',
    scope: 'item',
    type: 'string',
    summary: 'Confirm changes to this protected profile',
    complete: 'profile',
    metavar: 'profile',
  },
  'no-input': {
    in: 'local',
    scope: 'item',
    type: 'boolean',
    name: 'no_input',
    summary: 'Never ask; a missing answer is an error',
    knownAs: { 'non-interactive': '--no-input', input: '--no-input' },
    read: (given: boolean | undefined, { env }: Reading) => given === true || (env['CI'] ?? '') !== '',
  },
  'dry-run': {
    in: 'local',
    scope: 'item',
    request: true,
    type: 'boolean',
    summary: 'Show the request instead of sending it',
  },
  curl: {
    in: 'local',
    scope: 'item',
    request: true,
    type: 'boolean',
    summary: 'Show the request as a curl command',
    knownAs: { 'output-curl-string': '--curl' },
  },
  validate: {
    in: 'local',
    scope: 'item',
    type: 'boolean',
    negated: true,
    summary: 'Report validation errors as warnings and send the request anyway',
    read: (given: boolean | undefined) => given !== false,
  },
  verbose: {
    in: 'local',
    scope: 'run',
    type: 'boolean',
    short: 'v',
    summary: 'Show requests and replies on stderr, redacted',
    knownAs: { debug: '--verbose' },
  },
  quiet: {
    in: 'local',
    scope: 'run',
    type: 'boolean',
    short: 'q',
    summary: 'Print only errors on standard error',
    knownAs: { silent: '--quiet' },
  },
  color: {
    in: 'local',
    scope: 'run',
    type: 'string',
    summary: 'When to use colours',
    enum: ['auto', 'always', 'never'],
    default: 'auto',
    metavar: 'when',
    knownAs: { 'no-color': '--color never', colour: '--color WHEN' },
    read: (given: 'auto' | 'always' | 'never' | undefined) => given ?? 'auto',
  },
  'no-pager': {
    in: 'local',
    scope: 'run',
    type: 'boolean',
    name: 'no_pager',
    summary: 'Do not show long output in a pager',
    knownAs: { pager: '--no-pager, or TRIVET_PAGER' },
    read: (given: boolean | undefined, { env }: Reading) => given === true || (env['CI'] ?? '') !== '',
  },
  help: { in: 'local', scope: 'run', type: 'boolean', short: 'h', summary: 'Show help' },
  version: {
    in: 'local',
    scope: 'run',
    type: 'boolean',
    short: 'V',
    program: true,
    summary: 'Show the version',
  },
} as const satisfies GlobalFlags;

export const bodyFlags = {
  set: {
    in: 'local',
    type: 'json-map',
    summary: 'Set a body field: path=json or /json/pointer=json',
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
  summary: 'Confirm by giving the name or the count',
  metavar: 'name',
};

export const serviceFlags = perService((service): GlobalFlags => serviceFacts[service].flags);

type ServiceFlags = (typeof serviceFacts)[ServiceName]['flags'];

type Together<Fs> = (Fs extends GlobalFlags ? (flags: ValuesOf<Fs>) => void : never) extends (
  flags: infer All,
) => void
  ? All
  : never;

type ServerFlags<Fs> = Fs extends GlobalFlags ? InScope<Fs, 'server'> : never;

export type GlobalValues = ValuesOf<typeof globalFlags> & Together<ServiceFlags>;

export type ServerValues = ValuesOf<InScope<typeof globalFlags, 'server'>> &
  Together<ServerFlags<ServiceFlags>>;

export const allFlags: GlobalFlags = { ...globalFlags, ...Object.assign({}, ...Object.values(serviceFlags)) };

export const shortFlags: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(allFlags).flatMap(([key, { short }]) => (short === undefined ? [] : [[short, key]])),
  ),
  f: 'follow',
  w: 'wait',
};

export const watchFlag = {
  in: 'local',
  type: 'boolean',
  summary: 'Show every change until Ctrl-C or --timeout',
  keptFor: 'endless',
} as const satisfies Parameter;

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

export const loanNote =
  'With -- COMMAND the result is lent to COMMAND and given back when COMMAND ends: trivet help loans.';

export const loanFlags = {
  'keep-token': toggle("Leave the services' tokens in COMMAND's environment"),
  map: {
    in: 'local',
    type: 'map',
    flag: 'env-map',
    summary: 'Give COMMAND only these fields of the reply',
    metavar: 'variable=field',
  },
} as const satisfies Parameters;

/** The rights beside those of the request; the default policy allows the renewal. */
export const loanLeaseRights =
  'path "sys/leases/revoke" { capabilities = ["update"] } with -- COMMAND, ' +
  'and path "sys/leases/renew" { capabilities = ["update"] } unless --ttl is given';

export const credentialsLoanFlags = {
  ...loanFlags,
  'env-prefix': {
    in: 'local',
    type: 'string',
    summary: "Text before the names of COMMAND's variables",
    limits: { pattern: '[A-Za-z_][A-Za-z0-9_]*', meaning: 'the beginning of a variable name' },
    metavar: 'prefix',
  },
} as const satisfies Parameters;
