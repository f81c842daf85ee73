import type { revoke } from '../operations.ts';
import { dropCredentials } from '../../../config/kept-credentials.ts';
import { warnOf } from '../../../run/single/reply.ts';
import { at, numberAt, own, textAt } from '../../../documents/json/json.ts';
import { singleWith } from '../../../run/single/single.ts';
import type { OperationContext } from '../../../run/single/workflow.ts';

/** Seconds: a lease that is about to end is not renewable, whatever it gave. */
const endsAt = 5;

export default singleWith<OperationContext<typeof revoke>>({
  before: ({ session, found, input: { lease_id: lease = '' } }) => {
    if (/\/library\/.+\/check-out\//.test(lease)) {
      session.reporter.note(
        'this lease belongs to a check-out: if its account was checked in by name since, the next borrower can lose it now',
      );
    }
    // The users of a role can be renewed, until their lease is about to end.
    const data = at(found?.document, 'data');
    const path = textAt(data, 'path') ?? lease;
    const isUser = own(data, 'renewable') === true;
    const lasts = (numberAt(data, 'ttl') ?? 0) >= endsAt;
    if (!isUser && (/\/sts\//.test(path) || (lasts && /\/creds\//.test(path)))) {
      const end = textAt(data, 'expire_time')?.replace(/\.\d+/, '');
      session.reporter.warn(
        `keys of a token service cannot be revoked: they stay valid until ${end ?? 'they expire'}`,
      );
    }
  },
  show: async (outcome, context) => {
    warnOf(context, outcome);
    await context.presenter.show(outcome);
  },
  after: async ({ response }, { session, input: { lease_id: lease = '', sync } }) => {
    await dropCredentials(session.io, { lease });
    const isQueued = response.status === 202 || sync === false;
    session.reporter.note(
      isQueued ? `the revocation of lease ${lease} is queued` : `lease ${lease} is revoked`,
    );
  },
});
