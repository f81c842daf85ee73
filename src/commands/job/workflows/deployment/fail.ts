import { readBackAs } from '../../../../services/proof.ts';
import { Exit, TrivetError } from '../../../../system/error.ts';
import type { GivenInput } from '../../../../catalogue/parameter.ts';
import { own } from '../../../../documents/json/json.ts';
import { changed, singleWith } from '../../../../run/single/single.ts';
import type { OperationContext } from '../../../../run/single/workflow.ts';
import type { fail, foundDeployment } from '../../operations/deployment.ts';
import { jobOf } from '../../job-at.ts';
import { activeDeployment, decidedDeployment } from './active.ts';

type Context = OperationContext<typeof fail, GivenInput<typeof foundDeployment>>;

export default singleWith<Context>({
  before: async (context) => {
    const { id } = await activeDeployment(context.session, jobOf(context.input), context.input.deployment_id);
    return { input: changed(context.input, { deployment_id: id }) };
  },
  settle: async (outcome, context) => {
    const after = await decidedDeployment(context.session, jobOf(context.input), context.input.deployment_id);
    if (after.status === 'failed') return outcome;
    const failure = new TrivetError(
      'without-effect',
      Exit.failed,
      `the server accepted the request, but deployment ${after.id.slice(0, 8)} is ${after.status}`,
    );
    throw readBackAs('nothing', failure);
  },
  after: ({ document }, { session, input }) => {
    const version = own(document, 'RevertedJobVersion');
    session.reporter.note(
      typeof version === 'number'
        ? `job ${input.job_id} was reverted to version ${version}`
        : `job ${input.job_id} keeps its version`,
    );
  },
});
