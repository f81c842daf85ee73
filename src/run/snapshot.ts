import type { Json, JsonObject } from '../documents/json/json.ts';
import { fieldsOf } from '../catalogue/view.ts';
import { Exit, TrivetError } from '../system/error.ts';
import { inputOfRead } from '../catalogue/operation.ts';
import type { InputOf, Operation, Read } from '../catalogue/operation.ts';
import type { InputRecord } from '../catalogue/parameter.ts';
import type { CallOptions, Session } from './session/session.ts';
import type { Outcome } from './session/outcome.ts';
import { serviceOf } from '../services/index.ts';
import { lacksPlace } from '../services/outcome.ts';

export type Snapshot =
  | { readonly kind: 'data'; readonly data: JsonObject }
  | { readonly kind: 'none' }
  /** The token may not read it. */
  | { readonly kind: 'unreadable' };

/** For a look after the answer; null if it does not exist. */
export const comparedSettings = (show: Operation, found: Snapshot): Json => {
  if (found.kind !== 'data') return found.kind;
  const fields = fieldsOf(show.view);
  return Object.fromEntries(Object.entries(found.data).filter(([key]) => fields[key]?.readOnly !== true));
};

type Reader = Pick<Session, 'lookUp'>;

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
    const outcome = await session.lookUp(operation, input, { mayBeAbsent: true, ...options });
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
    const { document, operation: sent } = outcome;
    const [data] = serviceOf(sent.service).readItems(document, sent.view);
    return data === undefined ? { kind: 'none' } : { kind: 'data', data };
  } catch (error) {
    if (error instanceof TrivetError && error.code === 'denied') return { kind: 'unreadable' };
    throw error;
  }
};
