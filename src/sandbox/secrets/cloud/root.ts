/** Root configuration (test/seeds/2-secrets.md, section 2.3). */
import type { Json } from '../../contract.ts';
import type { Input } from '../coerce.ts';
import { asInteger, asSeconds, asText } from '../coerce.ts';
import { EngineError } from '../engine.ts';
import type { Provider } from './provider.ts';
import { ProviderError } from './provider.ts';
import { DEFAULT_USERNAME_TEMPLATE } from './username.ts';

const SDK_DEFAULT_RETRIES = -1;
const IDENTITY_TOKEN_SECONDS = 3600;

export interface RootConfiguration {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly roleArn: string;
  readonly audience: string;
  readonly identityTokenSeconds: number;
  readonly region: string;
  readonly identityEndpoint: string;
  readonly tokenEndpoint: string;
  readonly maxRetries: number;
  readonly usernameTemplate: string;
}

export function parseRoot(input: Input): RootConfiguration {
  const root: RootConfiguration = {
    accessKey: asText(input, 'access_key', ''),
    secretKey: asText(input, 'secret_key', ''),
    roleArn: asText(input, 'role_arn', ''),
    audience: asText(input, 'identity_token_audience', ''),
    identityTokenSeconds: asSeconds(input, 'identity_token_ttl', IDENTITY_TOKEN_SECONDS),
    region: asText(input, 'region', ''),
    identityEndpoint: asText(input, 'iam_endpoint', ''),
    tokenEndpoint: asText(input, 'sts_endpoint', ''),
    maxRetries: asInteger(input, 'max_retries', SDK_DEFAULT_RETRIES),
    usernameTemplate: asText(input, 'username_template', '') || DEFAULT_USERNAME_TEMPLATE,
  };
  if ((root.accessKey === '') !== (root.secretKey === '')) {
    throw new EngineError(400, 'access_key and secret_key must be given together');
  }
  if (root.audience !== '' && root.accessKey !== '') {
    throw new EngineError(400, "only one of 'access_key' or 'identity_token_audience' can be set");
  }
  if (root.audience !== '' && root.roleArn === '') {
    throw new EngineError(400, "missing required 'role_arn' when 'identity_token_audience' is set");
  }
  return root;
}

export function viewRoot(root: RootConfiguration): Readonly<Record<string, Json>> {
  return {
    access_key: root.accessKey,
    iam_endpoint: root.identityEndpoint,
    identity_token_audience: root.audience,
    identity_token_ttl: root.identityTokenSeconds,
    max_retries: root.maxRetries,
    region: root.region,
    role_arn: root.roleArn,
    sts_endpoint: root.tokenEndpoint,
    username_template: root.usernameTemplate,
  };
}

/** Static credentials first, then identity federation. There is nothing else to fall back on. */
export function requireCredentials(root: RootConfiguration | undefined, provider: Provider): void {
  if (root !== undefined && root.accessKey !== '') {
    if (provider.knowsServiceKey(root.accessKey)) return;
    throw new ProviderError('InvalidClientTokenId: The security token included in the request is invalid.');
  }
  if (root === undefined || root.audience === '') {
    throw new ProviderError('NoCredentialProviders: no valid providers in chain');
  }
}
