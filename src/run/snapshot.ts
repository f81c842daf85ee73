import type { Json, JsonObject } from '../documents/json/json.ts';
import { fieldsOf } from '../catalogue/view.ts';
import { Exit, TrivetError } from '../system/error.ts';
import { inputOfRead, undoOf } from '../catalogue/operation.ts';
import type { InputOf, Operation, Read, State } from '../catalogue/operation.ts';
import type { InputRecord } from '../catalogue/parameter.ts';
import { stateIn } from './log/state.ts';
import type { CallOptions, Session } from './session/session.ts';
import type { Outcome } from './session/outcome.ts';
import { hasMore, replyOf } from './session/outcome.ts';
import { lacksPlace } from '../services/outcome.ts';

export type Snapshot =
  | { readonly kind: 'data'; readonly data: JsonObject }
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable' };

export const comparedSettings = (show: Operation, found: Snapshot): Json => {
  if (found.kind !== 'data') return found.kind;
  const fields = fieldsOf(show.view);
  return Object.fromEntries(Object.entries(found.data).filter(([key]) => fields[key]?.readOnly !== true));
};

type Reader = Pick<Session, 'readPage' | 'signal'>;

/**
 * Undefined if the object does not exist.
 * @throws TrivetError for other failures, including a missing mount or namespace
 */
export const unlessMissing = async <O extends Read>(
  session: Reader,
  operation: O,
  input: InputOf<O>,
  options?: CallOptions,
): Promise<Outcome | undefined> => {
  try {
    const outcome = await session.readPage(operation, input, { mayBeAbsent: true, ...options });
    return outcome.response.status === 404 ? undefined : outcome;
  } catch (error) {
    if (error instanceof TrivetError && error.exit === Exit.notFound && !lacksPlace(error)) return undefined;
    throw error;
  }
};

/** @throws TrivetError for every failure except "not found" and "not allowed" */
export const snapshot = async (
  session: Reader,
  show: Read,
  input: InputRecord,
  options?: CallOptions,
): Promise<Snapshot> => {
  try {
    const outcome = await unlessMissing(session, show, inputOfRead(show, input), options);
    if (outcome === undefined) return { kind: 'none' };
    const [data] = replyOf(outcome).items;
    return data === undefined ? { kind: 'none' } : { kind: 'data', data };
  } catch (error) {
    if (error instanceof TrivetError && error.code === 'denied') return { kind: 'unreadable' };
    throw error;
  }
};

export interface StateNow {
  readonly state: State;
  readonly input: InputRecord;
}

/**
 * Reads the present state of a change's object; null if it does not exist.
 * @returns an error if it could not be read; undefined if nothing takes the operation back
 */
export const stateNow = async (
  session: Reader,
  operation: Operation,
  input: InputRecord,
  options?: CallOptions,
): Promise<StateNow | TrivetError | undefined> => {
  const { objectRead } = operation;
  const undo = undoOf(operation);
  if (undo === undefined || objectRead === undefined) return undefined;
  try {
    const read = await session.readPage(objectRead, inputOfRead(objectRead, input), {
      mayBeAbsent: true,
      ...options,
    });
    // A first page can look like all of a shorter list.
    if (hasMore(read))
      return new TrivetError('not-supported', Exit.unavailable, 'its list has more than one page');
    const shown = replyOf(read);
    const whole = { ...undo.inputFromItems?.(shown.items), ...input };
    return { state: stateIn(operation, shown, whole), input: whole };
  } catch (error) {
    if (!(error instanceof TrivetError) || session.signal.aborted) throw error;
    return error;
  }
};
