import { meantWord } from './aliases.ts';
import type { Decided, Edition, ProductFacts, ServiceFacts } from './services/facts.ts';
import { serviceFacts } from './services/list.ts';

export type ServiceName = keyof typeof serviceFacts;

export const isServiceName = (name: string): name is ServiceName => Object.hasOwn(serviceFacts, name);

export const serviceNames: readonly ServiceName[] = Object.keys(serviceFacts).filter(isServiceName);

export const perService = <Value>(
  make: (service: ServiceName) => Value,
): Readonly<Record<ServiceName, Value>> =>
  Object.assign({}, ...serviceNames.map((service) => ({ [service]: make(service) })));

export const serviceTraits: Readonly<Record<ServiceName, ServiceFacts>> = serviceFacts;

type OneService = (typeof serviceFacts)[ServiceName];

type Dialect = OneService['family'];

export type Family = 'generic' | Dialect;

type Products<F extends Dialect> = Extract<OneService, { readonly family: F }>['products'][number];

type KeysOf<Supported> = Supported extends unknown ? keyof Supported & string : never;

export type Decision<F extends Dialect> = KeysOf<Products<F>['supports']>;

export type ServerCondition =
  | Family
  | {
      readonly [F in Dialect]:
        | { readonly family: F; readonly supports: Decision<F> }
        | { readonly family: F; readonly lacks: Decision<F> };
    }[Dialect];

/** The source of what no API document has: the page of its vendor, and the servers that have it. */
export interface Beyond {
  /** `generic` sends it as the page says. */
  readonly page: string;
  readonly servers: readonly ServerCondition[];
}

export type ProductEntry = {
  readonly [F in Dialect]: ProductFacts<Decision<F>> & { readonly family: F };
}[Dialect];

export type ProductName = 'generic' | OneService['products'][number]['product'];

export const generic = 'generic' satisfies ProductName;

export interface ServerKind {
  readonly product: ProductName;
  readonly edition?: Edition | undefined;
  readonly version?: string | undefined;
}

/** A server by what it decides: all that rules, parameters and fields ask of it. */
export interface ServerProduct {
  readonly name: string;
  readonly title: string;
  readonly family: Family;
  readonly supports: Readonly<Partial<Record<string, Decided>>>;
  readonly edition?: Edition | undefined;
  readonly version?: string | undefined;
}

export const productsOf: Readonly<Record<ServiceName, readonly ProductName[]>> = perService((service) => [
  generic,
  ...serviceFacts[service].products.map(({ product }) => product),
]);

export const productNames: readonly ProductName[] = [...new Set(Object.values(productsOf).flat())];

const list: readonly (ProductFacts & { readonly product: ProductName; readonly family: Dialect })[] =
  serviceNames.flatMap((service) => {
    const { family, products } = serviceFacts[service];
    return products.map((product) => ({ ...product, family }));
  });

export const productsOfFamily = (family: Family): readonly ProductName[] =>
  list.flatMap((one) => (one.family === family ? [one.product] : []));

export const documentedProduct: ServerProduct = {
  name: generic,
  title: 'The documented API',
  family: generic,
  supports: {},
};

export const serverProductFrom = (
  { product, title, family, supports }: ProductEntry,
  { edition, version }: Pick<ServerKind, 'edition' | 'version'> = {},
): ServerProduct => ({ name: product, title, family, supports, edition, version });

export const serverProductOf = (server: ServerKind): ServerProduct => {
  const entry = list.find(({ product }) => product === server.product);
  return entry === undefined ? documentedProduct : serverProductFrom(entry, server);
};

/** The numbers of `1.16.3+ent`, `v202409-1` or `2.6`. */
const numbersOf = (version: string): readonly number[] =>
  (/\d+(?:[.-]\d+)*/.exec(version)?.[0] ?? '').split(/[.-]/).map(Number);

const isBefore = (version: string, other: string): boolean => {
  const [one, two] = [numbersOf(version), numbersOf(other)];
  for (let index = 0; index < two.length; index += 1) {
    const difference = (one[index] ?? 0) - (two[index] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
};

/** An unknown edition might support it; an unknown version counts as the newest. */
export const isSupported = (
  decided: Decided | undefined,
  { edition, version }: Pick<ServerProduct, 'edition' | 'version'>,
): boolean => {
  if (decided === undefined || typeof decided === 'boolean') return decided === true;
  const { since, until } = decided;
  if (decided.edition !== undefined && edition !== undefined && edition !== decided.edition) return false;
  if (version === undefined) return until === undefined;
  return (
    (since === undefined || !isBefore(version, since)) && (until === undefined || isBefore(version, until))
  );
};

export const matchesServer = (scopes: readonly ServerCondition[], server: ServerProduct): boolean =>
  scopes.some((scope) => {
    if (typeof scope === 'string') return scope === server.family;
    if (scope.family !== server.family) return false;
    return 'supports' in scope
      ? isSupported(server.supports[scope.supports], server)
      : !isSupported(server.supports[scope.lacks], server);
  });

export const productsMatching = (scopes: readonly ServerCondition[]): readonly ProductName[] =>
  productNames.filter((product) => {
    const known = serverProductOf({ product });
    const ever = Object.entries(known.supports).map(([key, decided]) => [key, decided !== false]);
    return matchesServer(scopes, { ...known, supports: Object.fromEntries(ever) });
  });

const versionsText = (decided: Decided | undefined): string => {
  if (typeof decided !== 'object') return '';
  const { since, until, edition } = decided;
  const texts = [edition, since && `${since} and newer`, until && `before ${until}`];
  return texts.filter((text) => text !== undefined).join(', ');
};

export const productNamed = (service: ServiceName, name: unknown): ProductName | undefined =>
  typeof name === 'string'
    ? productsOf[service].find((product) => product === meantWord('products', name))
    : undefined;

export const namesMatching = (scopes: readonly ServerCondition[]): readonly string[] =>
  productsMatching(scopes).map((product) => {
    const { supports, family } = serverProductOf({ product });
    const limits = scopes.map((scope) =>
      typeof scope === 'object' && scope.family === family && 'supports' in scope
        ? versionsText(supports[scope.supports])
        : '',
    );
    const limit = limits.find((text) => text !== '');
    return limit === undefined ? product : `${product} (${limit})`;
  });

export const serverTitle = (name: string, { edition, version }: Omit<ServerKind, 'product'>): string =>
  [name, version, edition && `(${edition})`].filter((part) => part !== undefined).join(' ');

export const decideAlike = (one: ServerProduct, two: ServerProduct): boolean =>
  one.name === two.name &&
  Object.keys(one.supports).every(
    (key) => isSupported(one.supports[key], one) === isSupported(two.supports[key], two),
  );
