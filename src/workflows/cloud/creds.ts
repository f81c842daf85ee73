/** Credentials from a role of the cloud engine: said before what the server would do silently, and after what to know. */
import { own } from '../../model/json.ts';
import { leaseOf } from '../lease-note.ts';
import { showReply } from '../reply.ts';
import { textIn } from '../input-text.ts';
import { forOperation } from '../workflow.ts';

/** Characters of a session name that are kept (document 2 §8). */
const longestSessionName = 64;

export default forOperation(async (context) => {
  const { session, operation, input, options } = context;
  const { name: product } = await session.product('secrets');
  // OpenBao passes a longer one on, and it is refused: a rule says so.
  if (product !== 'openbao' && textIn(input, 'role_session_name').length > longestSessionName) {
    session.reporter.note(`role_session_name is truncated to ${longestSessionName} characters`);
  }
  const outcome = await session.call(operation, input, options);
  await showReply(context, outcome);
  const token = own(own(outcome.document, 'data'), 'security_token') ?? '';
  if (operation.id === 'cloud.creds' && leaseOf(outcome) !== undefined && token === '') {
    session.reporter.note(
      'a new user is known to the provider after 5 to 15 seconds; until then its keys fail',
    );
  }
  return 0;
});
