import { usageError } from '../../../system/error.ts';
import { listAt, textAt } from '../../../documents/json/json.ts';
import type { scale } from '../operations/scale.ts';
import { show } from '../operations/show.ts';
import { shellWord } from '../../../catalogue/text/shell-words.ts';
import { changed, singleWith } from '../../../run/single/single.ts';
import { jobOf } from '../job-at.ts';
import { warnOfPlacement } from './evaluated.ts';
import type { OperationContext } from '../../../run/single/workflow.ts';

type Context = OperationContext<typeof scale>;

const defaultMessage = 'scaled with trivet';

const groupOf = async ({ session, input }: Context): Promise<string> => {
  const { job_id, Target: given, Count: count } = input;
  if (given !== undefined) return given;
  if (session.globals.dryRun || session.globals.curl)
    throw usageError('give the task group: a dry run reads nothing that would show it');
  const { document } = await session.lookUp(show, jobOf(input));
  const names = listAt(document, 'TaskGroups').map((group) => textAt(group, 'Name') ?? '');
  const [only, ...others] = names;
  if (only === undefined || others.length > 0)
    throw usageError(
      `job ${job_id} has ${names.length} task groups: give one of ${names.map(shellWord).join(', ')}`,
    );
  if (String(count) === only)
    throw usageError(`the task group of job ${job_id} is named ${only}: give the group and the count`);
  return only;
};

export default singleWith<Context>({
  after: warnOfPlacement,
  before: async (given) => {
    const input = changed(given.input, { Target: await groupOf(given) });
    const { session, operation, options } = given;
    const { errorIsFlag } = await session.product(operation.service);
    const { Message: message, Error: error } = input;
    if (error === undefined) return { input: changed(input, { Message: message ?? defaultMessage }) };
    if (errorIsFlag !== true) return { input };
    const words = message === undefined ? error : `${message}: ${error}`;
    return {
      input: changed(input, { Message: words, Error: undefined }),
      options: { ...options, extra: [['/Error', true], ...(options.extra ?? [])] },
    };
  },
});
