/** `VAULT_*`, `BAO_*` and `~/.vault-token`: what the tools of Vault and OpenBao would use. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseBaseUrl, withSuffix } from '../../profiles/base-url.ts';
import type { Address, Candidate, PemPlan, TokenAccess, TokenPlan } from '../../profiles/candidate.ts';
import type { Sourced } from '../../profiles/endpoint.ts';
import type { Surroundings } from '../../world/surroundings.ts';
import { firstSet, refuseSkipVerify, type Environment } from '../../profiles/environment.ts';
import { filePlan, textPlan } from '../../profiles/tokens/token-plan.ts';

const addressOf = (variable: Sourced<string>): Address => ({
  ...parseBaseUrl(withSuffix(variable.value, 'secrets'), variable.source, 'secrets'),
  source: variable.source,
});

/**
 * The names of the variables with this `suffix` that apply. OpenBao falls back to `VAULT_`, and a `BAO_` variable that
 * is set but empty still wins; settings of a Vault at another address do not apply.
 */
const namesOf = (env: Environment, suffix: string, openbao: boolean, shared: boolean): readonly string[] => {
  const own = `BAO_${suffix}`;
  if (!openbao) return [`VAULT_${suffix}`];
  return env[own] !== undefined || !shared ? [own] : [`VAULT_${suffix}`];
};

const tokenOf = (
  find: (suffix: string) => Sourced<string> | undefined,
  openbao: boolean,
  shared: boolean,
  surroundings: Surroundings,
  access: TokenAccess,
): TokenPlan | undefined => {
  const variable = find('TOKEN');
  if (variable !== undefined) return textPlan(variable.value, variable.source);
  const chosen = openbao ? firstSet(surroundings.env, ['BAO_TOKEN_PATH']) : undefined;
  if (chosen !== undefined) return filePlan(chosen.value, chosen.source, surroundings, access);
  if (!shared || surroundings.home === undefined) return undefined;
  const file = join(surroundings.home, '.vault-token');
  return existsSync(file) ? filePlan(file, '~/.vault-token', surroundings, access) : undefined;
};

/** The address of secrets in the vendors' variables; undefined unless one is set. */
export const vaultCandidate = (surroundings: Surroundings, access: TokenAccess): Candidate | undefined => {
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

  const pem = (suffix: string): PemPlan | undefined => {
    const file = find(suffix);
    if (file !== undefined) return { kind: 'file', path: file.value, source: file.source };
    const text = find(`${suffix}_BYTES`);
    return text && { kind: 'text', text: text.value, source: text.source };
  };
  const folder = find('CAPATH');
  return {
    kind: 'vendor',
    label: variable.source,
    url,
    token: tokenOf(find, openbao, shared, surroundings, access),
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
