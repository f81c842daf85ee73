/**
 * Periodic force: the reply names an evaluation and not the instance, so a note has the command that lists
 * instances.
 */
import { serverFlags } from '../../../engine/given-globals.ts';
import { fillTemplate } from '../../../services/context.ts';
import { singleWith } from '../../../engine/single/single.ts';

export default singleWith({
  after: (_, { session, input }) => {
    const listed = fillTemplate('job list --prefix {job_id}/periodic-', input);
    session.reporter.note(`its instances: trivet ${listed}${serverFlags(session.globals)}`);
  },
});
