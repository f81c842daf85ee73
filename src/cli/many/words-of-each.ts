/** The words of a change of many: those of the command for each object, and those to continue with. */
import type { Command } from '../../model/catalogue/command.ts';
import { objectOf } from '../../model/selection/selection.ts';
import { saysJson } from '../../screen/formats/formats.ts';
import type { Flag } from '../flags.ts';
import type { Given } from '../input.ts';
import type { Typed } from '../leaf.ts';
import { wordsAt } from '../placed.ts';
import type { Selected } from './selected.ts';
import { wordsOf } from './selected.ts';

/** The words as typed. */
export interface ManyWords {
  readonly command: Command;
  readonly given: Given;
  readonly typed: Typed;
}

/** Formats in which people read requests. */
const asText = '--output=table';

/** Flags for the pace of a run. */
const paceKeys = ['parallel', 'rate'];

const selectionKeys: ReadonlySet<string> = new Set([
  ...paceKeys,
  'where',
  'all',
  'expect',
  'limit',
  'resume',
  'confirm',
]);

/** Whether a flag concerns the selection and not each object. */
export const isOfSelection = ({ key, scope }: Flag): boolean => scope === 'command' && selectionKeys.has(key);

/** The flags that `wanted` accepts, as words. */
const flagWords = ({ flags }: Typed, wanted: (flag: Flag) => boolean): readonly string[] =>
  [...flags].flatMap(([flag, words]) =>
    wanted(flag)
      ? words.map((word) =>
          flag.parameter.type === 'boolean' && word === 'true' ? `--${flag.name}` : `--${flag.name}=${word}`,
        )
      : [],
  );

/** The positionals, with `address` in place of the object, or without it. */
const placedWords = ({ command, typed }: ManyWords, address?: string): readonly string[] =>
  (command.positional ?? []).flatMap(({ name }) =>
    name === objectOf(command)?.place
      ? address === undefined
        ? []
        : [address]
      : (wordsAt(typed.positionals, name) ?? []),
  );

/** The words of the command for one object. */
export const lineFor = (many: ManyWords, { address, flags }: Selected): readonly string[] => {
  const { command, given, typed } = many;
  const repeated = flagWords(typed, (flag) => {
    const ofServer = flag.declared?.scope === 'server' && flag.declared.services !== 'all';
    return flags[flag.name] === undefined && (ofServer || (flag.scope === 'command' && !isOfSelection(flag)));
  });
  const isTyped = command.operations.some(({ operation }) =>
    operation.confirm?.some(({ kind }) => kind === 'type'),
  );
  const shown = given.globals.dryRun || given.globals.curl;
  // A person reads requests as text; lines contain -o json only if it was requested.
  const asked = !shown ? ['--yes'] : saysJson(given.globals.output) ? [] : [asText];
  const places = placedWords(many, address);
  return [
    ...command.path.split(' '),
    ...repeated,
    ...wordsOf(flags),
    ...asked,
    ...(isTyped ? [`--confirm=${address}`] : []),
    ...(command.tail === true ? places : ['--', ...places]),
  ];
};

/** The words of the command without those that select its objects. */
export const againOf = (many: ManyWords): readonly string[] => [
  ...many.command.path.split(' '),
  ...placedWords(many),
  ...flagWords(many.typed, (flag) => !isOfSelection(flag) || paceKeys.includes(flag.key)),
];

/** The selection of the objects, for the journal. */
export const selectionWords = ({ command, given }: ManyWords): readonly string[] => {
  if (given.input[objectOf(command)?.place ?? ''] === '-') return ['-'];
  return given.input['all'] === true ? ['--all'] : given.where;
};
