/** Checks the profiles by hand, to say which key is wrong. */
import { isAbsolute } from 'node:path';
import { localError, type TrivetError } from '../../system/error.ts';
import {
  perService,
  productNamed,
  productsOf,
  serviceNames,
  serviceTraits,
  type ServiceName,
} from '../../catalogue/product.ts';
import { editions } from '../../catalogue/services/facts.ts';
import {
  isProfileName,
  type CredentialStoreChoice,
  type KeptSession,
  type KeptToken,
  type LeftToken,
  type LoginAgain,
  type OneOrMore,
  type Mounts,
  type OtherCredentialStore,
  type Profile,
  type ProfilesFile,
  type ServiceProfile,
  type TokenSource,
} from './profile.ts';
import { maxTokenBytes } from '../tokens/token-text.ts';

type Check<T> = (value: unknown, where: string) => T;
type Shape<T> = { readonly [K in keyof T]-?: Check<T[K]> };

/** `where` is `profiles.prod.jobs.url`, or empty. The message never repeats values, which may be secrets. */
class SchemaError extends Error {
  readonly where: string;
  constructor(where: string, why: string) {
    super(why);
    this.where = where;
  }
}

const entriesOf = (value: unknown, where: string): [string, unknown][] => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new SchemaError(where, 'must be an object');
  }
  return Object.entries(value);
};

const below = (where: string, key: string): string => (where === '' ? key : `${where}.${key}`);

const shaped =
  <T>(shape: Shape<T>): Check<T> =>
  (value, where) => {
    const given = new Map(entriesOf(value, where));
    const out: Partial<T> = {};
    for (const key in shape) {
      const checked = shape[key](given.get(key), below(where, key));
      if (checked !== undefined) out[key] = checked;
      given.delete(key);
    }
    for (const key of given.keys()) throw new SchemaError(below(where, key), 'is not a key of a profile');
    return out as T;
  };

const optional =
  <T>(check: Check<T>): Check<T | undefined> =>
  (value, where) =>
    value === undefined ? undefined : check(value, where);

const text: Check<string> = (value, where) => {
  if (typeof value !== 'string') throw new SchemaError(where, 'must be text');
  if (value === '') throw new SchemaError(where, 'is empty');
  for (let index = 0; index < value.length; index += 1) {
    const code = value.charCodeAt(index);
    if (code < 0x20 || (code >= 0x7f && code < 0xa0))
      throw new SchemaError(where, 'contains a control character');
  }
  return value;
};

/** Relative paths would depend on the current folder. */
const path: Check<string> = (value, where) => {
  const checked = text(value, where);
  if (!isAbsolute(checked)) throw new SchemaError(where, 'must be an absolute path');
  return checked;
};

const yes: Check<boolean> = (value, where) => {
  if (typeof value !== 'boolean') throw new SchemaError(where, 'must be true or false');
  return value;
};

const oneOf =
  <T extends string>(known: readonly T[]): Check<T> =>
  (value, where) => {
    const found = known.find((each) => each === value);
    if (found === undefined) throw new SchemaError(where, `must be one of ${known.join(', ')}`);
    return found;
  };

const count: Check<number> = (value, where) => {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return value;
  throw new SchemaError(where, 'must be a whole number above 0');
};

const none: Check<undefined> = (value, where) => {
  if (value !== undefined) throw new SchemaError(where, 'is not a key of this service');
  return undefined;
};

const command: Check<readonly string[]> = (value, where) => {
  if (!Array.isArray(value) || value.length === 0) throw new SchemaError(where, 'must be a list of words');
  const argv = value.map((word: unknown, index) => {
    if (typeof word !== 'string' || word.includes('\0'))
      throw new SchemaError(`${where}.${index}`, 'must be text');
    return word;
  });
  const program = text(argv[0], `${where}.0`);
  if (/[\\/]/.test(program) && !isAbsolute(program)) {
    throw new SchemaError(`${where}.0`, 'must be an absolute path or a name to be found in PATH');
  }
  return argv;
};

const storageText: Check<string> = (value, where) => {
  const checked = text(value, where);
  if (checked.length > maxTokenBytes) throw new SchemaError(where, `is larger than ${maxTokenBytes} bytes`);
  return checked;
};

const session = shaped<KeptSession>({
  method: text,
  user: optional(text),
  since: text,
  expires: optional(text),
  renewable: yes,
  uses: optional(count),
  refused: optional(text),
  again: optional(
    shaped<LoginAgain>({
      method: optional(text),
      mount: optional(text),
      role: optional(text),
      username: optional(text),
      'role-id': optional(text),
      audience: optional(text),
    }),
  ),
});

const otherCredentialStore: Check<OtherCredentialStore> = (value, where) =>
  typeof value === 'string'
    ? oneOf(['system', 'vendor'])(value, where)
    : shaped({ argv: command })(value, where);

const credentialStoreChoice: Check<CredentialStoreChoice> = (value, where) =>
  value === 'file' ? value : otherCredentialStore(value, where);

const tokenShapes = {
  stored: shaped<TokenSource & { kind: 'stored' }>({
    kind: oneOf(['stored']),
    value: storageText,
    origin: optional(text),
    session: optional(session),
  }),
  kept: shaped<KeptToken>({
    kind: oneOf(['kept']),
    keeper: otherCredentialStore,
    id: text,
    mark: text,
    origin: optional(text),
    session: optional(session),
  }),
  environment: shaped<TokenSource & { kind: 'environment' }>({ kind: oneOf(['environment']), name: text }),
  file: shaped<TokenSource & { kind: 'file' }>({ kind: oneOf(['file']), path }),
  command: shaped<TokenSource & { kind: 'command' }>({ kind: oneOf(['command']), argv: command }),
} as const;

const token: Check<TokenSource> = (value, where) => {
  const kind = new Map(entriesOf(value, where)).get('kind');
  return tokenShapes[oneOf(['stored', 'kept', 'environment', 'file', 'command'])(kind, below(where, 'kind'))](
    value,
    where,
  );
};

const oneOrMore: Check<OneOrMore> = (value, where) => {
  if (!Array.isArray(value)) return text(value, where);
  if (value.length === 0) throw new SchemaError(where, 'must be a name or a list of names');
  return value.map((name: unknown, index) => text(name, `${where}.${index}`));
};

const mounts = shaped<Mounts>({
  pki: optional(oneOrMore),
  ldap: optional(oneOrMore),
  cloud: optional(oneOrMore),
});

const serviceProfile = (service: ServiceName): Check<ServiceProfile> => {
  const { context, headers, mounts: mounted } = serviceTraits[service];
  const known = (name: string | undefined) => (name === undefined ? none : optional(text));
  return shaped<ServiceProfile>({
    url: text,
    product: optional(
      (value, where) => productNamed(service, value) ?? oneOf(productsOf[service])(value, where),
    ),
    edition: optional(oneOf(editions)),
    version: optional(text),
    token: optional(token),
    caFile: optional(path),
    clientCert: optional(path),
    clientKey: optional(path),
    serverName: optional(text),
    allowHttp: optional(yes),
    organization: known(context.organization),
    // Jobs may look at several namespaces; the namespace of secrets is a part of all paths.
    namespace:
      headers === undefined && context.namespace !== undefined
        ? optional(oneOrMore)
        : known(context.namespace),
    region: known(context.region),
    mounts: mounted ? optional(mounts) : none,
  });
};

const days: Check<number> = (value, where) => {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= 3650) return value;
  throw new SchemaError(where, 'must be a number of days, 0 to 3650');
};

const profile = shaped<Profile>({
  readOnly: optional(yes),
  protected: optional(yes),
  receiptDays: optional(days),
  tokenKeeper: optional(credentialStoreChoice),
  organization: optional(text),
  ...perService((service) => optional(serviceProfile(service))),
});

const profiles: Check<Readonly<Record<string, Profile>>> = (value, where) => {
  const out: Record<string, Profile> = {};
  for (const [name, content] of entriesOf(value, where)) {
    if (!isProfileName(name)) {
      throw new SchemaError(`${where}.${JSON.stringify(name.slice(0, 80))}`, 'is not a profile name');
    }
    out[name] = profile(content, below(where, name));
  }
  return out;
};

const one: Check<1> = (value, where) => {
  if (value !== 1) throw new SchemaError(where, 'is not 1: this file is from another version of trivet');
  return 1;
};

const name: Check<string> = (value, where) => {
  if (typeof value !== 'string' || !isProfileName(value))
    throw new SchemaError(where, 'is not a profile name');
  return value;
};

const leftToken = shaped<LeftToken>({
  token: tokenShapes.kept,
  service: oneOf(serviceNames),
  profile: text,
  url: text,
  product: optional(
    (value, where) =>
      serviceNames.map((service) => productNamed(service, value)).find((one) => one !== undefined) ??
      oneOf(serviceNames.flatMap((service) => productsOf[service]))(value, where),
  ),
});

const left: Check<readonly LeftToken[]> = (value, where) => {
  if (!Array.isArray(value)) throw new SchemaError(where, 'must be a list');
  return value.map((one: unknown, index) => leftToken(one, `${where}.${index}`));
};

const whole = shaped<ProfilesFile>({
  version: one,
  current: optional(name),
  profiles,
  left: optional(left),
});

export const checkProfiles = (value: unknown, file: string | undefined): ProfilesFile => {
  try {
    return whole(value, '');
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    const why = `${error.where === '' ? 'the content' : `the key ${error.where}`} ${error.message}`;
    if (file === undefined)
      throw localError(`the profile cannot be saved: ${why}`).with({ details: { effect: 'unchanged' } });
    throw wrongFile(file, why);
  }
};

export const wrongFile = (file: string, why: string): TrivetError =>
  localError(
    `the profiles file ${file} cannot be used: ${why}`,
    'It was left as it is: repair it or move it away.',
  );
