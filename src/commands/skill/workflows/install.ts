import { installFiles } from '../../installed-file.ts';
import type { Workflow } from '../../../run/single/workflow.ts';
import type { SkillInput } from './skill-file.ts';
import { skillFile } from './skill-file.ts';

const run: Workflow<SkillInput> = async ({ session, input }) => {
  await installFiles(session, [skillFile(input, session.io)]);
  return 0;
};

export default run;
