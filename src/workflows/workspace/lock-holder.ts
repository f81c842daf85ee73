/** Whether a workspace is locked, who holds the lock and why, as far as the server reports it. */
import type { Json } from '../../model/json.ts';
import { at, isArray, own, textAt } from '../../model/json.ts';
import { TrivetError } from '../../model/error.ts';
import { show } from '../../operations/workspace/show.ts';
import { holderName } from '../../services/resource.ts';
import type { Session } from '../../runtime/session.ts';

interface Lock {
  /** Undefined where it could not be read. */
  readonly locked: boolean | undefined;
  /** `user ada`. */
  readonly holder: string | undefined;
  /** `by user ada (maintenance)`. */
  readonly words: string;
}

const nameOf = (document: Json): string | undefined => {
  const holder = at(document, 'data', 'relationships', 'locked-by', 'data');
  const included = own(document, 'included');
  const id = textAt(holder, 'id');
  return holderName(holder, isArray(included) ? included.find((one) => textAt(one, 'id') === id) : undefined);
};

const unreported = 'the server does not report by whom';

/** Reads the lock; a read that fails leaves it unknown, since it only explains something else. */
export const lockOf = async (session: Session, id: string): Promise<Lock> => {
  try {
    const { document } = await session.lookUp(show, { workspace_id: id, include: ['locked_by'] });
    const attributes = at(document, 'data', 'attributes');
    const reason = textAt(attributes, 'locked-reason') ?? '';
    const locked = own(attributes, 'locked');
    const holder = nameOf(document);
    return {
      locked: typeof locked === 'boolean' ? locked : undefined,
      holder,
      words: `${holder === undefined ? unreported : `by ${holder}`}${reason === '' ? '' : ` (${reason})`}`,
    };
  } catch (error) {
    if (error instanceof TrivetError) return { locked: undefined, holder: undefined, words: unreported };
    throw error;
  }
};
