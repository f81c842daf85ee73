import type { Command } from '../../catalogue/command.ts';
import { valueAtPath } from '../../documents/json/json.ts';
import type { ObjectKind } from '../../catalogue/kind.ts';
import type { Operation } from '../../catalogue/operation.ts';
import type { InputRecord } from '../../catalogue/parameter.ts';
import { readList } from './list.ts';
import type { CallOptions, Session } from '../session/session.ts';

/** Before the last slash: an organization, a folder, or the parent. */
export const aboveOf = (kind: ObjectKind): string | undefined => {
  if (kind.parent !== undefined) return kind.parent.input;
  if (kind.scope.includes('organization')) return 'organization_name';
  return kind.folders === true ? kind.name.input : undefined;
};

/** At most two forms: everything at the top level, and what is below a name. */
export const formOf = ({ operations }: Command, input: InputRecord): Operation | undefined =>
  operations.find(
    ({ when }) => typeof when === 'string' || ('given' in when && input[when.given] !== undefined),
  )?.operation ?? operations[0]?.operation;

/**
 * By page; empty for a kind without a list.
 * @param above before the last slash: organization, folder or parent
 * @param given input that the list may take
 * @param every options of every request
 */
export async function* listedNames(
  session: Session,
  kind: ObjectKind,
  above: string | undefined,
  given: InputRecord,
  every?: CallOptions,
): AsyncGenerator<readonly string[]> {
  if (kind.list === undefined) return;
  const key = aboveOf(kind);
  const known = { ...kind.list.whole, ...given };
  const all = key === undefined || above === undefined ? known : { ...known, [key]: above };
  const operation = formOf(kind.list.command, all);
  if (operation === undefined) return;
  const input = Object.fromEntries(
    Object.entries(all).filter(([name, value]) => name in operation.parameters && value !== undefined),
  );
  const { view } = operation;
  const field = 'name' in view ? view.name : '';
  const prefix = kind.parent === undefined && above !== undefined ? `${above}/` : '';
  for await (const { items } of readList(session, operation, input, { every })) {
    yield items.flatMap((item) => {
      const name = valueAtPath(item, field);
      return typeof name === 'string' ? [prefix + name] : [];
    });
  }
}
