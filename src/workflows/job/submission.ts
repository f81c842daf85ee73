/** The source of a version, by default of the current one. */
import { own } from '../../model/json.ts';
import type { GivenOf, Operation } from '../../model/operation.ts';
import type { submission } from '../../operations/job/history.ts';
import { show } from '../../operations/job/show.ts';
import { singleWith } from '../single.ts';
import type { OperationContext } from '../workflow.ts';

/** Looks up the version where none was given. */
type SubmissionInput = Omit<GivenOf<typeof submission>, 'version'> & {
  readonly version?: number | bigint | undefined;
};

export default singleWith<OperationContext<Operation, SubmissionInput>>({
  before: async ({ session, input }) => {
    if (input.version !== undefined) return;
    const { document } = await session.lookUp(show, { job_id: input.job_id });
    const current = own(document, 'Version');
    return { input: { ...input, version: typeof current === 'number' ? current : 0 } };
  },
});
