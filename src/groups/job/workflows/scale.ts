/** Scales, always with a message, and with the error flag in the form of the product. */
import type { scale } from '../operations/scale.ts';
import { changed, singleWith } from '../../../workflows/single.ts';
import { confirmFewer } from './fewer.ts';
import { warnOfPlacement } from './evaluated.ts';
import type { OperationContext } from '../../../workflows/workflow.ts';

const defaultMessage = 'scaled with trivet';

export default singleWith<OperationContext<typeof scale>>({
  after: warnOfPlacement,
  before: async (context) => {
    const { session, operation, input, options } = context;
    await confirmFewer(context);
    const { errorIsFlag } = await session.product(operation.service);
    const { Message: message, Error: error } = input;
    if (error === undefined) return { input: changed(input, { Message: message ?? defaultMessage }) };
    if (errorIsFlag !== true) return;
    const words = message === undefined ? error : `${message}: ${error}`;
    return {
      input: changed(input, { Message: words, Error: undefined }),
      options: { ...options, extra: [['/Error', true], ...(options.extra ?? [])] },
    };
  },
});
