/** How a change of a receipt is named. */
import type { Receipt, RecordedChange } from '../../receipts/read.ts';
import { shellWord } from '../../catalogue/text/shell-words.ts';

/** The number by which `changes settle` and `undo --only` know it; the steps of an apply of an earlier trivet have names only. */
export const numberOf = (receipt: Receipt, { item, number }: RecordedChange): number | undefined =>
  item ?? (receipt.items === undefined ? number : undefined);

/** The name of its object: in a change of many the one that was selected, not its ID. */
export const objectNameOf = (receipt: Receipt, { item, name }: RecordedChange): string =>
  (item === undefined ? undefined : receipt.items?.[item - 1]?.name) ?? name;

/** The namespace of its object; undefined where its kind has none. */
export const namespaceOfChange = (
  { items }: Pick<Receipt, 'items'>,
  { item, input, namespace }: RecordedChange,
): string | undefined => {
  const given = input['namespace'];
  const ofItem = item === undefined ? undefined : items?.[item - 1]?.namespace;
  return typeof given === 'string' ? given : (ofItem ?? namespace);
};

/** The mount of its object; undefined where its kind has none. */
export const mountOfChange = ({ input }: Pick<RecordedChange, 'input'>): string | undefined => {
  const { mount } = input;
  return typeof mount === 'string' ? mount : undefined;
};

/** Why a change of no operation cannot come back. */
export const unknownBecause = ({ final, operation }: RecordedChange): string =>
  final ?? `this trivet does not know ${operation}`;

/** For `--only`. */
export const labelOf = (receipt: Receipt, change: RecordedChange): string =>
  shellWord(String(numberOf(receipt, change) ?? objectNameOf(receipt, change)));
