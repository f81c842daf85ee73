/** Older servers reply 404 until the configuration is set. */
import { TrivetError } from '../../system/error.ts';
import { show as showUrls } from '../../commands/pki/operations/urls.ts';
import { single } from '../../run/single/single.ts';
import type { OperationContext } from '../../run/single/workflow.ts';
import { mountOf } from './existing-ca.ts';

export default async (context: OperationContext): Promise<number> => {
  const { session, presenter, operation, spoken } = context;
  try {
    return await single(context);
  } catch (error) {
    // The reply names a missing mount.
    const unset =
      error instanceof TrivetError && error.code === 'not-found' && error.details.server === undefined;
    if (!unset) throw error;
    const mount = mountOf(spoken);
    await presenter.showDocument(operation.view, null, []);
    session.reporter.note(
      operation.id === showUrls.id
        ? `no URLs are set in ${mount}`
        : `nothing is set in ${mount}: the CRL is enabled, with an expiry of 72h`,
    );
    return 0;
  }
};
