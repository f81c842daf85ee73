/** Settings from `TFE_*`, `TF_*` and Terraform's credentials. */
import { serviceTraits } from '../../catalogue/product.ts';
import { parseBaseUrl, withSuffix } from '../../config/base-url.ts';
import type { EndpointCandidate, TokenAccess, UnreadToken } from '../../config/candidate.ts';
import type { Sourced } from '../../config/endpoint.ts';
import type { Surroundings } from '../../system/surroundings.ts';
import { firstSet, refuseSkipVerify, unusedIn } from '../../system/environment.ts';
import type { Environment, Instead } from '../../system/environment.ts';
import { fileTokens, variableToken } from './terraform-credentials.ts';
import { commandPlan, textPlan } from '../../config/tokens/unread-token.ts';
import { jsonIn } from '../../documents/json/lossless.ts';
import { textAt } from '../../documents/json/json.ts';
import { credentialsHelper } from './credentials-helper.ts';

const service = 'workspaces';
const publicHost = 'app.terraform.io';
const publicHosts: ReadonlySet<string> = new Set([publicHost, 'app.eu.terraform.io']);

export const terraformUnused: Instead = {
  TF_CLOUD_PROJECT: 'give --project to workspace create',
  TF_WORKSPACE: 'name the workspace',
};

const addressOf = (env: Environment): Sourced<string> | undefined => {
  const address = firstSet(env, ['TFE_ADDRESS']);
  if (address !== undefined) return address;
  const host = firstSet(env, ['TFE_HOSTNAME', 'TF_CLOUD_HOSTNAME']);
  if (host !== undefined) return { value: `https://${host.value}`, source: host.source };
  // Without an address these tokens are for the public service.
  const token = firstSet(env, ['TFE_TOKEN']) ?? variableToken(env, publicHost);
  return token && { value: `https://${publicHost}`, source: token.source };
};

/** Whether TFE_TOKEN is for this host. Without TFE_ADDRESS and TFE_HOSTNAME it is for the public service. */
const ownsToken = (address: Sourced<string>, host: string): boolean =>
  address.source === 'TFE_ADDRESS' || address.source === 'TFE_HOSTNAME' || host === publicHost;

const candidate = (
  address: Sourced<string>,
  surroundings: Surroundings,
  token: (host: string) => UnreadToken | undefined,
): EndpointCandidate => {
  const { env } = surroundings;
  refuseSkipVerify(env, ['TFE_SKIP_VERIFY', 'TFE_SSL_SKIP_VERIFY']);
  const url = parseBaseUrl(withSuffix(address.value, service), address.source, service);
  const { host } = new URL(url.baseUrl);
  return {
    kind: 'vendor',
    label: address.source,
    url: { ...url, source: address.source },
    token: token(host),
    product: {
      value: publicHosts.has(host) ? 'hcp-terraform' : 'terraform-enterprise',
      source: address.source,
    },
    remarks: unusedIn(env, terraformUnused),
    tls: {},
    context: { organization: firstSet(env, ['TF_CLOUD_ORGANIZATION', 'TFE_ORGANIZATION', 'TFE_ORG']) },
  };
};

const planOf = (found: Sourced<string> | undefined): UnreadToken | undefined =>
  found && textPlan(found.value, found.source);

const helperPlan = (
  host: string,
  surroundings: Surroundings,
  access: TokenAccess,
): UnreadToken | undefined => {
  const helper = credentialsHelper(surroundings);
  return (
    helper &&
    commandPlan([...helper, 'get', host], 'credentials_helper', access, (printed) =>
      textAt(jsonIn(printed), 'token'),
    )
  );
};

const hostOf = (baseUrl: string | undefined): string | undefined =>
  baseUrl !== undefined && /^https?:/i.test(baseUrl) && URL.canParse(baseUrl)
    ? new URL(baseUrl).host
    : undefined;

/** A `TF_TOKEN_<host>` also applies to a `--base-url` at that host. */
export const terraformCandidate = (
  baseUrl: string | undefined,
  surroundings: Surroundings,
  access: TokenAccess,
): EndpointCandidate | undefined => {
  const { env } = surroundings;
  const address = addressOf(env);
  const host = hostOf(baseUrl);
  const byHost = host === undefined ? undefined : variableToken(env, host);
  const named = address && hostOf(address.value);
  if (host !== undefined && byHost !== undefined && host !== named) {
    return candidate({ value: `https://${host}`, source: byHost.source }, surroundings, () => planOf(byHost));
  }
  if (address === undefined) return undefined;
  return candidate(address, surroundings, (at) => {
    const own = ownsToken(address, at) ? firstSet(env, ['TFE_TOKEN']) : undefined;
    const found = own ?? variableToken(env, at) ?? fileTokens(surroundings).get(at);
    return planOf(found) ?? helperPlan(at, surroundings, access);
  });
};

/**
 * A login of Terraform, for the host of `--base-url`, the public service, or the only host. It ranks below every
 * source with an address, since the file has none.
 */
export const terraformLogin = (
  baseUrl: string | undefined,
  surroundings: Surroundings,
): EndpointCandidate | undefined => {
  const tokens = fileTokens(surroundings);
  const only = tokens.size === 1 ? [...tokens.keys()][0] : undefined;
  const host = baseUrl === undefined ? (tokens.has(publicHost) ? publicHost : only) : hostOf(baseUrl);
  const token = host === undefined ? undefined : tokens.get(host);
  if (host === undefined || token === undefined) return undefined;
  const value = `https://${host}${serviceTraits[service].suffix}`;
  return candidate({ value, source: token.source }, surroundings, () => planOf(token));
};
