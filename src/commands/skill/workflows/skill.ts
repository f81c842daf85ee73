/** Writes or removes the skill, a file with the mark of trivet. */
import { isAbsolute, join } from 'node:path';
import { usageError } from '../../../system/error.ts';
import type { InstalledFile } from '../../installed-file.ts';
import { installFiles, removeFiles, userFolder } from '../../installed-file.ts';
import type { Workflow } from '../../../run/single/workflow.ts';
import { readPackageFile } from '../../../system/package-file.ts';
import type { Io } from '../../../system/io.ts';
import { agentNames, agents, isAgent } from '../agents.ts';

type SkillInput = Readonly<{ agent: string; project?: boolean | undefined }>;

/** @throws TrivetError usage, for an unknown agent; local, without a home folder */
const skillFile = ({ agent, project }: SkillInput, { cwd, env, home }: Io): InstalledFile => {
  if (!isAgent(agent)) throw usageError(`unknown agent "${agent}"`, `One of ${agentNames.join(', ')}.`);
  const { user, project: inProject, variable } = agents[agent];
  const given = variable === undefined ? undefined : env[variable];
  const ofUser =
    given !== undefined && isAbsolute(given)
      ? join(given, 'skills')
      : userFolder(undefined, home, 'skills', user);
  return {
    path: join(project === true ? join(cwd, ...inProject) : ofUser, 'trivet', 'SKILL.md'),
    text: readPackageFile('skills/trivet/SKILL.md'),
    mark: /^---\nname: trivet\n/,
    kind: 'the skill of trivet',
    hint: 'Move it away first.',
  };
};

export const installSkill: Workflow<SkillInput> = async ({ session, input }) => {
  await installFiles(session, [skillFile(input, session.io)]);
  return 0;
};

export const uninstallSkill: Workflow<SkillInput> = ({ session, input }) => {
  removeFiles(session, [skillFile(input, session.io)]);
  return Promise.resolve(0);
};
