/** Facts that help topics, man pages, the manifest and the README share. */
import { Exit } from '../../src/system/error.ts';
import { serviceNames } from '../../src/catalogue/product.ts';
import { serviceFlags } from '../../src/config/globals.ts';
import { contextVariables } from '../../src/config/own-variables.ts';

interface ExitCode {
  readonly code: string;
  readonly meaning: string;
}

const row = (code: number | string, meaning: string): ExitCode => ({ code: String(code), meaning });

/** Every exit code, in order. */
export const exitCodes: readonly ExitCode[] = [
  row(Exit.ok, 'done: confirmed by the server and fully written'),
  row(Exit.refused, 'the server refused it (a 4xx without a code of its own), or a check failed'),
  row(Exit.usage, 'usage, a validation error, or a declined confirmation; nothing was sent'),
  row(Exit.local, 'a profile, a token or a file on this machine'),
  row(Exit.denied, 'permission: 401, 403, or no token'),
  row(Exit.notFound, 'not found'),
  row(Exit.conflict, 'conflict: 409, 412, a check-and-set that failed, a lock'),
  row(
    Exit.unavailable,
    'unavailable, after retries: a 5xx to a read, 429, a 503 that says "not processed"; or the server lacks the operation',
  ),
  row(
    Exit.unreachable,
    'could not talk to the API: address, TLS, redirect, no API there; nothing was changed',
  ),
  row(Exit.unknown, 'it is not known whether the change was made; the command that shows it is printed'),
  row(
    Exit.partial,
    'some of many objects or lines (--where, --all, -, apply, batch) failed or were not started; the receipt names them',
  ),
  row(
    Exit.changes,
    'only with --detailed-exitcode: there are changes, something is due, or something needs a person',
  ),
  row(
    Exit.failed,
    'the awaited goal failed, a command of --exec failed, or (with --detailed-exitcode) something ' +
      'cannot be placed',
  ),
  row(Exit.output, 'the output could not be written'),
  row(
    Exit.deadline,
    'the deadline passed and nothing was changed; or a wait timed out after a confirmed change (stderr says which)',
  ),
  row(
    Exit.own,
    "trivet's own failure in a command that passes on another's exit code; or a defect of trivet",
  ),
  row('126, 127', 'the command after -- cannot be started, or does not exist; nothing was lent'),
  row('128+n', 'ended by signal n: 130 is Ctrl-C'),
];

interface Fact {
  readonly name: string;
  readonly meaning: string;
}

const fact = (name: string, meaning: string): Fact => ({ name, meaning });

/** Variables that trivet reads. `<SERVICE>` is WORKSPACES, SECRETS or JOBS. */
export const environmentVariables: readonly Fact[] = [
  fact(
    'TRIVET_<SERVICE>_URL',
    'Base URL: https://host/api/v2 (WORKSPACES), https://host/v1 (SECRETS), https://host (JOBS)',
  ),
  fact(
    'TRIVET_<SERVICE>_TOKEN',
    'Token; goes only to the URL that the same run got from a flag, TRIVET_<SERVICE>_URL or a profile',
  ),
  fact(
    'TRIVET_<SERVICE>_TOKEN_FILE',
    'File that contains the token; not together with TRIVET_<SERVICE>_TOKEN',
  ),
  fact('TRIVET_<SERVICE>_PRODUCT', 'Product of the server: see trivet help products'),
  fact('TRIVET_<SERVICE>_CA_FILE', 'PEM file of the CA to trust'),
  fact('TRIVET_<SERVICE>_CLIENT_CERT', 'PEM file of the client certificate'),
  fact('TRIVET_<SERVICE>_CLIENT_KEY', 'PEM file of its key'),
  ...serviceNames.flatMap((service) =>
    contextVariables(service).map(([key, name]) => fact(name, serviceFlags[service][key]?.summary ?? key)),
  ),
  fact('TRIVET_PROFILE', 'Profile to use'),
  fact('TRIVET_READ_ONLY', '1: no changes, no credentials, no writing of profiles (exit 4, nothing is sent)'),
  fact(
    'TRIVET_PROTECTED',
    '1: every change is confirmed with the name of the profile or host, as with profile set --protected',
  ),
  fact('TRIVET_CONFIG_DIR', 'Absolute path of the folder for profiles, and for all other files of trivet'),
  fact(
    'TRIVET_STATE_DIR',
    'Absolute path of the folder for receipts, loans, recovery files and acknowledgements; default: TRIVET_CONFIG_DIR ' +
      'if that is set',
  ),
  fact(
    'TRIVET_PAGER, PAGER',
    'Pager for what is longer than the screen; less if neither is set, none if empty or cat',
  ),
  fact('TRIVET_OUTPUT', 'Output format when no -o is given'),
  fact('VAULT_ADDR', 'With the other VAULT_ variables: secrets, product vault; /v1 is added'),
  fact('BAO_ADDR', 'With the other BAO_ variables: secrets, product openbao; /v1 is added'),
  fact('NOMAD_ADDR', 'With the other NOMAD_ variables: jobs, product nomad'),
  fact(
    'TFE_ADDRESS, TFE_HOSTNAME, TF_CLOUD_HOSTNAME',
    'Workspaces, product hcp-terraform or terraform-enterprise by host; with TFE_TOKEN, TF_TOKEN_<host>, ' +
      'TF_CLOUD_ORGANIZATION, TFE_ORGANIZATION and TFE_ORG; /api/v2 is added',
  ),
  fact(
    'NO_COLOR, FORCE_COLOR, CLICOLOR, CLICOLOR_FORCE',
    'Colour; an earlier one takes precedence over a later one, and --color over all',
  ),
  fact('TZ', 'Not used: times are in UTC'),
  fact('CI', 'When not empty: no prompts, as with --no-input'),
  fact(
    'HTTPS_PROXY, HTTP_PROXY, NO_PROXY',
    'Proxies, also in lower case; loopback addresses are never sent through one',
  ),
  fact(
    'XDG_CONFIG_HOME, XDG_CACHE_HOME, XDG_STATE_HOME',
    'Location of the trivet folders when TRIVET_CONFIG_DIR is not set',
  ),
];

/** Files that trivet reads or writes. */
export const files: readonly Fact[] = [
  fact(
    '~/.config/trivet/profiles.json',
    'Profiles and stored tokens, mode 0600 in a folder that only you can write to; looser modes are refused. ' +
      'XDG_CONFIG_HOME and TRIVET_CONFIG_DIR move it; on Windows it is in %APPDATA%\\trivet',
  ),
  fact(
    '~/.local/state/trivet/recovery/',
    'One-time secrets whose output could not be written, mode 0600. Delete them once you have copied them',
  ),
  fact(
    '~/.cache/trivet/credentials/',
    'Credentials that --cache keeps until they expire, mode 0600; they are secrets. Remove one to get a new one. ' +
      'In TRIVET_CONFIG_DIR/cache when that is set',
  ),
  fact(
    '~/.local/state/trivet/lends/',
    'Accounts that were lent and not yet returned, without their passwords, mode 0600: trivet lease recover returns them',
  ),
  fact(
    '~/.local/state/trivet/receipts/',
    'Receipts of changes, mode 0600, without secrets: which objects, their state before, and what became of each. ' +
      'trivet changes lists them, trivet undo takes one back. Those that end in .journal are open',
  ),
  fact(
    '~/.cache/trivet/names/',
    'Names for completion with TAB; they contain no secrets and can be deleted. In TRIVET_CONFIG_DIR/cache when that is set',
  ),
  fact(
    '~/.cache/trivet/certificates/',
    'Certificates that pki inventory has read, mode 0600; they contain no secrets and can be deleted. In TRIVET_CONFIG_DIR/cache when that is set',
  ),
  fact(
    '~/.local/state/trivet/acknowledged.json',
    'Rows of status that are acknowledged for a while, mode 0600',
  ),
  fact('~/.vault-token', "Token of VAULT_ADDR or BAO_ADDR, written by those vendors' tools; only read"),
  fact(
    '~/.terraform.d/credentials.tfrc.json, ~/.terraformrc',
    'Tokens by host, as terraform login leaves them, or the file of TF_CLI_CONFIG_FILE; only read',
  ),
];
