/** The source of a version, by default of the current one. */
import { own } from '../../../../model/json/json.ts';
import type { GivenOf } from '../../../../model/catalogue/operation.ts';
import type { submission } from '../../operations/history.ts';
import { show } from '../../operations/show.ts';
import { singleWith } from '../../../../workflows/single.ts';

/** Looks up the version where none was given. */
type SubmissionInput = Omit<GivenOf<typeof submission>, 'version'> & {
  readonly version?: number | bigint | undefined;
};

export default singleWith<SubmissionInput>({
  before: async ({ session, input }) => {
    if (input.version !== undefined) return;
    const { document } = await session.lookUp(show, { job_id: input.job_id });
    const current = own(document, 'Version');
    return { input: { ...input, version: typeof current === 'number' ? current : 0 } };
  },
});
