/** Reads the state of an object as it is now. */
import { TrivetError } from '../../system/error.ts';
import { inputOfRead } from '../../catalogue/operation.ts';
import type { Operation, State } from '../../catalogue/operation.ts';
import type { Session } from '../../run/session/session.ts';
import type { RecordedChange } from '../../run/log/change-log.ts';
import { stateIn } from '../../run/log/state.ts';
import { namespaceIn, serviceOf } from '../../services/index.ts';

/** The state, none where the object does not exist, or why it could not be read; undefined where nothing takes the operation back. */
export const readNow = async (
  session: Session,
  operation: Operation,
  { input, namespace }: Pick<RecordedChange, 'input' | 'namespace'>,
): Promise<State | TrivetError | undefined> => {
  const { undo, shows } = operation;
  if (undo === undefined || shows === undefined) return undefined;
  try {
    const { document, product } = await session.lookUp(
      shows,
      inputOfRead(shows, input),
      // Without one the change was in the root, whatever the settings of this run are.
      { mayBeAbsent: true, headers: namespaceIn(shows.service, namespace ?? '') },
    );
    const items = document === null ? [] : serviceOf(shows.service).readItems(document, shows.view);
    return stateIn(operation, { items, product }, input);
  } catch (error) {
    if (!(error instanceof TrivetError) || session.signal.aborted) throw error;
    return error;
  }
};
