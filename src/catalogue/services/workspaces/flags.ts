export const flags = {
  organization: {
    in: 'local',
    scope: 'server',
    type: 'string',
    summary: 'Organization for workspace names without one',
    complete: 'organization',
    metavar: 'name',
  },
  'names-are': {
    in: 'local',
    scope: 'item',
    type: 'string',
    summary: 'Read workspaces as IDs or as names',
    enum: ['id', 'name'],
    metavar: 'id|name',
  },
} as const;
