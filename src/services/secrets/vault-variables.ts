/** `VAULT_*`, `BAO_*` and `~/.vault-token`, like the tools of Vault and OpenBao. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseBaseUrl, withSuffix } from '../../config/base-url.ts';
import type {
  Address,
  EndpointCandidate,
  PemPlan,
  TokenAccess,
  UnreadToken,
} from '../../config/candidate.ts';
import type { Sourced } from '../../config/endpoint.ts';
import type { Surroundings } from '../../system/surroundings.ts';
import { firstSet, refuseSkipVerify, refuseUnheeded, unusedIn } from '../../system/environment.ts';
import type { Environment, Instead } from '../../system/environment.ts';
import { tokenHelper } from './token-helper.ts';
import { commandPlan, filePlan, textPlan } from '../../config/tokens/unread-token.ts';

const wrapped = 'give --wrap-ttl';

export const vaultGuarding: Instead = { BAO_WRAP_TTL: wrapped, VAULT_WRAP_TTL: wrapped };

/** Variables that change what is sent, or where; each also exists with `BAO_`. */
export const vaultRefused: Instead = {
  VAULT_WRAP_TTL: wrapped,
  VAULT_MFA: '',
  VAULT_HEADERS: 'give --header',
  VAULT_AGENT_ADDR: 'put the address into VAULT_ADDR or BAO_ADDR',
  VAULT_SRV_LOOKUP: 'name a host in VAULT_ADDR or BAO_ADDR',
  VAULT_PROXY_ADDR: 'set HTTPS_PROXY',
  VAULT_HTTP_PROXY: 'set HTTPS_PROXY',
};

export const vaultUnused: Instead = {
  VAULT_CLIENT_TIMEOUT: 'give --timeout',
  VAULT_MAX_RETRIES: 'give --timeout',
  VAULT_RATE_LIMIT: '',
  VAULT_DISABLE_REDIRECTS: 'redirects are never followed',
  VAULT_FORMAT: 'give -o',
  VAULT_DETAILED: '',
  VAULT_CLI_NO_COLOR: 'set NO_COLOR',
};

const addressOf = (variable: Sourced<string>): Address => ({
  ...parseBaseUrl(withSuffix(variable.value, 'secrets'), variable.source, 'secrets'),
  source: variable.source,
});

/**
 * The variables of a setting. OpenBao falls back to `VAULT_`, and an empty `BAO_` variable still wins; settings of
 * a Vault at another address do not apply.
 */
const namesOf = (env: Environment, suffix: string, openbao: boolean, shared: boolean): readonly string[] => {
  const own = `BAO_${suffix}`;
  if (!openbao) return [`VAULT_${suffix}`];
  return env[own] !== undefined || !shared ? [own] : [`VAULT_${suffix}`];
};

export const homeToken = '~/.vault-token';

/** The file that `vault login` writes with mode 0600. */
const openFile = ({ home, platform }: Surroundings): string | undefined => {
  if (home === undefined || platform === 'win32') return undefined;
  const { mode } = statSync(join(home, '.vault-token'));
  return (mode & 0o077) === 0 ? undefined : `other users can read ${homeToken}: run chmod 600 ${homeToken}`;
};

const tokenOf = (
  find: (suffix: string) => Sourced<string> | undefined,
  openbao: boolean,
  shared: boolean,
  surroundings: Surroundings,
  access: TokenAccess,
): UnreadToken | undefined => {
  const variable = find('TOKEN');
  if (variable !== undefined) return textPlan(variable.value, variable.source);
  const chosen = openbao ? firstSet(surroundings.env, ['BAO_TOKEN_PATH']) : undefined;
  if (chosen !== undefined) return filePlan(chosen.value, chosen.source, surroundings, access);
  if (!shared || surroundings.home === undefined) return undefined;
  const helper = tokenHelper(surroundings, openbao);
  if (helper !== undefined) return commandPlan([helper.program, 'get'], helper.file, access);
  const file = join(surroundings.home, '.vault-token');
  return existsSync(file) ? filePlan(file, homeToken, surroundings, access) : undefined;
};

export const vaultCandidate = (
  surroundings: Surroundings,
  access: TokenAccess,
): EndpointCandidate | undefined => {
  const { env } = surroundings;
  const openbao = env['BAO_ADDR'] !== undefined;
  const variable = firstSet(env, [openbao ? 'BAO_ADDR' : 'VAULT_ADDR']);
  if (variable === undefined) return undefined;
  const url = addressOf(variable);
  const vault = openbao ? firstSet(env, ['VAULT_ADDR']) : undefined;
  const shared = vault === undefined || addressOf(vault).origin === url.origin;
  const names = (suffix: string): readonly string[] => namesOf(env, suffix, openbao, shared);
  const find = (suffix: string): Sourced<string> | undefined => firstSet(env, names(suffix));
  refuseSkipVerify(env, names('SKIP_VERIFY'));
  const named = (variables: Instead): Instead =>
    Object.fromEntries(
      Object.entries(variables).flatMap(([name, instead]) =>
        names(name.replace('VAULT_', '')).map((one) => [one, instead]),
      ),
    );
  refuseUnheeded(env, named(vaultRefused));

  const pem = (suffix: string): PemPlan | undefined => {
    const file = find(suffix);
    if (file !== undefined) return { kind: 'file', path: file.value, source: file.source };
    const text = find(`${suffix}_BYTES`);
    return text && { kind: 'text', text: text.value, source: text.source };
  };
  const folder = find('CAPATH');
  const token = tokenOf(find, openbao, shared, surroundings, access);
  const borrowed = openbao && token !== undefined && !token.source.startsWith('BAO_');
  const open = token?.source === homeToken ? openFile(surroundings) : undefined;
  return {
    kind: 'vendor',
    label: variable.source,
    url,
    token,
    notices: open === undefined ? [] : [open],
    remarks: [
      ...(borrowed
        ? [
            `${token.source} is sent to ${variable.source} (${url.origin}), as bao does; BAO_TOKEN takes precedence`,
          ]
        : []),
      ...unusedIn(env, named(vaultUnused)),
    ],
    product: { value: openbao ? 'openbao' : 'vault', source: variable.source },
    tls: {
      ca: pem('CACERT') ?? (folder && { kind: 'folder', path: folder.value, source: folder.source }),
      cert: pem('CLIENT_CERT'),
      key: pem('CLIENT_KEY'),
      serverName: find('TLS_SERVER_NAME'),
    },
    context: { namespace: find('NAMESPACE') },
  };
};
