/** Revokes a lease, and reports whether that is done or queued. */
import type { revoke } from '../operations.ts';
import { dropCredentials } from '../../../profiles/kept-credentials.ts';
import { warnOf } from '../../../workflows/reply.ts';
import { singleWith } from '../../../workflows/single.ts';
import type { OperationContext } from '../../../workflows/workflow.ts';

export default singleWith<OperationContext<typeof revoke>>({
  before: ({ session, input: { lease_id: lease = '' } }) => {
    if (/\/library\/.+\/check-out\//.test(lease)) {
      session.reporter.note(
        'this lease belongs to a check-out: if its account was checked in by name since, the next borrower can lose it now',
      );
    }
    if (/\/sts\//.test(lease)) {
      session.reporter.note(
        'credentials of a token service cannot be revoked: they stay valid until they expire',
      );
    }
  },
  show: async (outcome, context) => {
    warnOf(context, outcome);
    await context.presenter.show(outcome);
  },
  after: async ({ response }, { session, input: { lease_id: lease = '', sync } }) => {
    await dropCredentials(session.world, { lease });
    const isQueued = response.status === 202 || sync === false;
    session.reporter.note(
      isQueued ? `the revocation of lease ${lease} is queued` : `lease ${lease} is revoked`,
    );
  },
});
