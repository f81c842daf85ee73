/** Whether a person reads a sentence after a change, in place of a record. */
import { isObject, own } from '../model/json.ts';
import { isForPeople } from '../render/options.ts';
import type { Outcome } from '../runtime/session.ts';
import type { WorkflowContext } from './workflow.ts';

/** True where the change is reported in a sentence: on a terminal, where nothing else was asked for. */
export const speaks = ({ session, presenter }: WorkflowContext, { operation, document }: Outcome): boolean =>
  operation.done !== undefined &&
  session.globals.output === undefined &&
  isForPeople(presenter.options) &&
  // A wrapped reply is its token.
  !isObject(own(document, 'wrap_info'));
