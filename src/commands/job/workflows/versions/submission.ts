import { own } from '../../../../documents/json/json.ts';
import type { submission } from '../../operations/history.ts';
import { show } from '../../operations/show.ts';
import { changed, singleWith } from '../../../../run/single/single.ts';
import type { OperationContext } from '../../../../run/single/workflow.ts';

type Submission = OperationContext<typeof submission, { readonly version?: number | bigint | undefined }>;

export default singleWith<Submission>({
  before: async ({ session, input }) => {
    if (input.version !== undefined) return;
    const { document } = await session.lookUp(show, { job_id: input.job_id });
    const current = own(document, 'Version');
    return { input: changed(input, { version: typeof current === 'number' ? current : 0 }) };
  },
});
