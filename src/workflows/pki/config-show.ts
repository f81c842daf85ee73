/** CRL and URL configuration: older servers answer 404 until it was set, which is no failure. */
import { Exit, TrivetError } from '../../model/error.ts';
import { mountOf, withMount } from './existing-ca.ts';
import { showReply } from '../reply.ts';
import { forOperation } from '../workflow.ts';

export default forOperation(async (context) => {
  const { session, presenter, operation, input, options } = context;
  try {
    await showReply(context, await session.call(operation, input, options));
  } catch (error) {
    // A missing mount says so; nothing there says nothing.
    const unset = error instanceof TrivetError && error.exit === Exit.notFound && error.details.server === '';
    if (!unset) throw error;
    const mount = mountOf(await withMount(context));
    await presenter.showDocument(operation.view, null, []);
    session.reporter.note(
      operation.id === 'pki.urls.show'
        ? `no URLs are set in ${mount}`
        : `nothing is set in ${mount}: the CRL is enabled, with an expiry of 72h`,
    );
  }
  return 0;
});
