import { textAt } from '../../documents/json/json.ts';
import { failOnWarning } from '../presenter/presenter.ts';
import type { Outcome } from '../session/outcome.ts';
import { fillText } from '../../services/context.ts';
import { serviceOf } from '../../services/index.ts';
import { paintedMark, sentenceOf } from './done.ts';
import { printsSentence } from './prints-sentence.ts';
import type { OperationContext } from './workflow.ts';

export const warnOf = ({ session }: Pick<OperationContext, 'session'>, outcome: Outcome): void => {
  for (const text of serviceOf(outcome.operation.service).readWarnings(outcome.document))
    session.reporter.warn(text, text);
};

/** Returns `[prod] ` after a change to a protected server, else an empty text. */
const markOf = async ({ session }: OperationContext, { operation }: Outcome): Promise<string> => {
  if (operation.effect === 'read') return '';
  const { protection } = await session.endpoint(operation.service);
  return protection === undefined ? '' : `[${protection.name}] `;
};

/**
 * Prints warnings, then the reply or, on a terminal, the sentence about the change. It does not apply
 * `--fail-on-warning`.
 * @param done replaces the operation's sentence
 */
export const showOutcome = async (
  context: OperationContext,
  outcome: Outcome,
  done = outcome.operation.doneText,
): Promise<void> => {
  const { session, presenter, spoken } = context;
  warnOf(context, outcome);
  // Most replies have no lease, so the file is loaded late.
  if (textAt(outcome.document, 'lease_id')) {
    const { noteLease, termOf, warnOfCut, warnOfLastRequest } = await import('./lease-note.ts');
    warnOfCut(session, outcome, spoken['ttl']);
    const term = await termOf(session, outcome);
    noteLease(session, outcome, term);
    warnOfLastRequest(session, outcome, term);
  }
  if (done !== undefined && printsSentence(context, outcome)) {
    const said = sentenceOf(context, outcome, done);
    await presenter.write(`${await paintedMark(context, await markOf(context, outcome))}${said}`);
  } else await presenter.show(outcome);
  const { view } = outcome.operation;
  if (view.kind === 'message' && !session.globals.quiet)
    session.reporter.note(
      `${await markOf(context, outcome)}${fillText(view.text, { ...outcome.input, ...spoken })}`,
    );
};

/** Prints a reply and applies `--fail-on-warning`, as most workflows do at their end. */
export const showReply = async (context: OperationContext, outcome: Outcome): Promise<void> => {
  await showOutcome(context, outcome);
  failOnWarning(context.session);
};
