import type { Fault, Located, LocatedEntry, Place } from '../../../../documents/located.ts';
import { entryAt } from '../../../../documents/located.ts';
import type { ObjectKind } from '../../../../catalogue/kind.ts';
import { closest } from '../../../../catalogue/text/suggest.ts';
import { notInFiles } from '../objects/declared.ts';
import type { ScopeValues } from '../objects/desired.ts';
import { scopeKeys } from '../objects/desired.ts';
import { faultOfCondition, managedFields } from '../objects/fields.ts';

export type EnvironmentInput = Readonly<{
  env?: string | undefined;
  'allow-profile'?: readonly string[] | undefined;
}>;

interface Removed {
  readonly kind: ObjectKind;
  readonly name: string;
  readonly scope: ScopeValues;
  readonly place: Place;
  /** Whether it is for all environments, some of which may never have had it. */
  readonly isShared: boolean;
}

interface Layer {
  readonly path: string;
  readonly place: Place;
}

export interface FileEnvironment {
  readonly name: string;
  readonly place: Place;
  readonly profile: string | undefined;
  readonly layers: readonly Layer[];
  readonly protected: boolean;
  /** Names of IDs, by the setting with the ID. */
  readonly names: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Ignored settings as `KIND:FIELD`. */
  readonly ignore: readonly string[];
  readonly removed: readonly Removed[];
  /** An object belongs to the first wave that matches; the rest comes last. */
  readonly waves: readonly DeclaredWave[];
}

interface DeclaredWave {
  readonly where: readonly string[];
  /** Whether to wait before the next wave. */
  readonly wait: boolean;
}

export const protectedAs = (environment: FileEnvironment | undefined): string | undefined =>
  environment?.protected === true ? environment.profile : undefined;

export interface DeclaredEnvironments {
  readonly environments: readonly FileEnvironment[];
  readonly faults: readonly Fault[];
}

type Say = (place: Place, text: string) => void;

const entriesOf = (node: Located | undefined, what: string, say: Say): readonly LocatedEntry[] => {
  if (node === undefined || (node.kind === 'scalar' && node.value === null)) return [];
  if (node.kind === 'map') return node.entries;
  say(node.place, `${what}: expected an object`);
  return [];
};

const itemsOf = (node: Located | undefined, what: string, say: Say): readonly Located[] => {
  if (node === undefined || (node.kind === 'scalar' && node.value === null)) return [];
  if (node.kind === 'list') return node.items;
  say(node.place, `${what}: expected a list`);
  return [];
};

const textOf = (node: Located | undefined, what: string, say: Say): string | undefined => {
  if (node === undefined) return undefined;
  if (node.kind === 'scalar' && typeof node.value === 'string' && node.value !== '') return node.value;
  say(node.place, `${what}: expected text`);
  return undefined;
};

const refuseOthers = (entries: readonly LocatedEntry[], known: readonly string[], say: Say): void => {
  for (const { key, place } of entries) {
    if (known.includes(key)) continue;
    const [near] = closest(key, known, 1);
    say(
      place,
      `"${key}" is not a key here${near === undefined ? `; the keys are ${known.join(', ')}` : `. Did you mean "${near}"?`}`,
    );
  }
};

/** Reads `KIND:NAME`, `workspace:ORGANIZATION/NAME`, or kind, name and scope. */
const removedIn = (
  node: Located,
  kinds: readonly ObjectKind[],
  isShared: boolean,
  say: Say,
): Removed | undefined => {
  const { place } = node;
  const kindFor = (word: string, at: Place): ObjectKind | undefined => {
    const kind = kinds.find((one) => one.kind === word);
    if (kind === undefined) say(at, notInFiles(word, true));
    else if (kind.singleton === true) say(at, `${word} belongs to its mount and cannot be deleted`);
    return kind;
  };
  if (node.kind === 'scalar' && typeof node.value === 'string') {
    const colon = node.value.indexOf(':');
    const [word, rest] = [node.value.slice(0, colon), node.value.slice(colon + 1)];
    if (colon === -1 || rest === '') {
      say(place, 'expected KIND:NAME, such as pki-role:web');
      return undefined;
    }
    const kind = kindFor(word, place);
    if (kind === undefined) return undefined;
    const slash = kind.scope.includes('organization') ? rest.indexOf('/') : -1;
    const organization = slash === -1 ? undefined : rest.slice(0, slash);
    const scope = organization === undefined ? {} : { organization };
    return { kind, name: rest.slice(slash + 1), scope, place, isShared };
  }
  if (node.kind !== 'map') {
    say(place, 'expected KIND:NAME, or an object with kind and name');
    return undefined;
  }
  refuseOthers(node.entries, ['kind', 'name', ...scopeKeys], say);
  const word = textOf(entryAt(node, 'kind')?.node, 'kind', say);
  const name = textOf(entryAt(node, 'name')?.node, 'name', say);
  if (word === undefined || name === undefined) {
    say(place, 'expected an object with kind and name');
    return undefined;
  }
  const kind = kindFor(word, place);
  if (kind === undefined) return undefined;
  const scope = Object.fromEntries(
    scopeKeys.flatMap((key) => {
      const value = entryAt(node, key)?.node;
      if (value === undefined) return [];
      if (!kind.scope.includes(key)) say(value.place, `${kind.kind} has no ${key}`);
      const text = value.kind === 'scalar' && value.value === '' ? '' : textOf(value, key, say);
      return text === undefined ? [] : [[key, text] as const];
    }),
  );
  return { kind, name, scope, place, isShared };
};

const namesIn = (
  node: Located | undefined,
  kinds: readonly ObjectKind[],
  say: Say,
): ReadonlyMap<string, ReadonlyMap<string, string>> => {
  const known = [...new Set(kinds.flatMap(({ ids = {} }) => Object.keys(ids)))];
  const entries = entriesOf(node, 'names', say);
  refuseOthers(entries, known, say);
  return new Map(
    entries.map(({ key, node: of }) => [
      key,
      new Map(
        entriesOf(of, key, say).flatMap(({ key: name, node: value }) => {
          const id = textOf(value, name, say);
          return id === undefined ? [] : [[name, id] as const];
        }),
      ),
    ]),
  );
};

const ignoredIn = (node: Located | undefined, kinds: readonly ObjectKind[], say: Say): readonly string[] =>
  itemsOf(node, 'ignore', say).flatMap((one) => {
    const text = textOf(one, 'ignore', say);
    if (text === undefined) return [];
    const [, word = '', field = ''] = /^([^.:]*)[.:](.+)$/s.exec(text) ?? [];
    const kind = kinds.find((other) => other.kind === word);
    if (kind === undefined)
      say(one.place, `expected KIND.FIELD, such as workspace.description; ${notInFiles(word, true)}`);
    else if (!managedFields(kind).includes(field)) say(one.place, `${word} has no setting "${field}"`);
    else return [`${word}:${field}`];
    return [];
  });

const contains = (folder: string, other: string): boolean =>
  folder === '.' || `${other}/`.startsWith(`${folder}/`);

const layersIn = (node: Located | undefined, at: Place, say: Say): readonly Layer[] => {
  if (node === undefined) say(at, 'layers: the folders of the environment are missing');
  const layers = itemsOf(node, 'layers', say).flatMap((one): readonly Layer[] => {
    const path = textOf(one, 'layers', say);
    if (path === undefined) return [];
    const plain = path.replaceAll(/^(?:\.\/)+|\/+$/g, '') || '.';
    if (/^(?:[/\\~]|[A-Za-z]:)|(?:^|[/\\])\.\.(?:[/\\]|$)/.test(path)) {
      say(one.place, `"${path}" must be a folder below that of trivet.yaml, without ..`);
      return [];
    }
    return [{ path: plain, place: one.place }];
  });
  for (const [index, { path, place }] of layers.entries()) {
    const before = layers.slice(0, index).map((one) => one.path);
    if (before.some((one) => contains(one, path) || contains(path, one)))
      say(place, 'layers must not contain each other');
  }
  return layers;
};

const wavesIn = (
  node: Located | undefined,
  kinds: readonly ObjectKind[],
  say: Say,
): readonly DeclaredWave[] =>
  itemsOf(node, 'waves', say).flatMap((one): readonly DeclaredWave[] => {
    if (one.kind !== 'map') {
      say(one.place, 'waves: expected objects with where, wait or both');
      return [];
    }
    refuseOthers(one.entries, ['where', 'wait'], say);
    const wait = entryAt(one, 'wait')?.node;
    if (wait !== undefined && !(wait.kind === 'scalar' && typeof wait.value === 'boolean'))
      say(wait.place, 'wait: expected true or false');
    const given = entryAt(one, 'where')?.node;
    const texts = given?.kind === 'list' ? given.items : given === undefined ? [] : [given];
    const where = texts.flatMap((text) => {
      const condition = textOf(text, 'where', say);
      const fault = condition === undefined ? undefined : faultOfCondition(condition, kinds);
      if (fault !== undefined) say(text.place, fault);
      return condition === undefined ? [] : [condition];
    });
    return [{ where, wait: wait?.kind === 'scalar' && wait.value === true }];
  });

const keys = ['profile', 'layers', 'protected', 'names', 'ignore', 'removed', 'waves'];

const environmentIn = (
  { key: name, place, node }: LocatedEntry,
  kinds: readonly ObjectKind[],
  removed: readonly Removed[],
  say: Say,
): FileEnvironment => {
  if (!/^[\w.-]+$/.test(name)) say(place, 'the name of an environment has letters, digits, ".", "-" and "_"');
  const entries = entriesOf(node, name, say);
  refuseOthers(entries, keys, say);
  const at = (key: string): Located | undefined => entryAt(node, key)?.node;
  const isProtected = at('protected');
  if (isProtected !== undefined && !(isProtected.kind === 'scalar' && typeof isProtected.value === 'boolean'))
    say(isProtected.place, 'protected: expected true or false');
  const profile = textOf(at('profile'), 'profile', say);
  const isOn = isProtected?.kind === 'scalar' && isProtected.value === true;
  if (isOn && profile === undefined)
    say(isProtected.place, 'protected needs a profile: its name confirms a change');
  return {
    name,
    place,
    profile,
    layers: layersIn(at('layers'), place, say),
    protected: isOn,
    names: namesIn(at('names'), kinds, say),
    ignore: ignoredIn(at('ignore'), kinds, say),
    waves: wavesIn(at('waves'), kinds, say),
    removed: [
      ...removed,
      ...itemsOf(at('removed'), 'removed', say).flatMap((one) => removedIn(one, kinds, false, say) ?? []),
    ],
  };
};

export const environmentsIn = (
  documents: readonly Located[],
  kinds: readonly ObjectKind[],
): DeclaredEnvironments => {
  const faults: Fault[] = [];
  const say: Say = (place, text) => {
    faults.push({ place, text });
  };
  const [document, second] = documents;
  if (document === undefined) return { environments: [], faults };
  if (second !== undefined) say(second.place, 'trivet.yaml is one document');
  const entries = entriesOf(document, 'trivet.yaml', say);
  refuseOthers(entries, ['environments', 'removed'], say);
  const removed = itemsOf(entryAt(document, 'removed')?.node, 'removed', say).flatMap(
    (one) => removedIn(one, kinds, true, say) ?? [],
  );
  const named = entriesOf(entryAt(document, 'environments')?.node, 'environments', say);
  return { environments: named.map((one) => environmentIn(one, kinds, removed, say)), faults };
};
