/** Parse: the file and its variables, sent as the server understands them. */
import type { GivenOf } from '../../model/operation.ts';
import type { parse } from '../../operations/job/parse.ts';
import { singleWith } from '../single.ts';
import { inFile, readSource } from './file.ts';
import type { VariableInput } from './file.ts';

export default singleWith<GivenOf<typeof parse> & VariableInput>({
  before: async ({ session, input }) => {
    const { text, variables } = await readSource(session, input.JobHCL ?? '', input);
    const given = input.Variables ?? '';
    // Two texts are one file only when a line ends between them.
    const all =
      given === '' || variables.text === ''
        ? given + variables.text
        : `${given.trimEnd()}\n${variables.text}`;
    return { input: { ...input, JobHCL: text, ...(all === '' ? {} : { Variables: all }) } };
  },
  explain: (error, { spoken }) => inFile(error, spoken.JobHCL ?? '-'),
});
