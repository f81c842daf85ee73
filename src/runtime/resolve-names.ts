/** Names where the API takes only ids: one exact show each, never a fuzzy search. */
import { at } from '../model/json.ts';
import { Exit, TrivetError } from '../model/error.ts';
import type { Operation } from '../model/operation.ts';
import type { InputRecord, InputValue } from '../model/parameter.ts';
import { parseAddress } from '../services/address.ts';
import type { Session } from './session.ts';

const idOf = async (session: Session, text: string, by: 'id' | 'name' | undefined): Promise<string> => {
  const address = parseAddress(text, by);
  if (address.by === 'id') return address.id;
  const { showByName } = await import('../operations/workspace/show.ts');
  const { document } = await session.lookUp(showByName, {
    organization_name: address.organization,
    name: address.name,
  });
  const id = at(document, 'data', 'id');
  if (typeof id === 'string') return id;
  throw new TrivetError(
    'not-the-api',
    Exit.unreachable,
    `the server does not say the ID of workspace ${text}`,
  );
};

/** The input with every workspace address of the operation's `resolve` parameters as an id. */
export const resolveNames = async (
  session: Session,
  operation: Operation,
  input: InputRecord,
  by: 'id' | 'name' | undefined,
): Promise<InputRecord> => {
  const resolved: Record<string, InputValue | undefined> = { ...input };
  for (const [key, parameter] of Object.entries(operation.parameters)) {
    const value = input[key];
    if (parameter.resolve !== 'workspace' || value === undefined || value === null) continue;
    if (typeof value === 'string') resolved[key] = await idOf(session, value, by);
    else if (Array.isArray(value)) {
      const ids: string[] = [];
      for (const one of value) ids.push(await idOf(session, String(one), by));
      resolved[key] = ids;
    }
  }
  return resolved;
};
