/** The objects of the rows that a run is about to print, and whether `-o name` may name them. */
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Operation } from '../catalogue/operation.ts';
import type { InputRecord } from '../catalogue/parameter.ts';
import type { Part, Scope, Target } from '../catalogue/target.ts';
import { samePart } from '../catalogue/target.ts';
import type { JsonObject } from '../documents/json/json.ts';
import { textAt } from '../documents/json/json.ts';
import { ambiguousNames } from '../output/formats/columns.ts';
import { traitsOf } from '../output/formats/formats.ts';
import { TrivetError } from '../system/error.ts';
import { memoize } from '../system/values/memoize.ts';
import type { Globals } from './given-globals.ts';

interface Settings {
  readonly globals: Globals;
  readonly program: { readonly catalogue: Catalogue };
  target(operation: Operation, input: InputRecord, how: object): Promise<Target>;
}

export interface NamedObject {
  readonly operation: Operation | undefined;
  readonly scope: { readonly [part in Part]?: string | undefined };
  readonly item: JsonObject;
}

const groupOf = ({ id }: Operation): string => id.split('.')[0] ?? '';

/** The scope in which a command without flags looks for an object, as the list of its group declares it. */
const usualScope = async (session: Settings, operation: Operation): Promise<Scope> => {
  const kind = await session.program.catalogue.kind(groupOf(operation));
  try {
    const { scope } = await session.target(kind?.list?.command.operations[0]?.operation ?? operation, {}, {});
    // The next command gets the mount that was given to this one.
    const { mount: _mount, ...usual } = scope;
    return usual;
  } catch (error) {
    if (error instanceof TrivetError) return {};
    throw error;
  }
};

/** Refuses names that are equal in two scopes: the next command looks for a name where the settings say. */
const refuseSameNames = async (
  session: Settings,
  objects: readonly NamedObject[],
  format: string,
): Promise<void> => {
  const usualOf = memoize((operation: Operation) => usualScope(session, operation));
  const places = new Map<string, Scope>();
  for (const { operation, scope, item } of objects) {
    if (operation === undefined) continue;
    const kind = textAt(item, 'kind') ?? groupOf(operation);
    const usual = await usualOf(operation);
    const here = { ...usual, ...scope };
    const place = places.get(kind) ?? { ...usual, mount: here.mount ?? '' };
    places.set(kind, place);
    for (const part of ['organization', 'namespace', 'mount'] as const)
      if (!samePart(operation.service, part, here[part] ?? '', place[part] ?? ''))
        throw ambiguousNames(format, part);
  }
};

export const organizationIn = ({ parameters }: Operation, spoken: InputRecord): string | undefined =>
  Object.entries(parameters)
    .flatMap(([key, { in: where, address }]) => {
      const text = spoken[key];
      return where === 'path' && address !== undefined && typeof text === 'string'
        ? (address.parse(text)['organization_name'] ?? [])
        : [];
    })
    .at(0);

/** Only `known` makes one, so that each run with rows has passed its rule. */
export class KnownObjects {
  static readonly none = new KnownObjects([]);

  readonly items: readonly JsonObject[];

  private constructor(items: readonly JsonObject[]) {
    this.items = items;
  }

  /** @throws TrivetError usage, for names of several scopes, or of another scope than that of the settings */
  static async known(session: Settings, objects: readonly NamedObject[]): Promise<KnownObjects> {
    const { output: format, field } = session.globals;
    if (format !== undefined && traitsOf(format).names === true && field === undefined)
      await refuseSameNames(session, objects, format);
    return new KnownObjects(objects.map(({ item }) => item));
  }
}
