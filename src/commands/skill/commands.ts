import type { Command } from '../../catalogue/command.ts';
import { ownCommand, running } from '../../catalogue/command.ts';
import type { Parameters } from '../../catalogue/parameter.ts';
import { toggle } from '../../catalogue/parameter.ts';
import { agentNames } from './agents.ts';

const local = {
  agent: {
    in: 'local',
    type: 'string',
    required: true,
    summary: 'Agent that reads the skill',
    enum: agentNames,
    metavar: 'agent',
  },
  project: toggle('In the working directory, for all its users'),
} as const satisfies Parameters;

const commands: readonly Command[] = [
  ownCommand({
    path: 'skill install',
    summary: 'Write the skill of trivet for an agent',
    description:
      'Writes one file, SKILL.md: how an agent finds its way in trivet, rehearses, reads exit codes, and which ' +
      'decisions belong to a person. Run it again after an update of trivet. A file that trivet did not write stays.',
    positional: [{ name: 'agent' }],
    local,
    workflow: () => import('./workflows/skill.ts').then(running('installSkill')),
    requests: 'none',
    prints: 'text',
    globals: { 'dry-run': true },
    examples: [
      { summary: 'For every project of this user', argv: 'skill install claude' },
      { summary: 'For everybody who works in this folder', argv: 'skill install copilot --project' },
    ],
  }),
  ownCommand({
    path: 'skill uninstall',
    summary: 'Remove the skill of trivet from an agent',
    description: 'Removes the file that skill install wrote. A file that trivet did not write stays.',
    positional: [{ name: 'agent' }],
    local,
    workflow: () => import('./workflows/skill.ts').then(running('uninstallSkill')),
    requests: 'none',
    prints: 'text',
    globals: { 'dry-run': true },
    examples: [{ summary: 'From the folder of this user', argv: 'skill uninstall claude' }],
  }),
];

export default commands;
