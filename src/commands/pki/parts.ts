import { recordView } from '../../catalogue/view.ts';
import { importFields, issuedFields, rootFields, signedFields } from './fields.ts';
/** test/seeds/2-secrets.md §2.2, §4.2. */
import type { Json } from '../../documents/json/json.ts';
import { usageError } from '../../system/error.ts';
import { textsOfValue } from '../../catalogue/parameter.ts';
import type { InputValue, Parameter, Parameters } from '../../catalogue/parameter.ts';
import type { Rule } from '../../catalogue/rule.ts';
import { pkiMount } from '../../services/secrets/engine-parts.ts';

export { pkiMount as mount };

export const flag = (summary: string, fallback = 'false') =>
  ({ in: 'body', type: 'boolean', summary, default: fallback }) as const;

export const list = (summary: string, metavar = 'value', fallback = 'empty') =>
  ({ in: 'body', type: 'strings', summary, default: fallback, metavar }) as const;

export const duration = (summary: string, fallback: string) =>
  ({ in: 'body', type: 'duration', summary, default: fallback, metavar: 'duration' }) as const;

const notBlank = { pattern: String.raw`[\s\S]*\S[\s\S]*`, meaning: 'a name that is not blank' };

export const roleName = {
  in: 'path',
  type: 'string',
  summary: 'Name of the role',
  required: true,
  complete: 'pki-role',
  metavar: 'role',
} as const satisfies Parameter;

/** The part `/pem` of the path, set by `--pem` or `--der`. */
export const encoding = {
  in: 'path',
  type: 'string',
  summary: 'Encoding of the bytes: pem, otherwise DER',
  enum: ['pem'],
  repeatsInput: 'pem',
} as const satisfies Parameter;

export const serial = {
  in: 'path',
  type: 'text',
  summary: 'Serial number in hex, or certificate as @FILE',
  required: true,
  pem: 'CERTIFICATE',
  complete: 'pki-certificate',
  metavar: 'serial',
} as const satisfies Parameter;

export const commonName = {
  in: 'body',
  type: 'string',
  summary: 'Common name of the certificate',
  limits: notBlank,
  metavar: 'name',
} as const satisfies Parameter;

/** Not an organization: `AG` of "Bank, AG". */
const legalForm =
  /^(?:(?:AG|AB|AS|SE|KG|OHG|GmbH|Oyj?|Inc|Corp|Co|Ltd|Limited|LLC|LLP|PLC|Pty|S\.?A|N\.?V|B\.?V|S\.?p\.?A|S\.?r\.?l)\.?(?:\s.*)?)$/iu;

const splitByComma = (value: InputValue): string | undefined => {
  const values = textsOfValue(value);
  const at = values.findIndex((one, index) => index > 0 && legalForm.test(one));
  if (at === -1) return undefined;
  const [before = '', end = ''] = values.slice(at - 1);
  return `--organization: "${before}" and "${end}" are two values. For one with a comma, use double quotes inside: '"${before}, ${end}"'`;
};

export const subjectFields = {
  ou: list('Organizational units (OU) of the subject'),
  organization: { ...list('Organizations (O) of the subject'), guessMeaning: splitByComma },
  country: list('Countries (C) of the subject'),
  locality: list('Localities (L) of the subject'),
  province: list('Provinces (ST) of the subject'),
  street_address: list('Street addresses of the subject'),
  postal_code: list('Postal codes of the subject'),
} as const satisfies Parameters;

export const subject = {
  ...subjectFields,
  serial_number: {
    in: 'body',
    type: 'string',
    summary: "Serial number in the subject, not the certificate's",
    default: 'empty',
    metavar: 'text',
  },
} as const satisfies Parameters;

const byCommas = (value: InputValue, spoken: string): Json => {
  const texts = textsOfValue(value);
  const broken = texts.find((text) => text.includes(','));
  if (broken === undefined) return texts.join(',');
  throw usageError(`${spoken}: "${broken}" contains a ",", which separates the values on the wire`);
};

export const alternativeNames = {
  alt_names: { ...list('More host names or email addresses', 'name'), sentAs: byCommas },
  ip_sans: { ...list('IP addresses', 'address'), sentAs: byCommas },
  uri_sans: { ...list('URIs', 'uri'), sentAs: byCommas },
  other_sans: {
    ...list('Custom names that the role allows: <oid>;UTF8:<value>', 'oid;UTF8:value'),
    limits: {
      pattern: String.raw`\d+(?:\.\d+)+;(?:UTF8|UTF-8|utf8|utf-8):[\s\S]*`,
      meaning: 'of the form <oid>;UTF8:<value>',
    },
  },
} as const satisfies Parameters;

export const format = {
  in: 'body',
  type: 'string',
  summary: 'Encoding of certificate and key in the reply',
  enum: ['pem', 'der', 'pem_bundle'],
  default: 'pem',
  metavar: 'pem|der|pem_bundle',
} as const satisfies Parameter;

export const privateKeyFormat = {
  in: 'body',
  type: 'string',
  summary: 'Encoding of the key, not in a pem_bundle',
  enum: ['der', 'pkcs8'],
  default: 'der',
  metavar: 'der|pkcs8',
} as const satisfies Parameter;

export const excludeCommonName = flag('Omit the common name from alternative names');

export const notAfter = {
  in: 'body',
  type: 'time',
  summary: 'End of validity in UTC, to the second',
  limits: {
    pattern: String.raw`\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z`,
    meaning: 'a time in UTC such as 9999-12-31T23:59:59Z',
  },
  metavar: 'time',
} as const satisfies Parameter;

export const ttl = (limit: string, fallback: string) => duration(`Validity; ${limit}`, fallback);

export const csr = {
  in: 'body',
  type: 'text',
  summary: 'Certificate request in PEM or DER: @FILE or -',
  required: true,
  pem: 'CERTIFICATE REQUEST',
  metavar: '@file',
} as const satisfies Parameter;

/** No server needs a private key. */
export const withoutKey = (parameter: string): Rule => ({
  rule: 'pattern',
  parameter,
  pattern: String.raw`(?![\s\S]*-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----)[\s\S]*`,
  meaning: 'free of private keys, which stay with you',
});

/** Undocumented: real servers refuse both together. */
export const endOnce: Rule = { rule: 'atMostOne', keys: ['ttl', 'not_after'], servers: ['vault'] };

/** Documented as required, but real servers use the request's name. */
export const commonNameOfCsr = {
  ...commonName,
  required: { exceptOn: ['vault'] },
} as const satisfies Parameter;

/** Some roles also give a lease. */
const issuedColumns = [
  ['serial_number', 'serial'],
  ['expiration', 'expires'],
  ['private_key_type', 'key type'],
  'certificate',
  ['issuing_ca', 'issuing ca'],
  ['ca_chain', 'ca chain'],
  ['private_key', 'private key'],
  ['lease_id', 'lease'],
  ['lease_duration', 'lease duration'],
  'renewable',
] as const;

const signed = {
  fields: signedFields,
  essential: ['certificate'],
  name: 'serial_number',
  columns: issuedColumns,
  files: true,
} as const;

export const signedView = recordView(signed);

/** The certificate is the name, since there is no serial number. */
export const selfIssuedView = recordView({ ...signed, name: 'certificate' });

const issued = {
  fields: issuedFields,
  essential: ['certificate', 'private_key'],
  name: 'serial_number',
  columns: issuedColumns,
  files: true,
} as const;

export const issuedView = recordView(issued);

/** The view has the issuer and the key that the root became. */
export const rootView = recordView({
  ...issued,
  fields: rootFields,
  // The key is in the reply only if it is exported (`once`).
  essential: ['certificate'],
  columns: [
    ...issuedColumns,
    ['issuer_id', 'issuer id'],
    ['issuer_name', 'issuer name'],
    ['key_id', 'key id'],
    ['key_name', 'key name'],
  ],
});

export const importView = recordView({
  fields: importFields,
  name: 'mount',
  columns: [
    ['imported_issuers', 'imported issuers'],
    ['imported_keys', 'imported keys'],
    ['existing_issuers', 'existing issuers'],
    ['existing_keys', 'existing keys'],
    ['mapping', 'keys of issuers'],
  ],
});

/** -1: no limit, or one less than the signer's; 0: no CA below. */
export const maxPathLength = {
  in: 'body',
  type: 'integer',
  summary: 'CA levels allowed below; -1: no own limit',
  default: '-1',
  limits: { minimum: -1 },
  metavar: 'n',
} as const;

export const permittedDomains = {
  in: 'body',
  type: 'strings',
  summary: 'Domains (with subdomains) allowed in certificates below',
  metavar: 'domain',
} as const;

/** Usually another mount than the signer's; its list shows the signer's revocation. */
export const caMount = {
  in: 'local',
  type: 'strings',
  summary: 'Mounts of the CAs above it',
  slashes: 'folder',
  metavar: 'mount',
} as const satisfies Parameter;
