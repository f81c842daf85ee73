/** Revocation of a lease: says what kind of success it is. */
import { textIn } from '../input-text.ts';
import { failOnWarning } from '../../runtime/presenter.ts';
import { warnOf } from '../reply.ts';
import { forOperation } from '../workflow.ts';

export default forOperation(async (context) => {
  const { session, presenter, operation, input, options } = context;
  const lease = textIn(input, 'lease_id');
  if (/\/library\/.+\/check-out\//.test(lease)) {
    session.reporter.note(
      'this lease is of a check-out: when its account was checked in by name since, somebody else may lose it now',
    );
  }
  if (/\/sts\//.test(lease)) {
    session.reporter.note(
      'credentials of a token service cannot be revoked: they stay valid until they expire',
    );
  }
  const outcome = await session.call(operation, input, options);
  warnOf(context, outcome);
  await presenter.show(outcome);
  session.reporter.note(
    input['sync'] === true
      ? `lease ${lease} is revoked; an unknown one is a success too`
      : `the revocation of lease ${lease} is queued; --sync waits for it`,
  );
  failOnWarning(session);
  return 0;
});
