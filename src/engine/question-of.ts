/** The question that an operation asks before its request, as its input decides. */
import { holds } from '../model/catalogue/check.ts';
import type { Confirm, Operation } from '../model/catalogue/operation.ts';
import type { InputRecord } from '../model/catalogue/parameter.ts';
import type { BuildOptions } from '../net/request.ts';
import { writtenIn } from '../net/request.ts';

const due = (confirm: Confirm, input: InputRecord): boolean =>
  confirm.when === undefined || (confirm.when !== 'state' && holds(confirm.when, input));

/** A question about a flag is also asked if `--body` or `--set` sets its field. */
export const withWritten = (operation: Operation, input: InputRecord, options: BuildOptions): InputRecord => {
  if (options.base === undefined && options.extra?.length === 0) return input;
  const written = writtenIn(operation, options);
  const found = Object.entries(operation.parameters).flatMap(([key, parameter]) => {
    const value = input[key] === undefined ? written(key, parameter) : undefined;
    return value === undefined ? [] : [[key, value] as const];
  });
  return found.length === 0 ? input : { ...input, ...Object.fromEntries(found) };
};

/** If several confirmations apply: the strictest one, or one question that combines them. */
export const questionOf = (
  { confirm }: Pick<Operation, 'confirm'>,
  input: InputRecord,
): Confirm | undefined => {
  if (confirm === undefined) return undefined;
  const all = confirm.filter((one) => due(one, input));
  const [first, ...more] = all;
  if (first === undefined || more.length === 0) return first;
  const typed = all.find(({ kind }) => kind === 'type');
  return typed ?? { ...first, question: all.map(({ question }) => question).join(' ') };
};
