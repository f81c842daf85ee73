import { meantWord } from '../catalogue/aliases.ts';
import type { Command } from '../catalogue/command.ts';
import { parametersOf, spokenForm, takesConditions } from '../catalogue/command.ts';
import { documentedName, kebab } from '../catalogue/parameter.ts';
import { objectOf } from '../catalogue/selection/selection.ts';
import { shellWord } from '../catalogue/text/shell-words.ts';
import { closest } from '../catalogue/text/suggest.ts';
import type { Flag } from '../run/flags.ts';
import { flagsOf } from '../run/flags.ts';
import type { TrivetError } from '../system/error.ts';
import { Exit, usageError } from '../system/error.ts';

export const seeHelp = (path: string): string => `See: trivet ${path === '' ? '' : `${path} `}--help`;

/** The flag of trivet for what the documents, or another tool, call `name`. */
export const foreignFlag = (name: string, flags: readonly Flag[]): string | undefined => {
  // A setting of the command wins over flags of all commands.
  for (const { key, name: own, parameter, scope } of flags)
    if (scope === 'command' && parameter.flag !== undefined && kebab(documentedName(key, parameter)) === name)
      return `--${own}`;
  const meant = meantWord('foreignFlags', name);
  for (const { declared, name: own } of flags) {
    const known = Object.entries(declared?.knownAs ?? {}).find(([alias]) => alias === name)?.[1];
    if (known !== undefined) return known;
    if (meant !== name && own === meant) return `--${own}`;
  }
  return undefined;
};

/** Long flags with one dash, which look like a letter of trivet with its value: `-prefix`, `-path`. */
export const vendorsFlags: ReadonlySet<string> = new Set(
  (
    'name no-print no-store node node-class non-interactive orphan out override page-token parallelism path per-page ' +
    'period plugin plugin-dir policies policy port prefix priority'
  ).split(' '),
);

/** Hints by command and flag of another tool. */
const instead: Readonly<Record<string, string>> = {
  'lease list --prefix': 'The path is an argument: trivet lease list PATH',
  'lease revoke --prefix':
    'For all leases of a path: trivet lease list PATH -o name | trivet lease revoke - --dry-run',
};

/** Commands that list in other tools if no name is given. */
const lists: Readonly<Record<string, string>> = {
  'job status': 'For all jobs: trivet job list',
  'workspace show': 'For all workspaces: trivet workspace list',
};

/** Conditions are about fields, so a flag may be the name of one. */
const fieldOf = (command: Command, name: string): string | undefined =>
  takesConditions(command)
    ? command.operations
        .flatMap(({ operation: { view } }) => (view.kind === 'table' ? Object.keys(view.fields) : []))
        .find((field) => kebab(field) === name)
    : undefined;

/** Turns vault's `common_name=a.example.com` into `--common-name a.example.com`; undefined for other words. */
const asFlag = (word: string, command: Command): string | undefined => {
  const [, name = '', value = ''] = /^([a-z][\w-]*)=(.*)$/s.exec(word) ?? [];
  const flag = flagsOf(command).find(
    (one) => one.scope === 'command' && name !== '' && one.name === kebab(name),
  );
  if (flag === undefined) return undefined;
  const { type, sensitive } = flag.parameter;
  if (type === 'boolean') return value === 'false' ? `--${flag.name}=false` : `--${flag.name}`;
  // The value may be the secret itself, so it is not repeated.
  const shown = type === 'secret' ? '@FILE' : sensitive === true ? 'VALUE' : shellWord(value);
  return `--${flag.name} ${shown}`;
};

const fileFlags: readonly string[] = ['f', 'file', 'filename'];

const isArgument = (command: Command, name: string): boolean =>
  (command.positional ?? []).some((place) => {
    const parameter = parametersOf(command)[place.name];
    const names = [place.name, parameter?.metavar];
    return (
      names.includes(name) || (parameter?.complete?.startsWith('file') === true && fileFlags.includes(name))
    );
  });

const removed: Readonly<Record<string, string>> = {
  'release-unproven':
    'It was removed: what nothing proves to be yours stays, and its row has the command that releases it. Leave the flag out.',
};

const flagHint = (name: string, command: Command): string => {
  const former = Object.hasOwn(removed, name) ? removed[name] : undefined;
  if (former !== undefined) return former;
  const other = `${command.path} --${name}`;
  if (Object.hasOwn(instead, other)) return instead[other] ?? '';
  const flags = flagsOf(command);
  const own = meantWord('flags', name);
  const meant = flags.some((flag) => flag.name === own) ? `--${own}` : foreignFlag(name, flags);
  if (meant !== undefined) return `Did you mean ${meant}?`;
  if (isArgument(command, name)) return `It is an argument: ${spokenForm(command)}`;
  const field = fieldOf(command, name);
  if (field !== undefined) return `Did you mean --where ${field}=VALUE?`;
  const names = flags.map((flag) => flag.name);
  const [near] = closest(name, names, 1);
  if (near !== undefined) return `Did you mean --${near}?`;
  if (/token|password|secret|pass$/.test(name))
    return 'No flag takes a secret: use --token-file, the environment, or a profile.';
  return seeHelp(command.path);
};

export const unknownFlag = (word: string, command: Command): TrivetError => {
  const shown = word.split('=')[0] ?? word;
  return usageError(
    `unknown flag ${shown}${command.path === '' ? '' : ` for trivet ${command.path}`}`,
    flagHint(shown.replace(/^-+/, ''), command),
  );
};

const usageOf = (command: Command): string => `Usage: ${spokenForm(command)} [flags]`;

const withoutObject = (command: Command): Command => {
  const object = objectOf(command)?.place;
  return { ...command, positional: (command.positional ?? []).filter(({ name }) => name !== object) };
};

/** @param message commander's, with the quoted name of the place */
export const missingWord = (message: string, command: Command, selects: boolean): TrivetError => {
  const name = /'([^']+)'/.exec(message)?.[1] ?? '';
  return usageError(
    `<${parametersOf(command)[name]?.metavar ?? name}> is missing`,
    [usageOf(selects ? withoutObject(command) : command), lists[command.path]]
      .filter((one) => one !== undefined)
      .join('\n'),
  );
};

/**
 * @param selector the flag that selects objects
 * @param words all words for places
 */
export const excessWords = (
  command: Command,
  selector: string | undefined,
  words: readonly string[],
): TrivetError => {
  if (selector !== undefined)
    return usageError(
      `an object and --${selector} cannot be given together`,
      selector === 'resume'
        ? 'The receipt names its objects: leave them out.'
        : `Name one object, or select objects with --${selector}.`,
    );
  const settings = words.map((word) => asFlag(word, command)).filter((one) => one !== undefined);
  if (settings.length > 0)
    return usageError('too many arguments', `Settings are flags: ${settings.join(' ')}\n${usageOf(command)}`);
  const hint = [
    usageOf(command),
    ...(command.path === 'status' ? ['For one job: trivet job status JOB'] : []),
  ].join('\n');
  if (objectOf(command) === undefined)
    return usageError(
      (command.positional ?? []).length === 0 ? 'no arguments are expected' : 'too many arguments',
      hint,
    );
  const several = `For several: trivet ${command.path} - (names on standard input), or --where CONDITION`;
  return usageError('too many arguments', `${hint}\n${several}`);
};

/** One usage error with all messages, or the first error of another kind. */
export const gathered = (first: TrivetError, others: readonly TrivetError[]): TrivetError => {
  if (others.length === 0) return first;
  const errors = [first, ...others];
  const other = errors.find((error) => error.exit !== Exit.usage);
  if (other !== undefined) return other;
  const hints = [...new Set(errors.flatMap((error) => error.details.hint ?? []))];
  return usageError(
    errors.map((error) => error.message).join('\n'),
    hints.length === 0 ? undefined : hints.join('\n'),
  );
};
