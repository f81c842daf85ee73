import { isObject, own } from '../../documents/json/json.ts';
import { isForPeople } from '../../output/formats/options.ts';
import type { Outcome } from '../session/outcome.ts';
import type { OperationContext } from './workflow.ts';

/** Whether a sentence replaces the record after a change: on a terminal, unless other output was requested. */
export const printsSentence = (
  { session, presenter }: OperationContext,
  { operation, document }: Outcome,
): boolean =>
  operation.doneText !== undefined &&
  session.globals.output === undefined &&
  isForPeople(presenter.options) &&
  // Of a wrapped reply only the token is known.
  !isObject(own(document, 'wrap_info'));
