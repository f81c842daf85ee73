/** Where a request goes: a server, and the part of it in which its object has its name. */
import type { ServiceName } from './product.ts';
import { serviceTraits } from './product.ts';
import { pathFromRoot, storageNamespace } from './storage-path.ts';
import { shellWord } from './text/shell-words.ts';

/** The parts of a server in which other objects have the same names. */
export const parts = ['organization', 'mount', 'namespace', 'region'] as const;

export type Part = (typeof parts)[number];

/** The part of a server that a request says it is about; the empty namespace is the root of the secrets service. */
export type Scope = Readonly<Partial<Record<Part, string>>> & {
  /** The part that the object decides, whatever the request says: a workspace by its ID, a deployment, an allocation. */
  readonly unknown?: 'organization' | 'namespace';
};

export interface Target {
  readonly service: ServiceName;
  /** The base URL. */
  readonly address: string;
  readonly profile?: string | undefined;
  readonly scope: Scope;
}

/** One spelling of an address. All names of this machine are equal, and a final slash or dot is ignored. */
const serverKeyOf = (address: string): string => {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  const name = url.hostname.replace(/\.$/, '');
  const host = name === 'localhost' || name === '[::1]' ? '127.0.0.1' : name;
  return `${url.protocol}//${host}:${url.port}${url.pathname.replace(/\/+$/, '')}`;
};

/** Whether two addresses are of one server. */
export const sameServer = (one: string, other: string): boolean => serverKeyOf(one) === serverKeyOf(other);

/**
 * One spelling of a part: a namespace without a name has that of its service. A namespace that a header carries is one path
 * from the root with the mount.
 */
const spelled = (service: ServiceName, { mount, ...scope }: Scope, part: Part): string | undefined => {
  const { headers, defaultNamespace } = serviceTraits[service];
  if (headers?.namespace === undefined) {
    if (part === 'mount') return mount;
    return part === 'namespace' ? scope.namespace || defaultNamespace : scope[part];
  }
  if (part === 'mount') return mount && pathFromRoot(scope.namespace, mount);
  if (part === 'namespace') return mount === undefined ? storageNamespace(scope.namespace) : '';
  return scope[part];
};

/** Whether two names of a part are of one, in any spelling that the service takes. */
export const samePart = (service: ServiceName, part: Part, one: string, other: string): boolean =>
  spelled(service, { [part]: one }, part) === spelled(service, { [part]: other }, part);

/** The text of a place, for keys: one for every spelling of it. */
export const placeKeyOf = ({ service, address, scope }: Target): string =>
  JSON.stringify([
    service,
    serverKeyOf(address),
    ...parts.map((part) => spelled(service, scope, part) ?? ''),
    scope.unknown ?? '',
  ]);

/** `mount pki`, `namespace team-a`: the parts of a scope, but for some. */
export const scopeTexts = (scope: Scope, isNamed: (part: Part) => boolean = () => false): readonly string[] =>
  parts.flatMap((part) => {
    const value = scope[part] ?? '';
    return value === '' || isNamed(part) ? [] : [`${part} ${shellWord(value)}`];
  });

/** `mount pki, namespace team-a at https://host, profile prod`. */
export const describeTarget = (
  { scope, address, profile }: Target,
  isNamed?: (part: Part) => boolean,
): string => {
  const texts = scopeTexts(scope, isNamed).join(', ');
  return `${texts === '' ? '' : `${texts} at `}${address}${profile === undefined ? '' : `, profile ${profile}`}`;
};
