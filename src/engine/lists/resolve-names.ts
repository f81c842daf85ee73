/** Resolves names where the API only takes IDs: one exact show each, never a fuzzy search. */
import { at } from '../../model/json/json.ts';
import { Exit, TrivetError } from '../../model/error.ts';
import type { Operation } from '../../model/catalogue/operation.ts';
import type { InputRecord, InputValue } from '../../model/catalogue/parameter.ts';
import { perObject } from '../../model/values/per-object.ts';
import { whenReady } from '../../model/values/when-ready.ts';
import type { WorkspaceAddress } from '../../services/workspaces/address.ts';
import { parseAddress } from '../../services/workspaces/address.ts';
import type { Session } from '../session/session.ts';

const idOf = (session: Session, text: string, by: 'id' | 'name' | undefined): string | Promise<string> => {
  const address = parseAddress(text, by);
  return address.by === 'id' ? address.id : idOfName(session, text, address);
};

const idOfName = async (
  session: Session,
  text: string,
  address: Exclude<WorkspaceAddress, { readonly by: 'id' }>,
): Promise<string> => {
  const { showByName } = await import('../../groups/workspace/operations/show.ts');
  const { document } = await session.lookUp(showByName, {
    organization_name: address.organization,
    name: address.name,
  });
  const id = at(document, 'data', 'id');
  if (typeof id === 'string') return id;
  throw new TrivetError(
    'not-the-api',
    Exit.unreachable,
    `the server did not report the ID of workspace ${text}`,
  );
};

/** The name of a workspace with its organization, or its ID. */
export const fullAddress = (
  text: string,
  organization: string | undefined,
  by: 'id' | 'name' | undefined,
): { readonly isId: boolean; readonly text: string } => {
  const address = parseAddress(text, by);
  return address.by === 'id'
    ? { isId: true, text: address.id }
    : { isId: false, text: `${address.organization ?? organization ?? ''}/${address.name}` };
};

/** The parameters that are workspace addresses: few operations have one. */
const addressesOf = perObject(({ parameters }: Operation): readonly string[] =>
  Object.keys(parameters).filter((key) => parameters[key]?.resolve === 'workspace'),
);

/** The input with every workspace address of the operation's `resolve` parameters as an ID. */
export const resolveNames = (
  session: Session,
  operation: Operation,
  input: InputRecord,
  by: 'id' | 'name' | undefined,
): InputRecord | Promise<InputRecord> => {
  const addresses = addressesOf(operation);
  const [address] = addresses;
  if (address === undefined) return input;
  const value = input[address];
  if (addresses.length > 1 || typeof value !== 'string') return withIds(session, addresses, input, by);
  // A single address, usually an ID: nothing is looked up or awaited.
  const id = idOf(session, value, by);
  if (id === value) return input;
  return whenReady(id, (found) => ({ ...input, [address]: found }));
};

const withIds = async (
  session: Session,
  addresses: readonly string[],
  input: InputRecord,
  by: 'id' | 'name' | undefined,
): Promise<InputRecord> => {
  const resolved: Record<string, InputValue | undefined> = { ...input };
  for (const key of addresses) {
    const value = input[key];
    if (typeof value === 'string') resolved[key] = await idOf(session, value, by);
    else if (Array.isArray(value)) {
      const ids: string[] = [];
      for (const one of value) ids.push(await idOf(session, String(one), by));
      resolved[key] = ids;
    }
  }
  return resolved;
};
