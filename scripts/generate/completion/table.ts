/**
 * The data of the four completion scripts, taken from the catalogue: words below a path, flags, values,
 * positionals.
 */
import { shownField } from '../../../src/catalogue/aliases.ts';
import { flagsOf, isNullable } from '../../../src/engine/flags.ts';
import type { Flag } from '../../../src/engine/flags.ts';
import { offeredFlags } from '../../../src/cli/refuse-flags.ts';
import type { Command } from '../../../src/catalogue/command.ts';
import { parametersOf, replyFieldsOf, viewsOf } from '../../../src/catalogue/command.ts';
import { kindAt } from '../../../src/catalogue/selection/selection.ts';
import { globalFlags, shortFlags } from '../../../src/config/globals.ts';
import { formatNames, traitsOf } from '../../../src/output/formats/formats.ts';
import type { LoadedGroup } from '../catalogue.ts';
import { guideNames } from '../../../src/cli/help/topic-names.ts';
import { topicNames } from '../../../src/cli/help/topic-names.ts';
import { conditionSpecs } from './conditions.ts';
import { selectorSpecs } from './selectors.ts';
import type { SelectorSpecs, Spec } from './values.ts';
import { specOf } from './values.ts';

export interface Word {
  readonly word: string;
  readonly summary: string;
}

interface CommandWords {
  readonly path: string;
  /** The command's own flags, with dashes; the global ones are in `CompletionTable`. */
  readonly flags: readonly Word[];
  /** One for each place; the last one counts for all that follow when `variadic`. */
  readonly places: readonly Spec[];
  readonly variadic: boolean;
  /** Another command follows `--`. */
  readonly tail: boolean;
}

/** One flag: its possible values, usually and in the commands that differ. */
export interface FlagValues {
  /** With its dashes, and its short form. */
  readonly names: readonly string[];
  readonly usual: Spec;
  readonly unusual: readonly { readonly spec: Spec; readonly paths: readonly string[] }[];
}

export interface CompletionTable {
  /** Path -> the words that may follow; the empty path holds the groups. */
  readonly children: ReadonlyMap<string, readonly Word[]>;
  readonly commands: readonly CommandWords[];
  readonly globals: readonly Word[];
  /** Flags of the program itself, which no command takes. */
  readonly ofProgram: readonly Word[];
  readonly values: readonly FlagValues[];
}

const words = (flag: Flag): readonly Word[] => {
  const { name, parameter } = flag;
  const { summary } = parameter;
  if (flag.declared?.negated === true) return [{ word: `--no-${name}`, summary }];
  const one = { word: `--${name}`, summary };
  const negated = flag.negatable && flag.scope === 'command' && parameter.in !== 'local';
  return negated ? [one, { word: `--no-${name}`, summary: `Not: ${summary}` }] : [one];
};

const isOfProgram = ({ declared }: Flag): boolean => declared?.program === true;

/** Data that several commands share. */
interface Specs {
  /** By the path of the command. */
  readonly conditions: ReadonlyMap<string, Spec>;
  readonly selectors: SelectorSpecs;
}

/** The formats that one of the command's documents has; `env` and the like are for credentials only. */
const formatsOf = (command: Command): readonly string[] => {
  const views = viewsOf(command);
  return formatNames.filter((name) => {
    const { needs } = traitsOf(name);
    return needs === undefined || views.length === 0 || views.some((view) => needs.met(view));
  });
};

/** The value of `--unset` is one of the flags that can be null. */
const valueOf = (command: Command, flag: Flag, { conditions, selectors }: Specs): Spec => {
  if (flag.name === 'where') return conditions.get(command.path) ?? '';
  if (flag.key === 'output') return `=${formatsOf(command).join(' ')}`;
  // Complete only `--fields`: the fields of every flag would make the scripts three times as long.
  const fields = flag.key === 'fields' ? Object.keys(replyFieldsOf(command)).map(shownField) : [];
  if (fields.length > 0) return `,${fields.join(' ')}`;
  return flag.key === 'unset' && isNullable(command)
    ? `,${flagsOf(command)
        .filter(({ parameter }) => parameter.nullable === true)
        .map(({ name }) => name)
        .join(' ')}`
    : specOf(flag.parameter, selectors);
};

const commandWords = (command: Command, selectors: SelectorSpecs): CommandWords => {
  const parameters = parametersOf(command);
  const places = (command.positional ?? []).map(({ name }) => {
    const parameter = parameters[name];
    if (parameter !== undefined) return specOf(parameter, selectors);
    const kind = kindAt(command, name);
    return kind === undefined ? '' : `!${kind}`;
  });
  return {
    path: command.path,
    flags: offeredFlags(command)
      .filter(({ parameter }) => parameter.deprecated === undefined)
      .flatMap(words),
    places,
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
      if (command.hidden === true) continue;
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

/** By flag: the value that most commands take it with, and the commands that differ. */
const valuesOf = (commands: readonly Command[], all: Specs): readonly FlagValues[] => {
  const specs = new Map<string, Map<Spec, string[]>>();
  for (const command of commands) {
    for (const flag of flagsOf(command)) {
      const found = specs.get(flag.name) ?? new Map<Spec, string[]>();
      const spec = valueOf(command, flag, all);
      found.set(spec, [...(found.get(spec) ?? []), command.path]);
      specs.set(flag.name, found);
    }
  }
  const shorts = new Map<string, string>(
    Object.entries(shortFlags).map(([short, key]) => [key, `-${short}`]),
  );
  return [...specs]
    .map(([name, found]): FlagValues => {
      const [usual, ...others] = [...found].sort(([, a], [, b]) => b.length - a.length);
      const short = name in globalFlags ? shorts.get(name) : undefined;
      return {
        names: [`--${name}`, ...(short === undefined ? [] : [short])],
        usual: usual?.[0] ?? '',
        unusual: others.map(([spec, paths]) => ({ spec, paths })),
      };
    })
    .filter(({ usual, unusual }) => usual !== '-' || unusual.length > 0)
    .sort((a, b) => ((a.names[0] ?? '') < (b.names[0] ?? '') ? -1 : 1));
};

export const completionTable = async (catalogue: readonly LoadedGroup[]): Promise<CompletionTable> => {
  const commands = catalogue.flatMap((group) => group.commands).filter(({ hidden }) => hidden !== true);
  const selectors = await selectorSpecs();
  const globals = flagsOf({ path: '', summary: '', operations: [] }).filter(
    ({ scope }) => scope === 'global',
  );
  return {
    children: childrenOf(catalogue),
    commands: commands.map((command) => commandWords(command, selectors)),
    globals: globals.filter((flag) => !isOfProgram(flag)).flatMap(words),
    ofProgram: globals.filter(isOfProgram).flatMap(words),
    values: valuesOf(commands, { conditions: await conditionSpecs(catalogue), selectors }),
  };
};
