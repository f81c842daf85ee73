/** Before the request, refuses output that would hide or omit a one-time secret. */
import { usageError } from '../../system/error.ts';
import type { Operation } from '../../catalogue/operation.ts';
import type { InputRecord } from '../../catalogue/parameter.ts';
import type { View } from '../../catalogue/view.ts';
import { fieldsOf, writesFiles } from '../../catalogue/view.ts';
import { fieldsHeld } from '../../output/formats/holds.ts';
import type { RenderOptions } from '../../output/formats/options.ts';
import { masks } from '../../output/formats/options.ts';
import { isGivenOnce } from '../../services/expected.ts';
import { serviceOf } from '../../services/index.ts';
import type { Globals } from '../given-globals.ts';

interface Asking {
  readonly operation: Operation;
  readonly input: InputRecord;
  readonly globals: Globals;
  readonly options: RenderOptions;
  readonly wire: Readonly<Record<string, string>>;
  readonly tail: readonly string[] | undefined;
}

const onceView = ({ operation, input, globals }: Asking): View | undefined => {
  const { wrapped } = serviceOf(operation.service);
  // A wrapped reply has no place for bytes; the workflow of the command reports that.
  if (operation.view.kind === 'bytes') return undefined;
  if (globals.wrapTtl !== undefined && wrapped !== undefined) return wrapped;
  return isGivenOnce(operation, input) ? operation.view : undefined;
};

const secretsOf = (view: View): readonly string[] =>
  Object.entries(fieldsOf(view)).flatMap(([key, { returnedOnce, source }]) =>
    returnedOnce === true && source !== 'recorded' ? [key] : [],
  );

const chooser = ({ globals, options }: Asking): string => {
  if (globals.query !== undefined) return '--query';
  if (globals.field !== undefined) return `--field ${globals.field}`;
  if (globals.fields !== undefined) return `--fields ${globals.fields.join(',')}`;
  if (globals.output !== undefined) return `-o ${options.format}`;
  return options.terminal ? 'a table' : `${options.format}, the format for a pipe,`;
};

const recipesOf = ({ operation, globals, tail }: Asking, view: View, hidden: boolean): string => {
  // A wrapped reply cannot be written as files into a folder.
  const isForFiles = writesFiles(operation.view);
  const out = !isForFiles ? '--out FILE' : globals.wrapTtl === undefined ? '--out DIRECTORY' : undefined;
  const ways = [
    ...(globals.out === undefined && out !== undefined ? [out] : []),
    '-o json',
    ...(view.kind === 'credentials' ? ['-o env'] : []),
    ...(hidden ? ['--reveal'] : []),
    ...(tail === undefined || globals.wrapTtl !== undefined ? [] : ['a command after --']),
  ];
  const last = ways.at(-1) ?? '';
  return `Use ${[ways.slice(0, -1).join(', '), last].filter(Boolean).join(' or ')}.`;
};

/**
 * On a terminal only private keys are hidden: they belong into files, not into a scrollback.
 * @throws TrivetError usage, before anything is sent
 */
export const refuseLoss = (asking: Asking): void => {
  const { globals, options, wire, tail = [] } = asking;
  const view = onceView(asking);
  if (view === undefined || tail.length > 0 || globals.dryRun || globals.curl) return;
  if (globals.outFolder !== undefined) return;
  const hidden = masks(options) && (!options.terminal || writesFiles(view));
  const secrets = secretsOf(view);
  const held = fieldsHeld(options, view);
  // Somebody who names a field of the wrapped reply knows what was wrapped.
  const named = secrets.length === 0 && (globals.field ?? globals.fields) !== undefined;
  const kept =
    held === 'all' ||
    named ||
    (secrets.length > 0 &&
      held !== undefined &&
      secrets.every((key) => held.includes(key) || held.includes(wire[key] ?? key)));
  if (kept && !hidden) return;
  const what = secrets.length === 0 ? 'what was wrapped' : `${secrets.join(' and ')} of this reply`;
  const [is, them] = secrets.length > 1 ? ['are', 'them'] : ['is', 'it'];
  throw usageError(
    `${what} ${is} given only once, and ${chooser(asking)} would ${kept ? `hide ${them}` : `leave ${them} out`}`,
    recipesOf(asking, globals.wrapTtl === undefined ? asking.operation.view : view, kept),
  );
};
