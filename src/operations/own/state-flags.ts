/** Flags that export, diff and apply share: where objects are that files and operands do not place themselves. */
import type { Parameters } from '../../model/parameter.ts';

export const scopeFlags = {
  organization: {
    in: 'local',
    type: 'string',
    summary: 'Organization of the workspaces',
    metavar: 'name',
  },
  namespace: {
    in: 'local',
    type: 'string',
    summary: 'Namespace of the jobs, or of the secrets engines',
    metavar: 'name',
  },
  mount: {
    in: 'local',
    type: 'string',
    summary: 'Mount of the secrets engine',
    metavar: 'path',
  },
} as const satisfies Parameters;
