/** The flags of commands that lend something to a command after `--`. */
import type { Parameters } from '../model/parameter.ts';

/** For the descriptions of what can be lent. */
export const lendNote =
  'With -- COMMAND it is lent to COMMAND and given back when that ends: trivet help lending.';

export const lendFlags = {
  'keep-token': {
    in: 'local',
    type: 'boolean',
    summary: "Leave the services' tokens in COMMAND's environment",
  },
  map: {
    in: 'local',
    type: 'map',
    summary: 'Give COMMAND only these fields of the reply',
    metavar: 'variable=field',
  },
} as const satisfies Parameters;

/** For replies that have variables of their own. */
export const lendCredentialsFlags = {
  ...lendFlags,
  'env-prefix': {
    in: 'local',
    type: 'string',
    summary: "Put this before the names of COMMAND's variables",
    limits: { pattern: '[A-Za-z_][A-Za-z0-9_]*', meaning: 'the beginning of a variable name' },
    metavar: 'prefix',
  },
} as const satisfies Parameters;
