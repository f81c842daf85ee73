import { objectOf } from '../catalogue/selection/selection.ts';
import type { Flag } from '../run/flags.ts';
import type { Invocation } from '../run/invocation/invocation.ts';
import { wordsAt } from '../run/invocation/placed.ts';
import type { Typed } from '../run/invocation/placed.ts';
import { usageError } from '../system/error.ts';

/** Flags of the pace, which a resumed run keeps. */
const paceKeys = ['parallel', 'rate', 'wave', 'check', 'max-failures'];

/** Flags that the journal does not keep: it has the address, and a run may continue with another token. */
const reachKeys: ReadonlySet<string> = new Set(['base-url', 'token-file', 'ca-file', 'header']);

const selectionKeys: ReadonlySet<string> = new Set([
  ...paceKeys,
  'where',
  'all',
  'expect',
  'limit',
  'receipt',
  'resume',
  'retry-unknown',
  'confirm',
]);

export const isSelectionKey = (key: string): boolean => selectionKeys.has(key);

const isOfSelection = ({ key, scope }: Flag): boolean => scope === 'command' && selectionKeys.has(key);

const flagWords = ({ flags }: Typed, wanted: (flag: Flag) => boolean): readonly string[] =>
  [...flags].flatMap(([flag, words]) =>
    wanted(flag)
      ? words.map((word) =>
          flag.parameter.type === 'boolean' && word === 'true' ? `--${flag.name}` : `--${flag.name}=${word}`,
        )
      : [],
  );

const placeWords = ({ command, typed }: Spelled, except?: string): readonly string[] =>
  (command.positional ?? []).flatMap(({ name }) =>
    name === except ? [] : (wordsAt(typed.positionals, name) ?? []),
  );

type Spelled = Pick<Invocation, 'command' | 'typed'>;

/** The words for the journal, which belongs to one change; what only this run decides is left out. */
export const changeWords = (many: Spelled): readonly string[] => [
  ...many.command.path.split(' '),
  ...placeWords(many, objectOf(many.command)?.place),
  ...flagWords(many.typed, (flag) => {
    const { declared, key } = flag;
    const ofServer = declared?.scope === 'server' && declared.services !== 'all' && !reachKeys.has(key);
    return ofServer || (flag.scope === 'command' && !isOfSelection(flag));
  }),
];

/** The words without those that select objects. */
export const againOf = (many: Spelled): readonly string[] => [
  ...many.command.path.split(' '),
  ...placeWords(many, objectOf(many.command)?.place),
  ...flagWords(many.typed, (flag) => !isOfSelection(flag) || paceKeys.includes(flag.key)),
];

/** Values follow `=`, and places follow `--`, so that none is read as a flag. */
export const spelled = (invocation: Spelled): readonly string[] => {
  const { command, typed } = invocation;
  const places = placeWords(invocation);
  const flags = flagWords(typed, () => true);
  const path = command.path.split(' ');
  if (command.tail === true) return [...path, ...places, ...flags];
  return [...path, ...flags, ...(places.length === 0 ? [] : ['--', ...places])];
};

export const selectionWords = ({ command, given }: Invocation): readonly string[] => {
  if (given.input[objectOf(command)?.place ?? ''] === '-') return ['-'];
  return given.input['all'] === true ? ['--all'] : given.where;
};

/** Refuses `-` and `?` for many objects: standard input is read once, and no prompt comes for each. */
export const refuseReadOnce = ({ flags }: Typed): void => {
  for (const [flag, words] of flags) {
    const { type } = flag.parameter;
    if (flag.scope !== 'command' || isOfSelection(flag) || type === 'strings' || type === 'string') continue;
    const open = words.find((word) => word === '-' || (word === '?' && type === 'secret'));
    if (open === undefined) continue;
    throw usageError(
      `--${flag.name} ${open} cannot be given to many objects`,
      `Put it into a file: --${flag.name} @FILE.`,
    );
  }
};
