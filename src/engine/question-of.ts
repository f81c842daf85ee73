/** The question that an operation asks before its request, as its input decides. */
import { holds } from '../catalogue/check.ts';
import type { Confirm, Operation } from '../catalogue/operation.ts';
import type { InputRecord } from '../catalogue/parameter.ts';

const due = (confirm: Confirm, input: InputRecord): boolean =>
  confirm.when === undefined || (confirm.when !== 'state' && holds(confirm.when, input));

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
