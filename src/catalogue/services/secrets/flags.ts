export const flags = {
  namespace: {
    short: 'n',
    in: 'local',
    scope: 'server',
    type: 'string',
    summary: 'Namespace of the secrets service',
    complete: 'secrets-namespace',
    metavar: 'path',
  },
  'wrap-ttl': {
    in: 'local',
    scope: 'output',
    of: 'document',
    reply: true,
    type: 'duration',
    summary: 'Wrap the reply in a single-use token',
    metavar: 'duration',
  },
  'fail-on-warning': {
    in: 'local',
    scope: 'item',
    reply: true,
    type: 'boolean',
    summary: 'Exit 1 when the server warns',
  },
} as const;
