/** Credentials of a static role: an empty password is explained. */
import { at, own } from '../../model/json.ts';
import { showReply } from '../reply.ts';
import { textIn } from '../input-text.ts';
import { mountFlag } from '../mount-flag.ts';
import { forOperation } from '../workflow.ts';

export default forOperation(async (context) => {
  const { session, operation, input, options, spoken } = context;
  const outcome = await session.call(operation, input, options);
  await showReply(context, outcome);
  const data = own(outcome.document, 'data');
  if (data !== undefined && data !== null && (at(data, 'password') ?? '') === '') {
    session.reporter.note(
      'the password is not known to the service: the rotation at import was skipped. It is there after the first ' +
        `rotation, or now: trivet ldap static-role rotate ${textIn(input, 'role_name')}${mountFlag(spoken)}`,
    );
  }
  return 0;
});
