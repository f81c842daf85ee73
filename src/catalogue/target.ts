import type { ServiceName } from './product.ts';
import { serviceTraits } from './product.ts';
import { pathFromRoot, storageNamespace } from './storage-path.ts';
import { shellWord } from './text/shell-words.ts';

/** The parts of a scope, within which names are unique. */
export const parts = ['organization', 'mount', 'namespace', 'region'] as const;

export type Part = (typeof parts)[number];

/** The empty namespace is the root of the secrets service. */
export type Scope = Readonly<Partial<Record<Part, string>>> & {
  /** The part that the object decides and not the request: a workspace by its ID, a deployment, an allocation. */
  readonly unknown?: 'organization' | 'namespace';
};

export interface Target {
  readonly service: ServiceName;
  readonly address: string;
  readonly profile?: string | undefined;
  readonly scope: Scope;
}

const serverKeyOf = (address: string): string => {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  const name = url.hostname.replace(/\.$/, '');
  const host = name === 'localhost' || name === '[::1]' ? '127.0.0.1' : name;
  return `${url.protocol}//${host}:${url.port}${url.pathname.replace(/\/+$/, '')}`;
};

export const sameServer = (one: string, other: string): boolean => serverKeyOf(one) === serverKeyOf(other);

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

export const samePart = (service: ServiceName, part: Part, one: string, other: string): boolean =>
  spelled(service, { [part]: one }, part) === spelled(service, { [part]: other }, part);

export const placeKeyOf = ({ service, address, scope }: Target): string =>
  JSON.stringify([
    service,
    serverKeyOf(address),
    ...parts.map((part) => spelled(service, scope, part) ?? ''),
    scope.unknown ?? '',
  ]);

export const scopeTexts = (scope: Scope, isNamed: (part: Part) => boolean = () => false): readonly string[] =>
  parts.flatMap((part) => {
    const value = scope[part] ?? '';
    return value === '' || isNamed(part) ? [] : [`${part} ${shellWord(value)}`];
  });

export const describeTarget = (
  { scope, address, profile }: Target,
  isNamed?: (part: Part) => boolean,
): string => {
  const texts = scopeTexts(scope, isNamed).join(', ');
  return `${texts === '' ? '' : `${texts} at `}${address}${profile === undefined ? '' : `, profile ${profile}`}`;
};
