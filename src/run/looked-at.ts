/** The scopes that the view of everything reads: an object elsewhere is not absent. */
import { namedMounts, namedNamespaces } from '../config/named-mounts.ts';
import type { Endpoint } from '../config/endpoint.ts';
import type { ServiceName } from '../catalogue/product.ts';
import { serviceTraits } from '../catalogue/product.ts';
import { shellWord } from '../catalogue/text/shell-words.ts';
import type { JsonObject } from '../documents/json/json.ts';

/** A name of `*` stands for all of a part. */
export interface LookedAt {
  readonly service: ServiceName;
  readonly organization?: string | undefined;
  readonly mounts?: readonly string[];
  readonly namespace?: string;
  readonly namespaces?: readonly string[];
}

const everywhere = '*';

/** The requested namespaces, else those of the settings, else `otherwise`. */
export const jobNamespaces = (
  { context }: Pick<Endpoint, 'context'>,
  asked: readonly string[] = [],
  otherwise: string = everywhere,
): readonly string[] => {
  const named = asked.length > 0 ? asked : namedNamespaces(context);
  if (named.length === 0) return [otherwise];
  return named.includes(everywhere) ? [everywhere] : [...new Set(named)];
};

/** The configured mounts, else the default one, which need not exist. */
export const mountsLookedAt = (
  { context }: Pick<Endpoint, 'context'>,
  engine: string,
): { readonly names: readonly string[]; readonly named: boolean } => {
  const names = namedMounts(context, engine);
  return names.length === 0 ? { names: [engine], named: false } : { names, named: true };
};

const engines = ['pki', 'ldap'] as const;

/** @returns undefined without a configured organization */
export const lookedAt = (
  { service, context }: Pick<Endpoint, 'service' | 'context'>,
  namespaces?: readonly string[],
): LookedAt | undefined => {
  const traits = serviceTraits[service];
  const organization = context.organization?.value;
  if (traits.context.organization !== undefined && organization === undefined) return undefined;
  const namespace = context.namespace?.value ?? '';
  const mounts = engines.flatMap((engine) => mountsLookedAt({ context }, engine).names);
  return {
    service,
    ...(traits.context.organization === undefined ? {} : { organization }),
    ...(traits.mounts === true ? { mounts: [...new Set(mounts)] } : {}),
    ...(traits.headers !== undefined && namespace !== '' ? { namespace } : {}),
    ...(traits.headers === undefined && traits.context.namespace !== undefined
      ? { namespaces: jobNamespaces({ context }, namespaces) }
      : {}),
  };
};

const counted = (part: string, names: readonly string[]): string =>
  names.includes(everywhere)
    ? `the ${part}s that the token may see`
    : `${part}${names.length === 1 ? '' : 's'} ${names.map(shellWord).join(', ')}`;

export const namespacesText = (names: readonly string[]): string => counted('namespace', names);

const placeOf = ({ organization, mounts, namespace, namespaces }: LookedAt): string =>
  [
    ...(organization === undefined ? [] : [counted('organization', [organization])]),
    ...(mounts === undefined ? [] : [counted('mount', mounts)]),
    ...(namespace === undefined ? [] : [namespacesText([namespace])]),
    ...(namespaces === undefined ? [] : [namespacesText(namespaces)]),
  ].join(' of ');

export const lookedAtText = (places: readonly LookedAt[]): string =>
  `looked at ${places.map((place) => `${place.service} in ${placeOf(place)}`).join('; ')}`;

export const lookedAtDocument = (places: readonly LookedAt[]): readonly JsonObject[] =>
  places.map(({ organization, mounts, namespace, namespaces, service }) => ({
    service,
    ...(organization === undefined ? {} : { organization }),
    ...(mounts === undefined ? {} : { mounts }),
    ...(namespace === undefined ? {} : { namespace }),
    ...(namespaces === undefined ? {} : { namespaces }),
  }));
