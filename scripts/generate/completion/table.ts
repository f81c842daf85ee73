/** What the completion scripts read, taken from the catalogue: words below a path, flags, values, positionals. */
import { fieldLabel } from '../../../src/catalogue/aliases.ts';
import { flagsOf, isNullable } from '../../../src/run/flags.ts';
import type { Flag } from '../../../src/run/flags.ts';
import { offeredFlags } from '../../../src/cli/refuse-flags.ts';
import type { Command } from '../../../src/catalogue/command.ts';
import {
  isHidden,
  parametersOf,
  replyFieldsOf,
  takesConditions,
  viewsOf,
} from '../../../src/catalogue/command.ts';
import { objectOf } from '../../../src/catalogue/selection/selection.ts';
import { shortFlags } from '../../../src/config/globals.ts';
import { conditionsOfCommand, shellSafe } from '../../../src/run/lists/condition-words.ts';
import { program } from '../../../src/main.ts';
import { formatNames, traitsOf } from '../../../src/output/formats/formats.ts';
import type { LoadedGroup } from '../catalogue.ts';
import { guideNames, topicNames } from '../../../src/cli/help/topic-names.ts';
import type { SelectorValues, Values } from './values.ts';
import { nothing, valuesOf, wordsOnly } from './values.ts';
import { stateKinds } from '../../../src/catalogue/kind-name.ts';
import { settingsOf } from '../../../src/catalogue/kind-settings.ts';
import type { ObjectKind } from '../../../src/catalogue/kind.ts';

const fieldsOf = (kind: ObjectKind): readonly string[] =>
  [...settingsOf(kind).map(({ key }) => key), ...(kind.parts ?? []).map(({ part }) => part)].filter((field) =>
    shellSafe.test(field),
  );

/** What a shell can offer for selectors: kinds of objects, their names, and their settings and parts. */
const selectorValues = async (): Promise<SelectorValues> => {
  const found = await Promise.all(stateKinds.map(program.catalogue.kind));
  const kinds = found.filter((kind) => kind !== undefined);
  const objects = kinds.map(({ kind }) => `${kind}:`);
  return {
    object: { ...nothing, words: [...kinds.map(({ kind }) => kind), ...objects], live: true },
    'file-or-object': { ...nothing, words: objects, files: 'all', live: true },
    field: wordsOnly([...new Set(kinds.flatMap(fieldsOf))].sort(), 'list'),
    'kind-field': wordsOnly(kinds.flatMap((kind) => fieldsOf(kind).map((field) => `${kind.kind}:${field}`))),
  };
};

export interface Word {
  readonly word: string;
  readonly summary: string;
}

/** A flag with its dashes; `values` is undefined for a switch. */
export interface FlagWord extends Word {
  readonly values: Values | undefined;
  /** `-o`, without a summary: it is understood, and not offered. */
  readonly short: string | undefined;
}

interface CommandWords {
  readonly path: string;
  /** Its own flags, and those of all commands whose values depend on the command, which come last. */
  readonly flags: readonly FlagWord[];
  /** One for each place; the last one counts for all that follow when `variadic`. */
  readonly places: readonly Values[];
  readonly variadic: boolean;
  /** Another command follows `--`. */
  readonly tail: boolean;
}

export interface CompletionTable {
  /** Path -> the words that may follow; the empty path holds the groups. */
  readonly children: ReadonlyMap<string, readonly Word[]>;
  readonly commands: readonly CommandWords[];
  readonly globals: readonly FlagWord[];
  /** Flags of the program itself, which no command takes, and the general form of those that depend on the command. */
  readonly ofProgram: readonly FlagWord[];
  /** Flags that take a value in every command that has them. */
  readonly valued: readonly string[];
}

const isOfProgram = ({ declared }: Flag): boolean => declared?.program === true;

/** The global flags whose values depend on the command. */
const byCommand: ReadonlySet<string> = new Set(['output', 'fields']);

const isOfCommand = (flag: Flag): boolean => isOfProgram(flag) || byCommand.has(flag.key);

/** The formats that one of the command's documents has; `env` and the like are for credentials only. */
const formatsOf = (command: Command): readonly string[] => {
  const views = viewsOf(command);
  return formatNames.filter((name) => {
    const { needs } = traitsOf(name);
    return needs === undefined || views.length === 0 || views.some((view) => needs.met(view));
  });
};

/** Whether its conditions are those of the kinds that were typed before. */
const choosesKinds = (command: Command): boolean =>
  parametersOf(command)[command.positional?.[0]?.name ?? '']?.complete === 'object';

const conditionValues = async (command: Command): Promise<Values> => {
  if (choosesKinds(command)) return { ...nothing, live: true };
  const known =
    takesConditions(command) ||
    objectOf(command) !== undefined ||
    Object.values(command.local ?? {}).some(({ type }) => type === 'conditions');
  return known ? wordsOnly(await conditionsOfCommand(program.catalogue, command)) : nothing;
};

const valuesOfFlag = async (
  command: Command,
  flag: Flag,
  selectors: SelectorValues,
): Promise<Values | undefined> => {
  if (flag.name === 'where') return conditionValues(command);
  if (flag.key === 'output') return wordsOnly(formatsOf(command));
  // Complete only `--fields`: the fields of every flag would make the words three times as long.
  const fields = flag.key === 'fields' ? Object.keys(replyFieldsOf(command)).map(fieldLabel) : [];
  if (fields.length > 0) return wordsOnly(fields, 'list');
  // The value of `--unset` is one of the flags that can be null.
  if (flag.key !== 'unset' || !isNullable(command)) return valuesOf(flag.parameter, selectors);
  const nullable = flagsOf(command).filter(({ parameter }) => parameter.nullable === true);
  return wordsOnly(
    nullable.map(({ name }) => name),
    'list',
  );
};

const flagWords = async (
  command: Command,
  flag: Flag,
  selectors: SelectorValues,
): Promise<readonly FlagWord[]> => {
  const { name, parameter, declared } = flag;
  const { summary } = parameter;
  const [short] =
    Object.entries(shortFlags).find(([, key]) => declared !== undefined && key === flag.key) ?? [];
  const values = await valuesOfFlag(command, flag, selectors);
  const one = { word: `--${name}`, summary, values, short: short === undefined ? undefined : `-${short}` };
  const not = { word: `--no-${name}`, summary, values: undefined, short: undefined };
  if (declared?.negated === true) return [not];
  const negated = flag.negatable && flag.scope === 'command' && parameter.in !== 'local';
  return negated ? [one, { ...not, summary: `Not: ${summary}` }] : [one];
};

const wordsOfFlags = async (
  command: Command,
  flags: readonly Flag[],
  selectors: SelectorValues,
): Promise<readonly FlagWord[]> =>
  (await Promise.all(flags.map((flag) => flagWords(command, flag, selectors)))).flat();

const commandWords = async (command: Command, selectors: SelectorValues): Promise<CommandWords> => {
  const parameters = parametersOf(command);
  const own = offeredFlags(command).filter(({ parameter }) => parameter.deprecated === undefined);
  const shared = flagsOf(command).filter(({ scope, key }) => scope === 'global' && byCommand.has(key));
  return {
    path: command.path,
    flags: await wordsOfFlags(command, [...own, ...shared], selectors),
    places: (command.positional ?? []).map(({ name }) => {
      const parameter = parameters[name];
      return (parameter && valuesOf(parameter, selectors)) ?? nothing;
    }),
    variadic: command.positional?.some(({ variadic }) => variadic === true) === true,
    tail: command.tail === true,
  };
};

const childrenOf = (catalogue: readonly LoadedGroup[]): ReadonlyMap<string, readonly Word[]> => {
  const children = new Map<string, Map<string, Word>>();
  const add = (path: string, word: string, summary: string): void => {
    const known = children.get(path) ?? new Map<string, Word>();
    if (!known.has(word)) known.set(word, { word, summary });
    children.set(path, known);
  };
  for (const { group, commands } of catalogue) {
    add('', group.name, group.summary);
    for (const command of commands) {
      if (isHidden(command)) continue;
      const parts = command.path.split(' ');
      parts.forEach((word, at) => {
        if (at === 0) return;
        const whole = at === parts.length - 1;
        add(parts.slice(0, at).join(' '), word, whole ? command.summary : `Commands of ${word}`);
      });
    }
  }
  add('', 'help', 'Help for a command or topic');
  for (const topic of topicNames) add('help', topic, 'Topic');
  add('help', 'guide', 'Guides');
  for (const guide of guideNames) {
    add('help', guide, 'Guide');
    add('help guide', guide, 'Guide');
  }
  for (const { group } of catalogue) add('help', group.name, group.summary);
  return new Map([...children].map(([path, found]) => [path, [...found.values()]]));
};

const valuedFlags = (commands: readonly Command[]): readonly string[] => {
  const flags = commands.flatMap(flagsOf).filter(({ scope }) => scope !== 'global');
  const switches = new Set(
    flags.filter(({ parameter }) => parameter.type === 'boolean').map(({ name }) => name),
  );
  const names = new Set(flags.map(({ name }) => name));
  return [...names].filter((name) => !switches.has(name)).map((name) => `--${name}`);
};

export const completionTable = async (catalogue: readonly LoadedGroup[]): Promise<CompletionTable> => {
  const commands = catalogue.flatMap((group) => group.commands).filter((one) => !isHidden(one));
  const selectors = await selectorValues();
  const none: Command = { path: '', summary: '', operations: [] };
  const globals = flagsOf(none).filter(({ scope }) => scope === 'global');
  const ofProgram = await wordsOfFlags(none, globals.filter(isOfCommand), selectors);
  return {
    children: childrenOf(catalogue),
    commands: await Promise.all(commands.map((command) => commandWords(command, selectors))),
    globals: await wordsOfFlags(
      none,
      globals.filter((flag) => !isOfCommand(flag)),
      selectors,
    ),
    ofProgram,
    valued: [
      ...valuedFlags(commands),
      ...ofProgram.flatMap(({ word, short = word, values }) => (values === undefined ? [] : [word, short])),
    ],
  };
};
