/** Lists with the values of a positional: from the server, trivet, or the catalogue. */
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Command, PickedFrom, Positional } from '../catalogue/command.ts';
import { parametersOf, releasedByCommand } from '../catalogue/command.ts';
import type { ObjectKind } from '../catalogue/kind.ts';
import { tableView } from '../catalogue/view.ts';
import { kindAt } from '../catalogue/selection/selection.ts';
import type { RowsRead } from '../run/invocation/read-rows.ts';

export interface ListOrigin extends Omit<PickedFrom, 'command'> {
  readonly command: Command;
  readonly kind: ObjectKind | undefined;
  /** Whether it lists parts of the object before. */
  readonly inObject: boolean;
}

export type PickOrigin = ListOrigin | { readonly words: RowsRead; readonly field: 'value' };

const wordView = tableView({
  fields: { value: { type: 'text', summary: 'Value', rank: 0 } },
  name: 'value',
  columns: ['value'],
  empty: 'nothing',
});

const originOf = async (
  catalogue: Catalogue,
  command: Command,
  { name, pickedFrom }: Positional,
): Promise<PickOrigin | undefined> => {
  if (pickedFrom !== undefined) {
    const found = await catalogue.command(pickedFrom.command);
    if (found === undefined) return undefined;
    return {
      ...pickedFrom,
      command: found,
      kind: undefined,
      inObject: (found.positional ?? []).length > 0,
    };
  }
  const { enum: words, complete } = parametersOf(command)[name] ?? {};
  if (words !== undefined && complete === undefined) {
    const items = words.map((value) => ({ value }));
    return { words: { items, view: wordView, aliases: {}, index: undefined }, field: 'value' };
  }
  const kind = await catalogue.kind(kindAt(command, name) ?? '');
  if (kind?.list === undefined) return undefined;
  const view = kind.list.command.operations[0]?.operation.view;
  const field = view !== undefined && 'name' in view ? view.name : kind.name.field;
  const released = releasedByCommand(command);
  return {
    command: kind.list.command,
    field,
    kind,
    inObject: kind.parent !== undefined,
    ...(released === undefined ? {} : { offers: [`${released.held}=true`] }),
  };
};

const isAsked = ({ optional, asked }: Positional, flags: ReadonlySet<string>): boolean =>
  optional !== true || (asked !== undefined && !asked.some((flag) => flags.has(flag)));

/** The first positional to ask for. Undefined if a later required one has no list: the pick would end in an error. */
export const missingIn = async (
  catalogue: Catalogue,
  command: Command,
  words: readonly string[],
  flags: ReadonlySet<string>,
): Promise<
  { readonly name: string; readonly optional: boolean; readonly origin: PickOrigin } | undefined
> => {
  const [first, ...later] = (command.positional ?? []).slice(words.length);
  if (first === undefined || !isAsked(first, flags)) return undefined;
  const origin = await originOf(catalogue, command, first);
  if (origin === undefined) return undefined;
  for (const place of later)
    if (place.optional !== true && (await originOf(catalogue, command, place)) === undefined)
      return undefined;
  return { name: first.name, optional: first.optional === true, origin };
};
