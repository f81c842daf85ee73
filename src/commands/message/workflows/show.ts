/** json and yaml print the text as sent, other formats decoded and with a status. */
import type { Outcome } from '../../../run/session/outcome.ts';
import { readableDocument } from './text.ts';
import { sentenceOf } from '../../../run/single/done.ts';
import { warnOf } from '../../../run/single/reply.ts';
import { singleWith } from '../../../run/single/single.ts';
import { printsSentence } from '../../../run/single/prints-sentence.ts';
import type { OperationContext } from '../../../run/single/workflow.ts';
import { traitsOf } from '../../../output/formats/formats.ts';

export const showMessage = async (outcome: Outcome, context: OperationContext): Promise<void> => {
  const { presenter } = context;
  const { doneText } = outcome.operation;
  const { format, query, field, fields } = presenter.options;
  const asServed =
    query !== undefined ||
    (traitsOf(format).document !== undefined && field === undefined && fields === undefined);
  warnOf(context, outcome);
  if (doneText !== undefined && printsSentence(context, outcome)) {
    await presenter.write(sentenceOf(context, outcome, doneText));
    return;
  }
  await presenter.show(
    outcome,
    asServed ? {} : { document: readableDocument(outcome.document, presenter.options.now) },
  );
};

export default singleWith({ show: showMessage });
