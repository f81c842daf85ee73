/** Rotation of the root access key: the provider needs some seconds to know the new one. */
import { singleWith } from '../single.ts';

export default singleWith({
  after: (_, { session }) =>
    session.reporter.note('calls of the service to the provider may fail for a few seconds'),
});
