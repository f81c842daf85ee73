import { violations } from '../../catalogue/check.ts';
import { parametersOf } from '../../catalogue/command.ts';
import { usageError } from '../../system/error.ts';
import type { ObjectKind } from '../../catalogue/kind.ts';
import { documentedProduct } from '../../catalogue/product.ts';
import { objectOf } from '../../catalogue/selection/selection.ts';
import { manyFlagsOf } from '../../catalogue/many-flags.ts';
import type { Given, Invocation } from '../../run/invocation/invocation.ts';
import { plural } from '../../output/text/plural.ts';
import { refuseReadOnce } from '../../cli/spelled.ts';

export const numberIn = ({ input }: Given, key: string): number | undefined => {
  const value = input[key];
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : undefined;
};

const expectedOf = ({ input }: Given): readonly [from: number, to: number] | undefined => {
  const { expect } = input;
  if (typeof expect !== 'string') return undefined;
  const [from, to = from] = expect.split('-').map(Number);
  return [from ?? 0, to ?? 0];
};

const checkLimits = ({ command, given }: Invocation): void => {
  const broken = violations(manyFlagsOf(command.service), [], given.input, documentedProduct);
  if (broken.length > 0) throw usageError(broken.join('\n'));
  const [from = 0, to = 0] = expectedOf(given) ?? [];
  if (from > to) {
    throw usageError(
      `--expect ${from}-${to} is an empty range`,
      `Give the lower number first: --expect ${to}-${from}`,
    );
  }
};

/** A command after `--` runs once, while all objects are held, and gets the credentials of one. */
const refuseForLoan = ({ command, given }: Invocation): void => {
  if (command.operations.some(({ operation: { view } }) => view.kind === 'credentials')) {
    throw usageError('a command after -- is run for one object, not for a selection', 'Name one object.');
  }
  const stray = ['receipt', 'resume', 'rate', 'parallel', 'map', 'env-prefix'].find(
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
    throw usageError(`--${stray} is for one reply, and this command has many`, 'Use -o jsonl.');
};

const refuseRetry = ({ input }: Given): void => {
  if (input['retry-unknown'] === true && input['resume'] === undefined)
    throw usageError('--retry-unknown needs --resume');
};

const refuseTwoSelections = ({ command, given }: Invocation): void => {
  const ways = [
    ...(given.where.length > 0 ? ['--where'] : []),
    ...(given.input['all'] === true ? ['--all'] : []),
    ...(given.input[objectOf(command)?.place ?? ''] === '-' ? ['-'] : []),
  ];
  if (ways.length > 1) throw usageError(`${ways.join(' and ')} cannot be given together`);
};

/** @throws TrivetError usage, before anything is read */
export const refuseUnfit = (words: Invocation, kind: ObjectKind): void => {
  const { given, typed, tail = [] } = words;
  if (tail.length > 0) refuseForLoan(words);
  refuseReplyFlags(given);
  checkLimits(words);
  refuseRetry(given);
  refuseTwoSelections(words);
  refuseReadOnce(typed);
  const [part, parameter] =
    Object.entries(parametersOf(words.command)).find(
      ([key, { complete }]) => complete === 'borrowed-account' && given.input[key] !== undefined,
    ) ?? [];
  if (part !== undefined) {
    const spoken = parameter?.metavar ?? part;
    throw usageError(
      `<${spoken}> belongs to one ${kind.kind}, and a selection of many is given`,
      `Name the ${kind.kind}, without the selection.`,
    );
  }
  const renames = [...typed.flags.keys()].find(
    ({ name, scope }) => scope === 'command' && name === kind.name.field,
  );
  if (renames !== undefined) throw usageError(`--${renames.name} would give many objects one name`);
};

export const checkExpected = (given: Given, count: number, noun: string): void => {
  const [from, to] = expectedOf(given) ?? [count, count];
  if (count >= from && count <= to) return;
  const found =
    count === 0 ? `no ${noun} matches` : `${plural(count, noun)} ${count === 1 ? 'matches' : 'match'}`;
  throw usageError(`${found}, but --expect is ${from === to ? from : `${from}-${to}`}`);
};
