/** Credentials from a role of the cloud engine: said before what the server would do silently, and after what to know. */
import { own } from '../../model/json.ts';
import type { GivenOf } from '../../model/operation.ts';
import { creds } from '../../operations/cloud/creds.ts';
import { leaseOf } from '../lease-note.ts';
import { singleWith } from '../single.ts';

/** Characters of a session name that are kept (document 2 §8). */
const longestSessionName = 64;

export default singleWith<Pick<GivenOf<typeof creds>, 'role_session_name'>>({
  before: async ({ session, input }) => {
    const { name: product } = await session.product('secrets');
    // OpenBao passes a longer one on, and it is refused: a rule says so.
    if (product !== 'openbao' && (input.role_session_name?.length ?? 0) > longestSessionName) {
      session.reporter.note(`role_session_name is truncated to ${longestSessionName} characters`);
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
