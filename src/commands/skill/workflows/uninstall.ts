import { removeFiles } from '../../installed-file.ts';
import type { Workflow } from '../../../run/single/workflow.ts';
import type { SkillInput } from './skill-file.ts';
import { skillFile } from './skill-file.ts';

const run: Workflow<SkillInput> = ({ session, input }) => {
  removeFiles(session, [skillFile(input, session.io)]);
  return Promise.resolve(0);
};

export default run;
