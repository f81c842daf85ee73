/** The error for a flag that a command does not accept. Loaded only to report it. */
import type { Command } from '../catalogue/command.ts';
import { parametersOf, spokenForm } from '../catalogue/command.ts';
import type { TrivetError } from '../system/error.ts';
import { usageError } from '../system/error.ts';
import { closest } from '../catalogue/text/suggest.ts';
import type { Flag } from '../engine/flags.ts';
import { foreign } from './words.ts';

/** The hint for words that nothing is known of. */
export const seeHelp = (path: string): string => `See: trivet ${path === '' ? '' : `${path} `}--help`;

/** Flags with which other tools take a file that trivet takes as an argument. */
const fileFlags: readonly string[] = ['f', 'file', 'filename'];

/** Whether the command takes as an argument what the flag of another tool would contain. */
const isArgument = (command: Command, name: string): boolean =>
  (command.positional ?? []).some((place) => {
    const parameter = parametersOf(command)[place.name];
    const names = [place.name, parameter?.metavar, ...(parameter?.aliases ?? [])];
    return (
      names.includes(name) || (parameter?.complete?.startsWith('file') === true && fileFlags.includes(name))
    );
  });

/** Flags of earlier versions, and what to do in their place. */
const removed: Readonly<Record<string, string>> = {
  'release-unproven':
    'It was removed: what nothing proves to be yours stays, and its row has the command that releases it. Leave the flag out.',
};

/** The hint for a flag that the command does not accept. */
const flagHint = (name: string, command: Command, flags: ReadonlyMap<string, Flag>): string => {
  const former = Object.hasOwn(removed, name) ? removed[name] : undefined;
  if (former !== undefined) return former;
  const meant = foreign(name, flags);
  if (meant !== undefined) return `Did you mean ${meant}?`;
  if (isArgument(command, name)) return `It is an argument: ${spokenForm(command)}`;
  const [near] = closest(name, flags.keys(), 1);
  if (near !== undefined) return `Did you mean --${near}?`;
  if (/token|password|secret|pass$/.test(name))
    return 'No flag takes a secret: use --token-file, the environment, or a profile.';
  return seeHelp(command.path);
};

/** The error for a word that looks like a flag but is not one of the command's. */
export const unknownFlag = (word: string, command: Command, flags: readonly Flag[]): TrivetError => {
  const shown = word.split('=')[0] ?? word;
  const byName = new Map(flags.map((flag) => [flag.name, flag]));
  return usageError(
    `unknown flag ${shown}${command.path === '' ? '' : ` for trivet ${command.path}`}`,
    flagHint(shown.replace(/^-+/, ''), command, byName),
  );
};
