/** Scale: a message always goes along, and an error as the product has it. */
import type { GivenOf } from '../../model/operation.ts';
import type { scale } from '../../operations/job/scale.ts';
import { singleWith } from '../single.ts';
import { warnOfPlacement } from './evaluated.ts';

const defaultMessage = 'scaled with trivet';

export default singleWith<GivenOf<typeof scale>>({
  after: warnOfPlacement,
  before: async ({ session, operation, input, options }) => {
    const { errorIsFlag } = await session.product(operation.service);
    const { Message: message, Error: error } = input;
    if (error === undefined) return { input: { ...input, Message: message ?? defaultMessage } };
    if (errorIsFlag !== true) return;
    const words = message === undefined ? error : `${message}: ${error}`;
    return {
      input: { ...input, Message: words, Error: undefined },
      options: { ...options, extra: [['/Error', true], ...(options.extra ?? [])] },
    };
  },
});
