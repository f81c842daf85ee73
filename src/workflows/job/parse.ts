/** Parse: the file and its variables, sent as the server understands them. */
import { readSource } from './file.ts';
import { showReply } from '../reply.ts';
import { wordOf } from '../typed.ts';
import { forOperation } from '../workflow.ts';

export default forOperation(async (context) => {
  const { session, operation, input, options } = context;
  const { text, variables } = await readSource(session, wordOf(input, 'JobHCL'), input);
  const { Variables: more } = input;
  const given = typeof more === 'string' ? more : '';
  // Two texts are one file only when a line ends between them.
  const all =
    given === '' || variables.text === '' ? given + variables.text : `${given.trimEnd()}\n${variables.text}`;
  const outcome = await session.call(
    operation,
    { ...input, JobHCL: text, ...(all === '' ? {} : { Variables: all }) },
    options,
  );
  await showReply(context, outcome);
  return 0;
});
