/** What of the words of a change of many would mean nothing, or something else than for one object. */
import { usageError } from '../model/error.ts';
import type { ObjectKind } from '../model/kind.ts';
import { objectOf } from '../model/selection.ts';
import { checkResultFormat } from '../runtime/results.ts';
import type { Given } from './input.ts';
import type { ManyWords } from './many-words.ts';
import { isOfSelection } from './many-words.ts';
import { plural } from '../render/plural.ts';

/** The error for a flag of selections where one object is named. */
export const aboutMany = (flag: string): Error =>
  usageError(
    `--${flag} is about many objects, and one is named`,
    'Select them with --where, --all, or - for names on standard input.',
  );

/** The number that a flag holds. */
export const numberIn = ({ input }: Given, key: string): number | undefined => {
  const value = input[key];
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : undefined;
};

const checkRange = (given: Given, key: string, from: number, to: number): void => {
  const value = numberIn(given, key);
  if (value !== undefined && (value < from || value > to)) {
    throw usageError(`--${key} must be from ${from} to ${to}, not ${value}`);
  }
};

/** A command after `--` runs once, while all the objects are held. */
const refuseForLend = ({ command, given }: ManyWords): void => {
  if (command.lendsMany !== true) {
    throw usageError('a command after -- is run for one object, not for a selection', 'Name one object.');
  }
  const stray = ['resume', 'rate', 'parallel', 'map', 'env-prefix'].find(
    (key) => given.input[key] !== undefined,
  );
  if (stray === undefined) return;
  throw usageError(
    `--${stray} cannot be used with a selection and a command after --`,
    'All objects are taken one after the other before the command starts, and given back when it ends.',
  );
};

const refuseReplyFlags = ({ globals }: Given): void => {
  const stray = (['field', 'fields', 'query'] as const).find((key) => globals[key] !== undefined);
  if (stray !== undefined)
    throw usageError(`--${stray} is about one reply, and here are many`, 'Use -o jsonl.');
  checkResultFormat(globals.output);
};

const refuseTwoSelections = ({ command, given }: ManyWords): void => {
  const ways = [
    ...(given.where.length > 0 ? ['--where'] : []),
    ...(given.input['all'] === true ? ['--all'] : []),
    ...(given.input[objectOf(command)?.place ?? ''] === '-' ? ['-'] : []),
  ];
  if (ways.length > 1) throw usageError(`${ways.join(' and ')} cannot be given together`);
};

/** Standard input is read once, and there is no prompt for each object. */
const refuseReadOnce = ({ typed }: ManyWords): void => {
  for (const [flag, words] of typed.flags) {
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

/** @throws TrivetError usage, before anything is read */
export const refuseUnfit = (words: ManyWords, kind: ObjectKind, tail: readonly string[]): void => {
  const { given, typed } = words;
  if (tail.length > 0) refuseForLend(words);
  refuseReplyFlags(given);
  checkRange(given, 'limit', 1, Number.MAX_SAFE_INTEGER);
  checkRange(given, 'parallel', 1, 64);
  checkRange(given, 'rate', 0, 1000);
  refuseTwoSelections(words);
  refuseReadOnce(words);
  const renames = [...typed.flags.keys()].find(
    ({ name, scope }) => scope === 'command' && name === kind.name.field,
  );
  if (renames !== undefined) throw usageError(`--${renames.name} would give many objects one name`);
};

/** @throws TrivetError usage, when `--expect` says another count */
export const checkExpected = (given: Given, count: number, noun: string): void => {
  const expect = given.input['expect'];
  if (typeof expect !== 'string') return;
  const [, from = '', to = from] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(expect) ?? [];
  if (from === '')
    throw usageError(`--expect must be a number or a range, such as 11 or 5-10, not "${expect}"`);
  if (count >= Number(from) && count <= Number(to)) return;
  throw usageError(`${plural(count, noun)} match, and --expect says ${expect}`);
};
