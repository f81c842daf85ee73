/** Looks up an object before a write that depends on whether it exists. */
import type { JsonObject } from '../../documents/json/json.ts';
import { withSortedKeys } from '../../documents/json/json.ts';
import { writeJson } from '../../documents/json/lossless.ts';
import { fieldsOf } from '../../catalogue/view.ts';
import { Exit, TrivetError } from '../../system/error.ts';
import type { InputOf, Operation } from '../../catalogue/operation.ts';
import type { CallOptions, Session } from '../session/session.ts';
import type { Outcome } from '../session/outcome.ts';
import { serviceOf } from '../../services/index.ts';
import { lacksPlace } from '../../services/outcome.ts';

export type Existing =
  | { readonly kind: 'data'; readonly data: JsonObject }
  | { readonly kind: 'none' }
  /** The token is not allowed to read it. */
  | { readonly kind: 'unreadable' };

/**
 * Refuses a change that a person has confirmed for another state than the one that is there now.
 * @param shown the settings that the person saw; undefined for an object that did not exist
 * @throws TrivetError conflict; nothing was sent
 */
export const refuseIfChanged = async <O extends Operation>(
  session: Reader,
  show: O,
  input: InputOf<O>,
  shown: JsonObject | undefined,
  subject: string,
): Promise<void> => {
  const fields = fieldsOf(show.view);
  const settings = (item: JsonObject | undefined): string =>
    writeJson(
      withSortedKeys(
        Object.fromEntries(Object.entries(item ?? {}).filter(([key]) => fields[key]?.readOnly !== true)),
      ),
    );
  const found = await existing(session, show, input);
  if (
    found.kind !== 'unreadable' &&
    settings(found.kind === 'data' ? found.data : undefined) !== settings(shown)
  )
    throw new TrivetError('conflict', Exit.conflict, `${subject} was changed while the question was open`, {
      effect: 'not-sent',
      reason: 'changed-since',
      hint: 'Give the command again: it shows what is there now.',
    });
};

type Reader = Pick<Session, 'lookUp'>;

/**
 * Returns the reply to a look-up, or undefined where there is no such object.
 * @throws TrivetError for every other failure, including a missing mount or namespace
 */
export const unlessMissing = async <O extends Operation>(
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

/**
 * Returns the item of a look-up.
 * @throws TrivetError for every failure except "not found" and "not allowed"
 */
export const existing = async <O extends Operation>(
  session: Reader,
  operation: O,
  input: InputOf<O>,
): Promise<Existing> => {
  try {
    const outcome = await unlessMissing(session, operation, input);
    if (outcome === undefined) return { kind: 'none' };
    const { document, operation: sent } = outcome;
    const [data] = serviceOf(sent.service).readItems(document, sent.view);
    return data === undefined ? { kind: 'none' } : { kind: 'data', data };
  } catch (error) {
    if (error instanceof TrivetError && error.code === 'denied') return { kind: 'unreadable' };
    throw error;
  }
};
