/**
 * Lists and shows messages: json and yaml as the server sent them, every other format decoded and with a status.
 */
import type { Outcome } from '../../../engine/session/outcome.ts';
import { readableDocument } from './text.ts';
import { sentenceOf } from '../../../engine/single/done.ts';
import { warnOf } from '../../../engine/single/reply.ts';
import { singleWith } from '../../../engine/single/single.ts';
import { speaks } from '../../../engine/single/speaks.ts';
import type { OperationContext } from '../../../engine/single/workflow.ts';
import { traitsOf } from '../../../output/formats/formats.ts';

export const showMessage = async (outcome: Outcome, context: OperationContext): Promise<void> => {
  const { presenter } = context;
  const { done } = outcome.operation;
  const { format, query, field, fields } = presenter.options;
  const asServed =
    query !== undefined ||
    (traitsOf(format).document !== undefined && field === undefined && fields === undefined);
  warnOf(context, outcome);
  if (done !== undefined && speaks(context, outcome)) {
    await presenter.write(sentenceOf(context, outcome, done));
    return;
  }
  await presenter.show(
    outcome,
    asServed ? {} : { document: readableDocument(outcome.document, presenter.options.now) },
  );
};

export default singleWith({ show: showMessage });
