/** Who holds the lock of a workspace and why, as far as the server tells. */
import type { Json } from '../../model/json.ts';
import { at, isArray, own, textAt } from '../../model/json.ts';
import { TrivetError } from '../../model/error.ts';
import { show } from '../../operations/workspace/show.ts';
import type { Session } from '../../runtime/session.ts';

const nameOf = (document: Json): string | undefined => {
  const holder = at(document, 'data', 'relationships', 'locked-by', 'data');
  const id = textAt(holder, 'id');
  if (id === undefined) return undefined;
  const included = own(document, 'included');
  const found = isArray(included) ? included.find((one) => textAt(one, 'id') === id) : undefined;
  const attributes = own(found, 'attributes');
  const kind = (textAt(holder, 'type') ?? '').replace(/s$/, '');
  return `${kind} ${textAt(attributes, 'username') ?? textAt(attributes, 'name') ?? id}`.trim();
};

const untold = 'by whom is not told by this server';

/** `by user ada (reason)`; never fails: what the look-up cannot tell is said to be not told. */
export const lockHolder = async (session: Session, id: string): Promise<string> => {
  try {
    const { document } = await session.lookUp(show, { workspace_id: id, include: ['locked_by'] });
    const reason = textAt(at(document, 'data', 'attributes'), 'locked-reason');
    const holder = nameOf(document);
    const why = reason === undefined || reason === '' ? '' : ` (${reason})`;
    return `${holder === undefined ? untold : `by ${holder}`}${why}`;
  } catch (error) {
    if (error instanceof TrivetError) return untold;
    throw error;
  }
};
