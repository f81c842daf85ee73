/** The provider needs some seconds to accept the new key. */
import { singleWith } from '../../../run/single/single.ts';

export default singleWith({
  after: (_, { session }) =>
    session.reporter.note('calls from the secrets server to the provider can fail for a few seconds'),
});
