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

type Dialect = OneService['speaks'];

export type Family = 'generic' | Dialect;

type Products<F extends Dialect> = Extract<OneService, { readonly speaks: F }>['products'][number];

type KeysOf<Does> = Does extends unknown ? keyof Does & string : never;

export type Decision<F extends Dialect> = KeysOf<Products<F>['does']>;

export type Among =
  | Family
  | {
      readonly [F in Dialect]:
        | { readonly speaks: F; readonly does: Decision<F> }
        | { readonly speaks: F; readonly lacks: Decision<F> };
    }[Dialect];

export type ProductEntry = {
  readonly [F in Dialect]: ProductFacts<Decision<F>> & { readonly speaks: F };
}[Dialect];

export type ProductName = 'generic' | OneService['products'][number]['product'];

export const generic = 'generic' satisfies ProductName;

export interface ServerKind {
  readonly product: ProductName;
  readonly edition?: Edition | undefined;
  readonly version?: string | undefined;
}

/** A server by what it decides: all that rules, parameters and fields ask of it. */
export interface Speaker {
  readonly name: string;
  readonly title: string;
  readonly speaks: Family;
  readonly does: Readonly<Partial<Record<string, Decided>>>;
  readonly edition?: Edition | undefined;
  readonly version?: string | undefined;
}

export const productsOf: Readonly<Record<ServiceName, readonly ProductName[]>> = perService((service) => [
  generic,
  ...serviceFacts[service].products.map(({ product }) => product),
]);

export const productNames: readonly ProductName[] = [...new Set(Object.values(productsOf).flat())];

const list: readonly (ProductFacts & { readonly product: ProductName; readonly speaks: Dialect })[] =
  serviceNames.flatMap((service) => {
    const { speaks, products } = serviceFacts[service];
    return products.map((product) => ({ ...product, speaks }));
  });

export const productsSpeaking = (family: Family): readonly ProductName[] =>
  list.flatMap(({ speaks, product }) => (speaks === family ? [product] : []));

/** The documented API, as a server. */
export const documentedSpeaker: Speaker = {
  name: generic,
  title: 'The documented API',
  speaks: generic,
  does: {},
};

export const speakerFrom = (
  { product, title, speaks, does }: ProductEntry,
  { edition, version }: Pick<ServerKind, 'edition' | 'version'> = {},
): Speaker => ({ name: product, title, speaks, does, edition, version });

export const speakerOf = (server: ServerKind): Speaker => {
  const entry = list.find(({ product }) => product === server.product);
  return entry === undefined ? documentedSpeaker : speakerFrom(entry, server);
};

/** `1.16.3+ent`, `v202409-1`, `2.6`. */
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
export const isDone = (
  decided: Decided | undefined,
  { edition, version }: Pick<Speaker, 'edition' | 'version'>,
): boolean => {
  if (decided === undefined || typeof decided === 'boolean') return decided === true;
  const { since, until } = decided;
  if (decided.edition !== undefined && edition !== undefined && edition !== decided.edition) return false;
  if (version === undefined) return until === undefined;
  return (
    (since === undefined || !isBefore(version, since)) && (until === undefined || isBefore(version, until))
  );
};

export const isAmong = (scopes: readonly Among[], server: Speaker): boolean =>
  scopes.some((scope) => {
    if (typeof scope === 'string') return scope === server.speaks;
    if (scope.speaks !== server.speaks) return false;
    return 'does' in scope
      ? isDone(server.does[scope.does], server)
      : !isDone(server.does[scope.lacks], server);
  });

/** Includes products that are covered only in some versions. */
export const productsAmong = (scopes: readonly Among[]): readonly ProductName[] =>
  productNames.filter((product) => {
    const speaker = speakerOf({ product });
    const ever = Object.entries(speaker.does).map(([key, decided]) => [key, decided !== false]);
    return isAmong(scopes, { ...speaker, does: Object.fromEntries(ever) });
  });

/** `1.17 and newer`, `enterprise, before 1.9`; empty without limits. */
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

export const namesAmong = (scopes: readonly Among[]): readonly string[] =>
  productsAmong(scopes).map((product) => {
    const { does, speaks } = speakerOf({ product });
    const limits = scopes.map((scope) =>
      typeof scope === 'object' && scope.speaks === speaks && 'does' in scope
        ? versionsText(does[scope.does])
        : '',
    );
    const limit = limits.find((text) => text !== '');
    return limit === undefined ? product : `${product} (${limit})`;
  });

/** `vault 1.15.2 (community)`, as far as it is known. */
export const spokenServer = (name: string, { edition, version }: Omit<ServerKind, 'product'>): string =>
  [name, version, edition && `(${edition})`].filter((part) => part !== undefined).join(' ');

export const decideAlike = (one: Speaker, two: Speaker): boolean =>
  one.name === two.name &&
  Object.keys(one.does).every((key) => isDone(one.does[key], one) === isDone(two.does[key], two));
