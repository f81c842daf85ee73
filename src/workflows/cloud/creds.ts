/** Credentials from a role of the cloud engine: said before what the server would do silently, and after what to know. */
import { own } from '../../model/json.ts';
import type { GivenOf } from '../../model/operation.ts';
import { creds } from '../../operations/cloud/creds.ts';
import { leaseOf } from '../lease-note.ts';
import { singleWith } from '../single.ts';

export default singleWith<Pick<GivenOf<typeof creds>, 'role_session_name'>>({
  before: async ({ session, input }) => {
    const { keptOfSessionName: kept } = await session.product('secrets');
    if (kept !== undefined && (input.role_session_name?.length ?? 0) > kept) {
      session.reporter.note(`role_session_name is truncated to ${kept} characters`);
    }
  },
  after: (outcome, { session, operation }) => {
    const token = own(own(outcome.document, 'data'), 'security_token') ?? '';
    if (operation.id === creds.id && leaseOf(outcome) !== undefined && token === '') {
      session.reporter.note(
        'a new user is known to the provider after 5 to 15 seconds; until then its keys fail',
      );
    }
  },
});
