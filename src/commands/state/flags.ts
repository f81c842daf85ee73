import type { Parameters } from '../../catalogue/parameter.ts';
import { toggle } from '../../catalogue/parameter.ts';
import { whereFlag } from '../../catalogue/many-flags.ts';

export const scopeFlags = {
  organization: {
    in: 'local',
    type: 'string',
    summary: 'Organization of the workspaces',
    complete: 'organization',
    metavar: 'name',
  },
  namespace: {
    in: 'local',
    type: 'string',
    summary: 'Namespace of the jobs or secrets engines',
    complete: 'namespace',
    slashes: 'folder',
    metavar: 'name',
  },
  mount: {
    in: 'local',
    type: 'string',
    summary: 'Mount of the secrets engine',
    complete: 'mount',
    slashes: 'folder',
    metavar: 'path',
  },
} as const satisfies Parameters;

export const environmentFlags = {
  env: {
    in: 'local',
    type: 'string',
    summary: 'Environment of trivet.yaml',
    complete: 'environment',
    metavar: 'name',
  },
  'allow-profile': {
    in: 'local',
    type: 'strings',
    summary: 'Let the environment use this profile',
    complete: 'profile',
    metavar: 'name',
    keptFor: 'person',
  },
} as const satisfies Parameters;

export const fileFlags = {
  ...environmentFlags,
  ...scopeFlags,
  since: {
    in: 'local',
    type: 'string',
    summary: 'Revision of Git that was applied, or applied',
    metavar: 'ref',
  },
  as: {
    in: 'local',
    type: 'strings',
    summary: 'Place the objects elsewhere than their files say',
    metavar: 'scope=name',
  },
  exclude: {
    in: 'local',
    type: 'strings',
    summary: 'Skip matching files in folders',
    metavar: 'glob',
  },
  ignore: {
    in: 'local',
    type: 'strings',
    summary: 'Skip a setting or part of a kind',
    complete: 'kind-field',
    metavar: 'kind:field',
  },
  'allow-env': {
    in: 'local',
    type: 'strings',
    summary: 'Let the files use this environment variable',
    metavar: 'name',
    keptFor: 'person',
  },
  'write-secrets': {
    in: 'local',
    type: 'strings',
    summary: 'Write the secrets of this object again',
    metavar: 'kind:name',
  },
  where: { ...whereFlag, summary: "Only objects whose files satisfy 'FIELD OP VALUE'" },
  only: {
    in: 'local',
    type: 'strings',
    summary: 'Only these settings and parts',
    complete: 'field',
    metavar: 'field',
  },
  var: {
    in: 'local',
    type: 'map',
    summary: 'Variable of the job files that declare it',
    metavar: 'name=value',
  },
  'var-file': {
    in: 'local',
    type: 'strings',
    summary: 'File of variables for the job files',
    complete: 'file',
    metavar: 'file',
  },
  'preserve-counts': toggle('Keep the current counts of task groups'),
} as const satisfies Parameters;
