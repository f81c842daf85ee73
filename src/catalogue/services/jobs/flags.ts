export const flags = {
  namespace: {
    short: 'n',
    in: 'local',
    scope: 'server',
    type: 'string',
    summary: 'Namespace of the jobs service',
    complete: 'jobs-namespace',
    metavar: 'name',
  },
  region: {
    in: 'local',
    scope: 'server',
    type: 'string',
    summary: 'Region of the jobs service',
    metavar: 'name',
  },
} as const;
