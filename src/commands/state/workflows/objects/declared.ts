/** Checks every key and value of a file; each fault has its position. */
import { meantWord } from '../../../../catalogue/aliases.ts';
import { violations } from '../../../../catalogue/check.ts';
import type { ScopeValues } from './desired.ts';
import { flattened, groupsOf, scopeKeys } from './desired.ts';
import { secondsOf } from '../../../../catalogue/text/duration.ts';
import type { Json, JsonObject } from '../../../../documents/json/json.ts';
import { isKindName, stateKinds, kindNamed } from '../../../../catalogue/kind-name.ts';
import type { Setting } from '../../../../catalogue/kind-settings.ts';
import { settingsOf } from '../../../../catalogue/kind-settings.ts';
import type { ObjectKind, ObjectPart } from '../../../../catalogue/kind.ts';
import type { LocatedEntry, Fault, Located, Place } from '../../../../documents/located.ts';
import { entryAt, plainOf } from '../../../../documents/located.ts';
import { documentedProduct } from '../../../../catalogue/product.ts';
import { isUnset } from '../../../../catalogue/setting.ts';
import { serviceTraits } from '../../../../catalogue/product.ts';
import { closest } from '../../../../catalogue/text/suggest.ts';
import { looksLikeSource, sourceIn } from './sources.ts';
import { unknownKeys } from './unknown-keys.ts';

/** A path beside the file that names it. */
export interface SourceFile {
  readonly file: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly variableFiles: readonly string[];
}

export interface Declared {
  readonly kind: ObjectKind;
  /** Undefined for a singleton, and for a job that its file names. */
  readonly name: string | undefined;
  readonly scope: ScopeValues;
  readonly settings: JsonObject;
  readonly parts: JsonObject;
  readonly source: SourceFile | undefined;
  /** `secrets-version`: a changed number writes the secrets. */
  readonly secretsVersion: number | bigint | undefined;
  readonly absent: boolean;
  readonly renamedFrom: string | undefined;
  readonly place: Place;
  readonly places: ReadonlyMap<string, Place>;
}

type Say = (place: Place, text: string) => void;

const sourceKeys = ['file', 'variables', 'variable-files'] as const;
const versionKey = 'secrets-version';
const absentKey = 'state';
const renamedKey = 'renamed-from';

const describeNode = (node: Located): string => {
  if (node.kind !== 'scalar') return node.kind === 'map' ? 'an object' : 'a list';
  if (node.value === null) return 'nothing';
  // The text may be another file, with a secret.
  return `a ${typeof node.value === 'string' ? 'text' : typeof node.value === 'boolean' ? 'boolean' : 'number'}`;
};

const meant = (word: string, known: readonly string[]): string => {
  const [near] = closest(word, known, 1);
  return near === undefined ? `; the keys are ${known.join(', ')}` : `. Did you mean "${near}"?`;
};

const isText = (node: Located): boolean => node.kind === 'scalar' && typeof node.value === 'string';

const notText = (node: Located): string =>
  node.kind === 'scalar' && node.value !== null && typeof node.value !== 'string'
    ? 'expected text: write it in quotes'
    : `expected text, not ${describeNode(node)}`;

const referenced = 'a reference to a variable or a file is allowed in secret fields only';

const textFault = (node: Located): string | undefined => {
  if (!isText(node)) return notText(node);
  return node.kind === 'scalar' && typeof node.value === 'string' && looksLikeSource(node.value)
    ? referenced
    : undefined;
};

/** The source is `env:NAME` or `file:PATH`; its folder is checked later. */
const secretFault = (node: Located): string | undefined => {
  const value = node.kind === 'scalar' ? node.value : undefined;
  // The value may be the secret itself.
  return typeof value === 'string' && sourceIn(value) !== undefined
    ? undefined
    : 'expected env:NAME or file:PATH: files do not contain secrets';
};

const refuseSources = (node: Located, say: Say): void => {
  if (node.kind === 'list') for (const one of node.items) refuseSources(one, say);
  else if (node.kind === 'map') for (const { node: one } of node.entries) refuseSources(one, say);
  else if (typeof node.value === 'string' && /^env:[A-Z_][A-Z0-9_]*$/.test(node.value))
    say(node.place, referenced);
};

const isWhole = (
  node: Located | undefined,
): node is Extract<Located, { kind: 'scalar' }> & { readonly value: number | bigint } =>
  node?.kind === 'scalar' && (typeof node.value === 'bigint' || Number.isInteger(node.value));

const booleanWords = /^(?:y|n|yes|no|on|off|true|false)$/i;

const scalarFault = (type: Setting['type'], node: Located): string | undefined => {
  const value = node.kind === 'scalar' ? node.value : undefined;
  if (type === 'boolean') {
    if (typeof value === 'boolean') return undefined;
    const word = typeof value === 'string' && booleanWords.test(value);
    return `expected true or false, not ${describeNode(node)}${word ? ' (YAML 1.2 has no other words for them)' : ''}`;
  }
  if (type === 'integer')
    return isWhole(node) ? undefined : `expected a whole number, not ${describeNode(node)}`;
  if (type === 'number')
    return typeof value === 'number' ? undefined : `expected a number, not ${describeNode(node)}`;
  if (type === 'duration') {
    const text = typeof value === 'string' && (/^(?:-1)?$/.test(value) || secondsOf(value) !== undefined);
    return text || typeof value === 'number'
      ? undefined
      : `expected a duration such as 90s, 15m, 24h or seconds, not ${describeNode(node)}`;
  }
  return textFault(node);
};

const listFault = (node: Located, orMap: boolean, say: Say): void => {
  if (node.kind === 'map' && orMap) {
    for (const { node: one } of node.entries) sayTextFault(one, say);
    return;
  }
  if (node.kind !== 'list') {
    say(node.place, `expected a list, not ${describeNode(node)}`);
    return;
  }
  for (const one of node.items) sayTextFault(one, say);
};

const sayTextFault = (node: Located, say: Say): void => {
  const fault = textFault(node);
  if (fault !== undefined) say(node.place, fault);
};

const lists = new Set<Setting['type']>(['strings', 'list', 'pairs']);
const objects = new Set<Setting['type']>(['map', 'json-map', 'object', 'json', 'secret-pairs']);

const checkSetting = (
  kind: ObjectKind,
  setting: Setting,
  node: Located,
  validate: boolean,
  say: Say,
): void => {
  if (node.kind === 'scalar' && node.value === null) return;
  const { key, type, parameter, input, secret } = setting;
  const whole = kind.write?.documentParameter !== undefined;
  if (secret) {
    const fault = secretFault(node);
    if (fault !== undefined) say(node.place, fault);
    return;
  }
  if (whole && (type === 'list' || type === 'object')) {
    const wanted = type === 'list' ? 'list' : 'map';
    if (node.kind !== wanted)
      say(node.place, `expected ${type === 'list' ? 'a list' : 'an object'}, not ${describeNode(node)}`);
    refuseSources(node, say);
    if (!validate) return;
    for (const { place, text } of unknownKeys(node, kind.write?.keys?.[key], key)) say(place, text);
    return;
  }
  if (lists.has(type)) {
    listFault(node, kind.fields[key]?.type === 'object', say);
  } else if (objects.has(type)) {
    if (node.kind !== 'map') say(node.place, `expected an object, not ${describeNode(node)}`);
    refuseSources(node, say);
  } else {
    const fault = scalarFault(type, node);
    if (fault !== undefined) {
      say(node.place, fault);
      return;
    }
  }
  if (parameter === undefined || input === undefined) return;
  if (parameter.enum === undefined && parameter.limits === undefined) return;
  // A file does not name its server's product.
  const { servers: _, ...limited } = parameter;
  const value = plainOf(node);
  // Values that clear a setting need not follow rules.
  if (isUnset(value)) return;
  const broken = violations({ [input]: limited }, [], { [input]: value }, documentedProduct, () => key);
  for (const text of broken) say(node.place, text);
};

const inKeysOf = (byKey: ReadonlyMap<string, Setting>, node: Located): Located => {
  if (node.kind !== 'map') return node;
  const given = new Set(node.entries.map(({ key }) => key));
  const keyFor = (key: string): string => {
    const meant = meantWord('fields', key);
    return byKey.has(key) || !byKey.has(meant) || given.has(meant) ? key : meant;
  };
  return { ...node, entries: node.entries.map((entry) => ({ ...entry, key: keyFor(entry.key) })) };
};

export const valueOf = (key: string): string => `settings.${key}`;

const checkSettings = (
  kind: ObjectKind,
  node: Located,
  validate: boolean,
  places: Map<string, Place>,
  say: Say,
): JsonObject => {
  if (node.kind !== 'map') {
    say(node.place, `settings: expected an object, not ${describeNode(node)}`);
    return {};
  }
  const groups = groupsOf(kind);
  const byKey = new Map(settingsOf(kind).map((setting) => [setting.key, setting]));
  const named = inKeysOf(byKey, node);
  const visit = (entries: readonly LocatedEntry[], group: string): void => {
    for (const { key, place, node: value } of entries) {
      const path = `${group}${key}`;
      places.set(path, place);
      if (group === '' && groups.has(key)) {
        if (value.kind === 'map') visit(value.entries, `${key}.`);
        else if (value.kind !== 'scalar' || value.value !== null)
          say(value.place, `expected an object or null, not ${describeNode(value)}`);
        continue;
      }
      const setting = byKey.get(path);
      if (setting !== undefined) {
        if (setting.secret) places.set(valueOf(path), value.place);
        checkSetting(kind, setting, value, validate, say);
        continue;
      }
      if (!validate) continue;
      const known = [...byKey.keys(), ...groups]
        .filter((one) => one.startsWith(group) && !one.slice(group.length).includes('.'))
        .map((one) => one.slice(group.length));
      const near = closest(key, known, 1)[0];
      const why = Object.hasOwn(kind.fields, path)
        ? ' can be read but not set'
        : ` is not a setting of ${kind.kind}${near === undefined ? '' : `. Did you mean "${near}"?`}`;
      say(place, `"${path}"${why}`);
    }
  };
  visit(named.kind === 'map' ? named.entries : [], '');
  const plain = plainOf(named);
  return flattened(kind, plain as JsonObject);
};

const checkPart = (part: ObjectPart, node: Located, say: Say): Json => {
  if (node.kind === 'scalar' && node.value === null) return part.shape === 'names' ? [] : null;
  if (part.shape === 'text') {
    const fault = textFault(node);
    if (fault !== undefined) say(node.place, fault);
    return plainOf(node);
  }
  if (part.shape === 'names') {
    listFault(node, false, say);
    return plainOf(node);
  }
  if (node.kind !== 'map') {
    say(node.place, `expected an object or null, not ${describeNode(node)}`);
    return null;
  }
  const parameters = part.add.command.operations[0]?.operation.parameters ?? {};
  const known = Object.entries(parameters).filter(([, { in: where }]) => where !== 'path');
  for (const { key, place, node: value } of node.entries) {
    const parameter = known.find(([one]) => one === key)?.[1];
    if (parameter === undefined) {
      say(
        place,
        `"${key}" is not a setting of ${part.part}${meant(
          key,
          known.map(([one]) => one),
        )}`,
      );
      continue;
    }
    const fault = scalarFault(parameter.type, value);
    if (fault !== undefined) say(value.place, fault);
  }
  const operation = part.add.command.operations[0]?.operation;
  const input = Object.fromEntries(node.entries.map(({ key, node: value }) => [key, plainOf(value)]));
  const broken = violations(parameters, operation?.rules ?? [], input, documentedProduct, (key) => key);
  for (const text of broken) say(node.place, text);
  return plainOf(node);
};

const textAt = (node: Located, key: string, say: Say, mayBeEmpty = false): string | undefined => {
  const entry = entryAt(node, key);
  if (entry === undefined) return undefined;
  const value = entry.node.kind === 'scalar' ? entry.node.value : undefined;
  if (typeof value === 'string' && (value !== '' || mayBeEmpty)) {
    if (looksLikeSource(value)) say(entry.node.place, referenced);
    return value;
  }
  say(entry.node.place, `${key}: ${value === '' ? 'expected a name' : notText(entry.node)}`);
  return undefined;
};

const sourceOf = (node: Located, places: Map<string, Place>, say: Say): SourceFile | undefined => {
  const file = textAt(node, 'file', say);
  const variables = entryAt(node, 'variables')?.node;
  const files = entryAt(node, 'variable-files')?.node;
  for (const key of sourceKeys) {
    const found = entryAt(node, key)?.node;
    if (found !== undefined) places.set(key, found.place);
  }
  if (variables !== undefined && variables.kind !== 'map')
    say(variables.place, 'variables: expected an object');
  if (files !== undefined) listFaultOfPaths(files, say);
  const values: Record<string, string> = {};
  for (const { key, node: value } of variables?.kind === 'map' ? variables.entries : []) {
    places.set(`variables.${key}`, value.place);
    if (value.kind === 'scalar' && typeof value.value === 'string') values[key] = value.value;
    else say(value.place, notText(value));
  }
  if (file === undefined) return undefined;
  return {
    file,
    variables: values,
    variableFiles:
      files?.kind === 'list'
        ? files.items.flatMap((one) => (one.kind === 'scalar' ? [String(one.value)] : []))
        : [],
  };
};

const listFaultOfPaths = (node: Located, say: Say): void => {
  if (node.kind !== 'list') say(node.place, `variable-files: expected a list, not ${describeNode(node)}`);
  else for (const one of node.items) if (!isText(one)) say(one.place, notText(one));
};

const textIn = (node: Located | undefined, key: string): string | undefined => {
  const found = node && entryAt(node, key)?.node;
  return found?.kind === 'scalar' && typeof found.value === 'string' ? found.value : undefined;
};

const keysOf = (kind: ObjectKind): readonly string[] => [
  'kind',
  ...(kind.singleton === true ? [] : ['name']),
  ...kind.scope,
  'settings',
  ...(kind.parts ?? []).map(({ part }) => part),
  ...(kind.write?.documentParameter === undefined ? [] : sourceKeys),
  ...(settingsOf(kind).some(({ secret }) => secret) ? [versionKey] : []),
  ...(kind.remove === undefined ? [] : [absentKey, renamedKey]),
];

export const notInFiles = (word: string, suggest: boolean): string => {
  if (isKindName(word)) return `files cannot hold the kind "${word}"`;
  const [near] = suggest ? closest(word, stateKinds, 1) : [];
  return `"${word}" is not a kind of object${near === undefined ? '' : `. Did you mean "${near}"?`}`;
};

/**
 * @param kinds that files can contain
 * @param validate false: accepts undocumented keys
 * @returns undefined if there are only faults
 */
export const declaredIn = (
  node: Located,
  kinds: readonly ObjectKind[],
  validate: boolean,
): { readonly declared: Declared | undefined; readonly faults: readonly Fault[] } => {
  const faults: Fault[] = [];
  const say: Say = (place, text) => {
    faults.push({ place, text });
  };
  if (node.kind !== 'map') {
    say(node.place, `expected an object with kind, name and settings, not ${describeNode(node)}`);
    return { declared: undefined, faults };
  }
  const named = entryAt(node, 'kind');
  if (named === undefined) {
    say(node.place, 'no kind: an object begins with kind and name');
    return { declared: undefined, faults };
  }
  const word = named.node.kind === 'scalar' ? String(named.node.value) : '';
  const kind = kinds.find((one) => one.kind === (kindNamed(word) ?? word));
  if (kind === undefined) {
    // `kind: Job` is from Kubernetes, not a misspelt `job`.
    say(named.node.place, notInFiles(word, entryAt(node, 'apiVersion') === undefined));
    return { declared: undefined, faults };
  }
  const places = new Map<string, Place>();
  const source = kind.write?.documentParameter === undefined ? undefined : sourceOf(node, places, say);
  const parts = kind.parts ?? [];
  const known = keysOf(kind);
  for (const { key, place } of node.entries) {
    if (known.includes(key)) continue;
    const misplaced = settingsOf(kind).some((setting) => setting.key === key);
    say(
      place,
      misplaced
        ? `"${key}" belongs below settings`
        : `"${key}" is not a key of ${kind.kind}${meant(key, known)}`,
    );
  }
  const name = textAt(node, 'name', say);
  if (
    name === undefined &&
    kind.singleton !== true &&
    source === undefined &&
    entryAt(node, 'name') === undefined
  ) {
    const { assigned } = kind.name;
    if (assigned === undefined) say(node.place, `no name: ${kind.kind} needs one`);
    else if (textIn(entryAt(node, 'settings')?.node, assigned) === undefined)
      say(node.place, `no name: ${kind.kind} needs one, or a ${assigned} in its settings`);
  }
  const scope = Object.fromEntries(
    scopeKeys.flatMap((key) => {
      // The root namespace is empty.
      const root = key === 'namespace' && serviceTraits[kind.service].headers !== undefined;
      const value = kind.scope.includes(key) ? textAt(node, key, say, root) : undefined;
      return value === undefined ? [] : [[key, value] as const];
    }),
  );
  const version = entryAt(node, versionKey)?.node;
  if (version !== undefined && !isWhole(version))
    say(version.place, `${versionKey}: expected a whole number, not ${describeNode(version)}`);
  const state = kind.remove === undefined ? undefined : textAt(node, absentKey, say);
  if (state !== undefined && state !== 'absent')
    say(entryAt(node, absentKey)?.node.place ?? node.place, `${absentKey}: the only value is absent`);
  const settings = entryAt(node, 'settings');
  if (settings !== undefined && source !== undefined)
    say(settings.place, 'file and settings cannot be given together: the file is the whole job');
  return {
    declared: {
      kind,
      name,
      scope,
      settings: settings === undefined ? {} : checkSettings(kind, settings.node, validate, places, say),
      parts: Object.fromEntries(
        parts.flatMap((part) => {
          const entry = entryAt(node, part.part);
          if (entry === undefined) return [];
          places.set(part.part, entry.place);
          return [[part.part, checkPart(part, entry.node, say)] as const];
        }),
      ),
      source,
      secretsVersion: isWhole(version) ? version.value : undefined,
      absent: state === 'absent',
      renamedFrom: kind.remove === undefined ? undefined : textAt(node, renamedKey, say),
      place: node.place,
      places,
    },
    faults,
  };
};
