/** Reads the current version first, which the request does not know. */
import { Exit, TrivetError } from '../../../../system/error.ts';
import { own } from '../../../../documents/json/json.ts';
import type { stable } from '../../operations/change.ts';
import type { submission } from '../../operations/history.ts';
import { show } from '../../operations/show.ts';
import { asSent } from '../../../../http/request.ts';
import { plainText } from '../../../../output/text/value.ts';
import { shellWord } from '../../../../catalogue/text/shell-words.ts';
import { changed, singleWith } from '../../../../run/single/single.ts';
import type { OperationContext } from '../../../../run/single/workflow.ts';
import { suggest } from '../../../../run/suggest.ts';

/** A version whose mark changes becomes current. */
export const marked = singleWith<OperationContext<typeof stable, { readonly force?: boolean | undefined }>>({
  before: async ({ session, operation, input, options }) => {
    const { job_id: id, JobVersion: wanted = '', Stable: mark } = asSent(operation, input, options);
    const sent = { input: mark === undefined ? changed(input, { Stable: true }) : input };
    if (input.force === true) return sent;
    const { document } = await session.lookUp(show, { job_id: id });
    const [current, version] = [plainText(own(document, 'Version')), wanted.toString()];
    if (current === version) return sent;
    const back = suggest(session, `job revert ${shellWord(id)} ${version}`);
    throw new TrivetError(
      'not-current',
      Exit.refused,
      `version ${version} is not the current version of ${id}, which is ${current}: marking it would make it current`,
      { hint: `To mark it anyway, use --force. To go back to it: ${back}` },
    );
  },
});

type Submission = OperationContext<typeof submission, { readonly version?: number | bigint | undefined }>;

export const submitted = singleWith<Submission>({
  before: async ({ session, input }) => {
    if (input.version !== undefined) return;
    const { document } = await session.lookUp(show, { job_id: input.job_id });
    const current = own(document, 'Version');
    return { input: changed(input, { version: typeof current === 'number' ? current : 0 }) };
  },
});
