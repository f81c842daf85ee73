/** Reads the state of an object as it is now. */
import { TrivetError } from '../../model/error.ts';
import type { Operation, State } from '../../model/catalogue/operation.ts';
import type { Session } from '../../engine/session/session.ts';
import { inputOfRead } from '../../receipts/recorder.ts';
import type { RecordedChange } from '../../receipts/read.ts';
import { stateIn } from '../../receipts/state.ts';
import { namespaceIn, serviceOf } from '../../services/index.ts';

/** Undefined where nothing takes the operation back, or where the state cannot be read. */
export const readNow = async (
  session: Session,
  operation: Operation,
  { input, namespace }: Pick<RecordedChange, 'input' | 'namespace'>,
): Promise<State | undefined> => {
  const { undo } = operation;
  if (undo === undefined) return undefined;
  const { reads } = undo;
  try {
    const { document, product } = await session.lookUp(
      reads,
      { ...inputOfRead(reads, input), ...undo.with },
      // Without one the change was in the root, whatever the settings of this run are.
      { mayBeAbsent: true, headers: namespaceIn(reads.service, namespace ?? '') },
    );
    const items = document === null ? [] : serviceOf(reads.service).readItems(document, reads.view);
    return stateIn(operation, undo, items, input, product);
  } catch (error) {
    if (!(error instanceof TrivetError) || session.signal.aborted) throw error;
    return undefined;
  }
};
