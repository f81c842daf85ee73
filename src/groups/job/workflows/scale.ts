/** Scales, always with a message, and with the error flag in the form of the product. */
import type { GivenOf } from '../../../model/catalogue/operation.ts';
import type { scale } from '../operations/scale.ts';
import { singleWith } from '../../../workflows/single.ts';
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
