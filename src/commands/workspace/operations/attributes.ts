/** test/seeds/1-workspaces.md §2.1 and §2.2, for create and update. */
import { pairsOf } from '../../../catalogue/parameter.ts';
import type { Parameters } from '../../../catalogue/parameter.ts';
import type { Rule } from '../../../catalogue/rule.ts';

const durationPattern = '[1-9]\\d{0,3}[dh]';

/** test/seeds/1-workspaces.md §2.1. A default is what the server does without the attribute. */
export const attributes = {
  'agent-pool-id': {
    in: 'body',
    type: 'string',
    summary: 'ID of an agent pool in the organization',
    metavar: 'id',
  },
  'allow-destroy-plan': {
    in: 'body',
    type: 'boolean',
    summary: 'Let destroy plans be queued',
    default: 'true',
  },
  'assessments-enabled': {
    in: 'body',
    type: 'boolean',
    summary: 'Run health assessments (hosted edition, premium tier)',
    default: 'false',
  },
  'auto-apply': {
    in: 'body',
    type: 'boolean',
    summary: 'Apply after plans from VCS, UI or CLI',
    default: 'false',
  },
  'auto-apply-run-trigger': {
    in: 'body',
    type: 'boolean',
    summary: 'Apply after plans started by another workspace',
    default: 'false',
  },
  'auto-destroy-at': {
    in: 'body',
    type: 'time',
    summary: 'When the next scheduled destroy run starts',
    nullable: true,
  },
  'auto-destroy-activity-duration': {
    in: 'body',
    type: 'string',
    summary: 'Inactivity before destroy runs: 14d or 36h',
    nullable: true,
    limits: { pattern: durationPattern, meaning: 'a number from 1 to 9999 followed by d or h (14d, 36h)' },
    metavar: 'duration',
  },
  description: { in: 'body', type: 'text', summary: 'Free text' },
  'execution-mode': {
    in: 'body',
    type: 'string',
    summary: 'Where runs execute; local means state storage only',
    enum: ['remote', 'local', 'agent'],
  },
  'file-triggers-enabled': {
    in: 'body',
    type: 'boolean',
    summary: 'Start runs only when matching files change',
    default: 'true',
  },
  'global-remote-state': {
    in: 'body',
    type: 'boolean',
    summary: 'Let the whole organization read the state',
    default: 'false',
  },
  operations: {
    in: 'body',
    type: 'boolean',
    summary: 'Former execution-mode; false means state storage only',
    default: 'true',
    deprecated: 'use --execution-mode',
  },
  'queue-all-runs': {
    in: 'body',
    type: 'boolean',
    summary: 'Queue VCS-triggered runs right after creation',
    default: 'false',
  },
  'speculative-enabled': {
    in: 'body',
    type: 'boolean',
    summary: 'Allow automatic speculative plans',
    default: 'true',
  },
  'engine-version': {
    in: 'body',
    type: 'string',
    flag: 'terraform-version',
    summary: 'Exact version, or a constraint: "~> 1.0.0"',
    default: 'latest release',
    // Undocumented.
    metavar: 'version',
  },
  'trigger-patterns': {
    in: 'body',
    type: 'strings',
    summary: 'Globs of monitored files, from the repository root',
    default: '[]',
    metavar: 'glob',
  },
  'trigger-prefixes': {
    in: 'body',
    type: 'strings',
    summary: 'Path prefixes monitored beside the working directory',
    default: '[]',
    metavar: 'path',
  },
  'working-directory': {
    in: 'body',
    type: 'string',
    summary: 'Relative path in which runs execute',
    metavar: 'path',
  },
  'setting-overwrites': {
    in: 'body',
    type: 'json-map',
    summary: 'Override (true) or inherit (false) a default: execution-mode=false',
    limits: { values: [true, false], meaning: 'true or false for each setting' },
    metavar: 'setting=bool',
  },
  project: {
    in: 'body',
    type: 'string',
    name: 'data.relationships.project.data.id',
    flag: 'project',
    pointer: '/data/relationships/project/data/id',
    implies: { '/data/relationships/project/data/type': 'projects' },
    summary: 'ID of the project of the workspace',
    default: "the organization's default project",
    metavar: 'id',
  },
  tag: {
    in: 'body',
    type: 'pairs',
    pointer: '/data/relationships/tag-bindings/data',
    sentAs: (value) =>
      pairsOf(value).map((pair) => ({
        type: 'tag-bindings',
        attributes: pair.value === undefined ? { key: pair.key } : { key: pair.key, value: pair.value },
      })),
    summary: 'Key-value tag; replaces the whole set: env=prod',
    metavar: 'key=value',
  },
} as const satisfies Parameters;

const vcs = '/data/attributes/vcs-repo' as const;

/** test/seeds/1-workspaces.md §2.2, as `--vcs-repo-identifier` and so on. */
export const vcsRepo = {
  'vcs-repo.identifier': {
    in: 'body',
    type: 'string',
    pointer: `${vcs}/identifier`,
    summary: 'Repository, org/repo or org/project/_git/repo',
    limits: {
      pattern: '[^/\\s]+/(?:[^/\\s]+/)*[^/\\s]+',
      meaning: 'org/repo, or org/project/_git/repo',
    },
    metavar: 'org/repo',
  },
  'vcs-repo.oauth-token-id': {
    in: 'body',
    type: 'string',
    pointer: `${vcs}/oauth-token-id`,
    summary: 'ID of the VCS OAuth connection',
    metavar: 'id',
  },
  'vcs-repo.branch': {
    in: 'body',
    type: 'string',
    pointer: `${vcs}/branch`,
    summary: 'Branch of runs; empty: the default branch',
    default: 'repository default branch',
    metavar: 'branch',
  },
  'vcs-repo.ingress-submodules': {
    in: 'body',
    type: 'boolean',
    pointer: `${vcs}/ingress-submodules`,
    summary: 'Fetch submodules when cloning',
    default: 'false',
  },
  'vcs-repo.tags-regex': {
    in: 'body',
    type: 'string',
    pointer: `${vcs}/tags-regex`,
    summary: 'Start runs on VCS tags that match',
    metavar: 'regex',
  },
} as const satisfies Parameters;

/** Exclusions of test/seeds/1-workspaces.md §2.1. */
export const attributeRules: readonly Rule[] = [
  {
    rule: 'requiredWhen',
    parameter: 'agent-pool-id',
    when: { parameter: 'execution-mode', is: ['agent'] },
  },
  {
    rule: 'forbiddenWhen',
    parameter: 'agent-pool-id',
    when: { parameter: 'execution-mode', is: ['remote', 'local'] },
    because: 'an agent pool serves only execution mode agent',
  },
  {
    rule: 'forbiddenWhen',
    parameter: 'agent-pool-id',
    when: { parameter: 'operations', is: [true] },
  },
  {
    rule: 'requiredWhen',
    parameter: 'execution-mode',
    when: { parameter: 'setting-overwrites', key: 'execution-mode', is: [true] },
  },
  { rule: 'atMostOne', keys: ['execution-mode', 'operations'], because: 'operations is the deprecated form' },
  {
    rule: 'pattern',
    parameter: 'name',
    pattern: '[A-Za-z0-9_-]+',
    meaning: 'letters, numbers, - and _ only',
  },
];
