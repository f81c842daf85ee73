/** Terraform's tokens by host: `TF_TOKEN_<host>` and its configuration files. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { hclSettings, textsOf } from '../../documents/hcl-settings.ts';
import { localError } from '../../system/error.ts';
import { errorCode, readFailure } from '../../system/system-error.ts';
import type { Sourced } from '../../config/endpoint.ts';
import type { Surroundings } from '../../system/surroundings.ts';
import { firstSet } from '../../system/environment.ts';
import type { Environment } from '../../system/environment.ts';

const prefix = 'TF_TOKEN_';
const maxBytes = 1024 * 1024;

const hostOf = (variable: string): string =>
  variable.slice(prefix.length).replaceAll('__', '-').replaceAll('_', '.').toLowerCase();

export const variableToken = (env: Environment, host: string): Sourced<string> | undefined => {
  for (const [name, value] of Object.entries(env)) {
    if (!name.startsWith(prefix) || value === undefined || value === '') continue;
    if (hostOf(name) === host.toLowerCase()) return { value, source: name };
  }
  return undefined;
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const own = (value: unknown, key: string): unknown =>
  isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;

const fromJson = (text: string): Map<string, string> => {
  const found = new Map<string, string>();
  const hosts = own(JSON.parse(text), 'credentials');
  for (const host of isRecord(hosts) ? Object.keys(hosts) : []) {
    const token = own(own(hosts, host), 'token');
    if (typeof token === 'string' && token !== '') found.set(host.toLowerCase(), token);
  }
  return found;
};

/** Reads `credentials "host" { token = "…" }` of `.terraformrc`. */
const fromHcl = (text: string): Map<string, string> => {
  const found = new Map<string, string>();
  for (const { keys, body } of hclSettings(text)) {
    const [name, host] = keys;
    const [token = ''] = textsOf(body, 'token');
    if (name === 'credentials' && host !== undefined && token !== '') found.set(host.toLowerCase(), token);
  }
  return found;
};

const readHosts = (path: string): Map<string, string> => {
  let text: string;
  try {
    const found = statSync(path);
    if (!found.isFile()) throw localError(`${path} is not a regular file`);
    if (found.size > maxBytes) throw localError(`${path} is larger than ${maxBytes} bytes`);
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return new Map();
    if (code === undefined || code === 'local') throw error;
    throw localError(`${path} ${readFailure(error)}`, undefined, error);
  }
  if (!text.trimStart().startsWith('{')) return fromHcl(text);
  try {
    return fromJson(text);
  } catch {
    throw localError(`${path} is not valid JSON`);
  }
};

const chosenFile = ({ env }: Surroundings): string | undefined =>
  firstSet(env, ['TF_CLI_CONFIG_FILE'])?.value;

export const dataFolder = ({ env, home, platform }: Surroundings): string | undefined => {
  if (platform !== 'win32') return home === undefined ? undefined : join(home, '.terraform.d');
  const roaming = firstSet(env, ['APPDATA'])?.value;
  return roaming === undefined ? undefined : join(roaming, 'terraform.d');
};

/** The file that `terraform login` writes; undefined if Terraform does not read it. */
export const credentialsFile = (surroundings: Surroundings): string | undefined => {
  const folder = dataFolder(surroundings);
  return folder === undefined || chosenFile(surroundings) !== undefined
    ? undefined
    : join(folder, 'credentials.tfrc.json');
};

export const configFiles = (surroundings: Surroundings): readonly string[] => {
  const chosen = chosenFile(surroundings);
  if (chosen !== undefined) return [chosen];
  const { env, home, platform } = surroundings;
  const folder = platform === 'win32' ? firstSet(env, ['APPDATA'])?.value : home;
  return folder === undefined ? [] : [join(folder, platform === 'win32' ? 'terraform.rc' : '.terraformrc')];
};

/** The more specific file comes first. */
const filesOf = (surroundings: Surroundings): readonly string[] => {
  const own = credentialsFile(surroundings);
  return [...(own === undefined ? [] : [own]), ...configFiles(surroundings)];
};

export const fileTokens = (surroundings: Surroundings): ReadonlyMap<string, Sourced<string>> => {
  const all = new Map<string, Sourced<string>>();
  for (const path of filesOf(surroundings)) {
    for (const [host, value] of readHosts(path)) {
      if (!all.has(host)) all.set(host, { value, source: path });
    }
  }
  return all;
};
