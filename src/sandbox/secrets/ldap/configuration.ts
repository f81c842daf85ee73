/** test/seeds/2-secrets.md, section 2.4, "Configuration". */
import type { Json } from '../../contract.ts';
import type { Input } from '../coerce.ts';
import { asBoolean, asInteger, asSeconds, asText } from '../coerce.ts';
import { EngineError } from '../engine.ts';
import { formatTime } from '../rfc3339.ts';

const SCHEMAS = ['openldap', 'ad', 'racf'] as const;

export type Schema = (typeof SCHEMAS)[number];

const SEARCH_ATTRIBUTE: Readonly<Record<Schema, string>> = {
  openldap: 'cn',
  ad: 'userPrincipalName',
  racf: 'racfid',
};

export interface Configuration {
  readonly bindDn: string;
  readonly bindPassword: string;
  readonly url: string;
  readonly passwordPolicy: string;
  readonly length: number;
  readonly schema: Schema;
  readonly userDn: string;
  readonly userAttribute: string;
  readonly upnDomain: string;
  readonly requestTimeout: number;
  readonly connectionTimeout: number;
  readonly startTls: boolean;
  readonly insecureTls: boolean;
  readonly certificate: string;
  readonly clientCertificate: string;
  readonly clientKey: string;
  readonly skipImportRotation: boolean;
  readonly lastBindRotation: number | undefined;
}

const DEFAULTS: Configuration = {
  bindDn: '',
  bindPassword: '',
  url: 'ldap://127.0.0.1',
  passwordPolicy: '',
  length: 0,
  schema: 'openldap',
  userDn: '',
  userAttribute: '',
  upnDomain: '',
  requestTimeout: 90,
  connectionTimeout: 30,
  startTls: false,
  insecureTls: false,
  certificate: '',
  clientCertificate: '',
  clientKey: '',
  skipImportRotation: false,
  lastBindRotation: undefined,
};

function schemaOf(input: Input, before: Schema): Schema {
  const given = asText(input, 'schema', before) || DEFAULTS.schema;
  const schema = SCHEMAS.find((known) => known === given);
  if (schema !== undefined) return schema;
  throw new EngineError(
    400,
    `the configured schema ${given} is not valid. Supported schemas: [${SCHEMAS.join(' ')}]`,
  );
}

function pem(input: Input, name: string, before: string, what: string): string {
  const text = asText(input, name, before);
  if (text === '' || /-----BEGIN [A-Z ]+-----[\s\S]+-----END [A-Z ]+-----/.test(text)) return text;
  throw new EngineError(400, `failed to parse ${what}: failed to decode PEM block in ${name}`);
}

/** Omitted fields stay; the directory is not contacted. */
export function mergeConfiguration(stored: Configuration | undefined, input: Input): Configuration {
  const before = stored ?? DEFAULTS;
  const merged: Configuration = {
    bindDn: asText(input, 'binddn', before.bindDn),
    bindPassword: asText(input, 'bindpass', before.bindPassword),
    url: asText(input, 'url', before.url) || DEFAULTS.url,
    passwordPolicy: asText(input, 'password_policy', before.passwordPolicy),
    length: asInteger(input, 'length', input['length'] === '' ? 0 : before.length),
    schema: schemaOf(input, before.schema),
    userDn: asText(input, 'userdn', before.userDn),
    userAttribute: asText(input, 'userattr', before.userAttribute),
    upnDomain: asText(input, 'upndomain', before.upnDomain),
    requestTimeout: asSeconds(input, 'request_timeout', before.requestTimeout),
    connectionTimeout: asSeconds(input, 'connection_timeout', before.connectionTimeout),
    startTls: asBoolean(input, 'starttls', before.startTls),
    insecureTls: asBoolean(input, 'insecure_tls', before.insecureTls),
    certificate: pem(input, 'certificate', before.certificate, 'server tls cert'),
    clientCertificate: pem(input, 'client_tls_cert', before.clientCertificate, 'client tls cert'),
    clientKey: pem(input, 'client_tls_key', before.clientKey, 'client tls key'),
    skipImportRotation: asBoolean(input, 'skip_static_role_import_rotation', before.skipImportRotation),
    lastBindRotation: before.lastBindRotation,
  };
  if (merged.bindDn === '') throw new EngineError(400, 'binddn is required');
  if (merged.bindPassword === '') throw new EngineError(400, 'bindpass is required');
  if (merged.length < 0) throw new EngineError(400, 'length must not be negative');
  if (merged.length > 0 && merged.passwordPolicy !== '') {
    throw new EngineError(400, "cannot set both 'password_policy' and 'length'");
  }
  return merged;
}

export function searchAttribute(configuration: Configuration): string {
  return configuration.userAttribute || SEARCH_ATTRIBUTE[configuration.schema];
}

export function viewConfiguration(configuration: Configuration): Readonly<Record<string, Json>> {
  const { passwordPolicy, length, lastBindRotation } = configuration;
  return {
    binddn: configuration.bindDn,
    certificate: configuration.certificate,
    connection_timeout: configuration.connectionTimeout,
    insecure_tls: configuration.insecureTls,
    request_timeout: configuration.requestTimeout,
    schema: configuration.schema,
    skip_static_role_import_rotation: configuration.skipImportRotation,
    starttls: configuration.startTls,
    upndomain: configuration.upnDomain,
    url: configuration.url,
    userattr: searchAttribute(configuration),
    userdn: configuration.userDn,
    ...(length === 0 ? undefined : { length }),
    ...(passwordPolicy === '' ? undefined : { password_policy: passwordPolicy }),
    ...(lastBindRotation === undefined
      ? undefined
      : { last_bind_password_rotation: formatTime(lastBindRotation) }),
  };
}
