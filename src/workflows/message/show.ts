/** Messages listed and shown: json and yaml as the server sent them, everything else decoded and with a status. */
import { failOnWarning } from '../../runtime/presenter.ts';
import type { Outcome } from '../../runtime/session.ts';
import { readableDocument } from './text.ts';
import { warnOf } from '../reply.ts';
import { forOperation } from '../workflow.ts';
import type { WorkflowContext } from '../workflow.ts';
import { traitsOf } from '../../render/formats.ts';

export const showMessage = async (context: WorkflowContext, outcome: Outcome): Promise<void> => {
  const { session, presenter } = context;
  const { format, query, field, fields } = presenter.options;
  const asServed =
    query !== undefined ||
    (traitsOf(format).document !== undefined && field === undefined && fields === undefined);
  warnOf(context, outcome);
  await presenter.show(
    outcome,
    asServed ? {} : { document: readableDocument(outcome.document, presenter.options.now) },
  );
  failOnWarning(session);
};

export default forOperation(async (context) => {
  const { session, operation, input, options } = context;
  await showMessage(context, await session.call(operation, input, options));
  return 0;
});
