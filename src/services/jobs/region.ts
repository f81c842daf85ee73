import type { Parameter } from '../../catalogue/parameter.ts';

export const region = {
  in: 'query',
  type: 'string',
  summary: 'Region of the servers',
  default: "the server's own region",
  context: 'region',
  metavar: 'name',
} as const satisfies Parameter;
