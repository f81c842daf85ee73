/** Scale: a message always goes along, and an error as the product has it. */
import type { InputRecord } from '../../model/parameter.ts';
import type { CallOptions } from '../../runtime/session.ts';
import { showReply } from '../reply.ts';
import { forOperation } from '../workflow.ts';

const defaultMessage = 'scaled with trivet';

/** Real servers take Error as true or false, and the words of it as Message. */
const asFlag = (input: InputRecord, options: CallOptions): readonly [InputRecord, CallOptions] => {
  const words = [input['Message'], input['Error']].filter((text) => typeof text === 'string');
  return [
    { ...input, Message: words.join(': '), Error: undefined },
    { ...options, extra: [['/Error', true], ...(options.extra ?? [])] },
  ];
};

export default forOperation(async (context) => {
  const { session, operation, input, options } = context;
  const { name } = await session.product(operation.service);
  const silent = input['Message'] === undefined && input['Error'] === undefined;
  const said: InputRecord = silent ? { ...input, Message: defaultMessage } : input;
  const [body, more] =
    name === 'nomad' && input['Error'] !== undefined ? asFlag(said, options) : [said, options];
  await showReply(context, await session.call(operation, body, more));
  return 0;
});
