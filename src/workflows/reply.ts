/** The ordinary end of a command: warnings to stderr, the view to stdout. */
import { isObject, own } from '../model/json.ts';
import { masks } from '../render/options.ts';
import { failOnWarning } from '../runtime/presenter.ts';
import type { Outcome } from '../runtime/session.ts';
import { fillText } from '../services/context.ts';
import { serviceOf } from '../services/index.ts';
import { sentenceOf, speaks } from './done.ts';
import { noteLease } from './lease-note.ts';
import type { WorkflowContext } from './workflow.ts';

export const warnOf = ({ session }: WorkflowContext, outcome: Outcome): void => {
  for (const text of serviceOf(outcome.operation.service).readWarnings(outcome.document))
    session.reporter.warn(text, text);
};

/** A wrapping token that a table hides is lost, and with it what was done: it is sent once. */
const noteWrapped = ({ session, presenter }: WorkflowContext, { document }: Outcome): void => {
  if (!masks(presenter.options) || !isObject(own(document, 'wrap_info'))) return;
  session.reporter.note(
    'the wrapping token is hidden here and is not sent again: next time give --field token, -o json or --reveal',
  );
};

/**
 * Warnings, then the reply, of a change on a terminal its sentence; a message of the view goes to stderr. What
 * `--fail-on-warning` asks for is not yet done.
 * @param done the sentence where it is not the one of the operation
 */
export const showOutcome = async (
  context: WorkflowContext,
  outcome: Outcome,
  done = outcome.operation.done,
): Promise<void> => {
  const { session, presenter, spoken } = context;
  warnOf(context, outcome);
  noteLease(session, outcome);
  if (done !== undefined && speaks(context, outcome))
    await presenter.write(sentenceOf(context, outcome, done));
  else await presenter.show(outcome);
  noteWrapped(context, outcome);
  const { view } = outcome.operation;
  if (view.kind === 'message') session.reporter.note(fillText(view.text, { ...outcome.input, ...spoken }));
};

/** The end of a workflow that says nothing more. */
export const showReply = async (context: WorkflowContext, outcome: Outcome): Promise<void> => {
  await showOutcome(context, outcome);
  failOnWarning(context.session);
};
