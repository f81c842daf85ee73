import type { Group } from '../../catalogue/catalogue.ts';
import type { Command } from '../../catalogue/command.ts';
import { isHidden, parametersOf, viewOfCommand } from '../../catalogue/command.ts';
import type { ObjectKind } from '../../catalogue/kind.ts';
import type { Json, JsonObject } from '../../documents/json/json.ts';
import { isObject, own, textAt } from '../../documents/json/json.ts';
import type { View } from '../../catalogue/view.ts';
import { find } from '../../output/text/item.ts';
import { plainText } from '../../output/text/value.ts';
import type { RowsRead } from '../../run/invocation/read-rows.ts';
import type { InputRecord } from '../../catalogue/parameter.ts';
import { flagName } from '../../catalogue/parameter.ts';
import { flagsOf } from '../../run/flags.ts';
import type { Globals } from '../../run/given-globals.ts';
import { serviceFlags } from '../../config/globals.ts';
import { kindAt } from '../../catalogue/selection/selection.ts';
import { parts } from '../../catalogue/target.ts';
import { shellWord } from '../../catalogue/text/shell-words.ts';
import { suggest } from '../../run/suggest.ts';

export interface WatchedObject {
  readonly kind: ObjectKind;
  readonly name: string;
  readonly flags: Readonly<Record<string, string>>;
}

export const textsIn = (value: Json | undefined): Readonly<Record<string, string>> =>
  isObject(value)
    ? Object.fromEntries(
        Object.entries(value).flatMap(([key, one]) => (typeof one === 'string' ? [[key, one]] : [])),
      )
    : {};

export const objectOfRow = (kind: ObjectKind, item: JsonObject, view: View | undefined): WatchedObject => {
  const scope = textAt(item, kind.namespaceField ?? '');
  const field = view !== undefined && 'name' in view ? view.name : kind.name.field;
  const name = textAt(item, kind.name.id ?? '') ?? plainText(find(item, field) ?? null);
  return { kind, name, flags: scope === undefined ? {} : { namespace: scope } };
};

const keyOf = (name: string, namespace: string | undefined): string =>
  JSON.stringify([name, namespace ?? '']);

/** Whether a row says that the object needs a person. */
export const hurtingOf = (
  kind: ObjectKind,
  readings: readonly RowsRead[],
): ((object: WatchedObject) => boolean) => {
  const hurting = new Set<string>();
  for (const { view, items } of readings) {
    const { about, urgent } = view.kind === 'table' ? view : {};
    if (about === undefined || urgent === undefined) continue;
    for (const item of items) {
      const found = item[about];
      const { namespace, ...other } = textsIn(own(found, 'flags'));
      // Lists do not name mounts.
      const isOfKind = textAt(found, 'kind') === kind.kind && Object.keys(other).length === 0;
      if (item[urgent] === true && isOfKind) hurting.add(keyOf(textAt(found, 'name') ?? '', namespace));
    }
  }
  return ({ name, flags }) => hurting.has(keyOf(name, flags['namespace']));
};

const placeOf = ({ positional = [] }: Command): string | undefined => {
  const [first] = positional;
  return first === undefined || first.variadic === true || first.optional === true ? undefined : first.name;
};

export const commandsAbout = async (
  { kind, show }: ObjectKind,
  groups: readonly Group[],
): Promise<readonly Command[]> => {
  const group = groups.find(({ name }) => name === show.path.split(' ')[0]);
  const all = (await group?.load()) ?? [];
  return all.filter((command) => {
    const place = placeOf(command);
    return !isHidden(command) && place !== undefined && kindAt(command, place) === kind;
  });
};

const isRead = ({ operations, changes }: Command): boolean =>
  operations.length === 0
    ? changes === 'nothing'
    : operations.every(({ operation }) => operation.effect === 'read');

/** Secrets are not read again and again, or unasked. */
const givesSecrets = ({ audience, operations }: Command): boolean =>
  audience === 'named' ||
  operations.some(
    ({ operation: { returnedOnce, view } }) => returnedOnce !== undefined || view.kind === 'credentials',
  );

export const partsAmong = (commands: readonly Command[], kind: ObjectKind): readonly Command[] =>
  commands.filter(
    (command) =>
      command !== kind.show &&
      isRead(command) &&
      !givesSecrets(command) &&
      (command.positional ?? []).filter(({ optional }) => optional !== true).length === 1 &&
      viewOfCommand(command)?.kind === 'table',
  );

export const commandKeys: Readonly<Record<string, string>> = {
  'workspace lock': 'L',
  'workspace unlock': 'U',
  'job status': 's',
  'job diff': 'd',
  'job logs': 'l',
  'job restart': 'R',
  'job promote': 'P',
  'job revert': 'V',
};

export const keyFor = ({ path }: Command): string | undefined => commandKeys[path];

export const menuOf = (commands: readonly Command[]): readonly Command[] => {
  const rankOf = (command: Command): number =>
    (keyFor(command) === undefined ? 2 : 0) + (isRead(command) ? 0 : 1);
  return commands.toSorted((one, other) => rankOf(one) - rankOf(other));
};

export const isChange = (command: Command): boolean => !isRead(command);

export const inputOfObject = (command: Command, { name, flags }: WatchedObject): InputRecord => {
  const scope = Object.entries(parametersOf(command)).flatMap(([key, parameter]) => {
    const value = flags[flagName(key, parameter)];
    return value === undefined || parameter.context === 'namespace' ? [] : [[key, value] as const];
  });
  return { ...Object.fromEntries(scope), [placeOf(command) ?? '']: name };
};

export const globalsFor = ({ kind, flags }: WatchedObject, globals: Globals): Globals => {
  const scope = Object.entries(flags).filter(([flag]) => flag in serviceFlags[kind.service]);
  return { ...globals, ...Object.fromEntries(scope) };
};

/** A space follows if words are missing. */
export const lineFor = (command: Command, target: WatchedObject, globals: Globals): string => {
  const known = new Set(flagsOf(command).map(({ name }) => name));
  const flags = Object.entries(target.flags).filter(([flag]) => known.has(flag));
  const isPart = (flag: string): boolean => parts.some((part) => part === flag);
  const words = [
    `${command.path} ${shellWord(target.name)}`,
    ...flags.flatMap(([flag, value]) => (isPart(flag) ? [] : [`--${flag} ${shellWord(value)}`])),
  ];
  const missing = (command.positional ?? []).slice(1).some(({ optional }) => optional !== true);
  return `${suggest({ globals }, words.join(' '), Object.fromEntries(flags))}${missing ? ' ' : ''}`;
};
