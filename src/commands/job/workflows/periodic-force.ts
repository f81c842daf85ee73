import { fillTemplate } from '../../../services/context.ts';
import { singleWith } from '../../../run/single/single.ts';
import { suggest } from '../../../run/suggest.ts';

export default singleWith({
  after: (_, { session, input }) => {
    const listed = fillTemplate('job list --prefix {job_id}/periodic-', input);
    session.reporter.note(`its instances: ${suggest(session, listed)}`);
  },
});
