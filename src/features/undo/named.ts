/** How a change of a receipt is named. */
import type { Receipt } from '../../receipts/read.ts';
import type { RecordedChange } from '../../receipts/change-log.ts';
import { inputText } from '../../catalogue/parameter.ts';
import type { Scope } from '../../catalogue/target.ts';
import { shellWord } from '../../catalogue/text/shell-words.ts';

/** The number by which `changes settle` and `undo --only` know it; the steps of an apply of an earlier trivet have names only. */
export const numberOf = (receipt: Receipt, { item, number }: RecordedChange): number | undefined =>
  item ?? (receipt.items === undefined ? number : undefined);

/** The mount of its object; undefined where its kind has none. */
export const mountOfChange = ({ input }: Pick<RecordedChange, 'input'>): string | undefined =>
  inputText(input, 'mount');

/** Where the object of a change is: as its request says it, else as its run or its server did. */
export const scopeOfChange = ({ items }: Pick<Receipt, 'items'>, change: RecordedChange): Scope => {
  const { item, input, namespace, organization } = change;
  const ofItem = item === undefined ? undefined : items?.[item - 1]?.scope;
  const scope = {
    organization: inputText(input, 'organization_name') ?? organization ?? ofItem?.organization,
    namespace: inputText(input, 'namespace') ?? ofItem?.namespace ?? namespace,
    mount: mountOfChange(change),
  };
  return Object.fromEntries(Object.entries(scope).filter(([, value]) => value !== undefined));
};

/** `acme/web` where the receipt has objects of several organizations. */
export const nameInReceipt = (receipt: Receipt, name: string, { organization }: Scope): string => {
  const all = [
    ...receipt.changes.map((one) => scopeOfChange(receipt, one)),
    ...(receipt.items ?? []).map(({ scope }) => scope),
  ].flatMap((scope) => scope.organization ?? []);
  return organization === undefined || new Set(all).size < 2 || name.startsWith(`${organization}/`)
    ? name
    : `${organization}/${name}`;
};

/** The name of its object: in a change of many the one that was selected, not its ID. */
export const objectNameOf = (receipt: Receipt, change: RecordedChange): string => {
  const { item, name } = change;
  const ofItem = item === undefined ? undefined : receipt.items?.[item - 1]?.name;
  return nameInReceipt(receipt, ofItem ?? name, scopeOfChange(receipt, change));
};

/** Why a change of no operation cannot come back. */
export const unknownBecause = ({ final, operation }: RecordedChange): string =>
  final ?? `this trivet does not know ${operation}`;

/** For `--only`. */
export const labelOf = (receipt: Receipt, change: RecordedChange): string =>
  shellWord(String(numberOf(receipt, change) ?? objectNameOf(receipt, change)));
