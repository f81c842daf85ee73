/** Reads the state of an object as it is now. */
import { TrivetError } from '../../system/error.ts';
import { inputOfRead } from '../../catalogue/operation.ts';
import type { Operation, Read, State } from '../../catalogue/operation.ts';
import type { JsonObject } from '../../documents/json/json.ts';
import type { Product } from '../../services/product.ts';
import type { Session } from '../../engine/session/session.ts';
import type { RecordedChange } from '../../receipts/change-log.ts';
import { stateIn } from '../../receipts/state.ts';
import { namespaceIn, serviceOf } from '../../services/index.ts';

interface ReadItems {
  readonly items: readonly JsonObject[];
  readonly product: Product;
}

/** The items of a read of the object of a change, none where it does not exist; or why they could not be read. */
export const itemsNow = async (
  session: Session,
  reads: Read,
  { input, namespace }: Pick<RecordedChange, 'input' | 'namespace'>,
): Promise<ReadItems | TrivetError> => {
  try {
    const { document, product } = await session.lookUp(
      reads,
      inputOfRead(reads, input),
      // Without one the change was in the root, whatever the settings of this run are.
      { mayBeAbsent: true, headers: namespaceIn(reads.service, namespace ?? '') },
    );
    const items = document === null ? [] : serviceOf(reads.service).readItems(document, reads.view);
    return { items, product };
  } catch (error) {
    if (!(error instanceof TrivetError) || session.signal.aborted) throw error;
    return error;
  }
};

/** The state, or why it could not be read; undefined where nothing takes the operation back. */
export const readNow = async (
  session: Session,
  operation: Operation,
  change: Pick<RecordedChange, 'input' | 'namespace'>,
): Promise<State | TrivetError | undefined> => {
  const { undo, shows } = operation;
  if (undo === undefined || shows === undefined) return undefined;
  const read = await itemsNow(session, shows, change);
  return read instanceof TrivetError ? read : stateIn(operation, read, change.input);
};
