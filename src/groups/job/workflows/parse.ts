/** Parses a job file: sends it with its variables in the form that the server understands. */
import type { GivenOf } from '../../../model/catalogue/operation.ts';
import type { parse } from '../operations/parse.ts';
import { singleWith } from '../../../workflows/single.ts';
import { inFile, readSource } from './file/file.ts';
import type { VariableInput } from './file/file.ts';

export default singleWith<GivenOf<typeof parse> & VariableInput>({
  before: async ({ session, input }) => {
    const { text, variables } = await readSource(session, input.JobHCL ?? '', input);
    const given = input.Variables ?? '';
    // Two texts can be joined only with a line break between them.
    const all =
      given === '' || variables.text === ''
        ? given + variables.text
        : `${given.trimEnd()}\n${variables.text}`;
    return { input: { ...input, JobHCL: text, ...(all === '' ? {} : { Variables: all }) } };
  },
  explain: (error, { spoken }) => inFile(error, spoken.JobHCL ?? '-'),
});
