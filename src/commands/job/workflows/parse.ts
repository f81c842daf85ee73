/** Parses with variables in the form that the server understands. */
import type { parse } from '../operations/parse.ts';
import { changed, singleWith } from '../../../run/single/single.ts';
import { inFile, namespaceOf, readSource } from './file/file.ts';
import type { VariableInput } from './file/file.ts';
import type { OperationContext } from '../../../run/single/workflow.ts';

export default singleWith<OperationContext<typeof parse, VariableInput>>({
  before: async ({ session, input }) => {
    const { text, whole, variables } = await readSource(session, input.JobHCL ?? '', input);
    const given = input.Variables ?? '';
    // The texts are joined by a line break.
    const all =
      given === '' || variables.text === ''
        ? given + variables.text
        : `${given.trimEnd()}\n${variables.text}`;
    const namespace = namespaceOf(session, text);
    const sent = { JobHCL: whole, ...(namespace === undefined ? {} : { namespace }) };
    return { input: changed(input, all === '' ? sent : { ...sent, Variables: all }) };
  },
  explain: (error, { spoken }) => inFile(error, spoken.JobHCL ?? '-'),
});
