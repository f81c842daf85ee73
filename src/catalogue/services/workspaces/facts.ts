import type { ProductFacts } from '../facts.ts';

const flags = {
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

/** A product that leaves a decision out does not compile. */
type Decision =
  | 'assessments'
  | 'remote-state-consumers'
  | 'retention-policies'
  | 'safe-delete'
  /** Every documented attribute, filter and reason works; other servers drop some silently. */
  | 'all-settings'
  /** An organization that the token cannot see is a 404; other servers return an empty list. */
  | 'reports-unseen-organizations'
  /** Mistakes of users are a 500 with plain text. */
  | 'plain-errors'
  | 'rate-limit'
  /** Adding an attached tag, or removing another, fails the whole request. */
  | 'tags-once'
  /** `latest` is an engine version, which the server takes and reports. */
  | 'latest-release';

const products = [
  {
    product: 'hcp-terraform',
    title: 'HCP Terraform',
    supports: {
      assessments: true,
      'remote-state-consumers': true,
      'retention-policies': false,
      'safe-delete': true,
      'all-settings': true,
      'reports-unseen-organizations': true,
      'plain-errors': false,
      'rate-limit': true,
      'tags-once': false,
      'latest-release': false,
    },
  },
  {
    product: 'terraform-enterprise',
    title: 'Terraform Enterprise',
    supports: {
      assessments: false,
      'remote-state-consumers': true,
      'retention-policies': true,
      'safe-delete': true,
      'all-settings': true,
      'reports-unseen-organizations': true,
      'plain-errors': false,
      'rate-limit': true,
      'tags-once': false,
      'latest-release': false,
    },
  },
  {
    product: 'otf',
    title: 'OTF',
    supports: {
      assessments: false,
      'remote-state-consumers': false,
      'retention-policies': false,
      'safe-delete': false,
      'all-settings': false,
      'reports-unseen-organizations': false,
      'plain-errors': true,
      'rate-limit': false,
      'tags-once': true,
      'latest-release': true,
    },
  },
] as const satisfies readonly ProductFacts<Decision>[];

export const workspaces = {
  family: 'terraform',
  usualProduct: 'terraform-enterprise',
  suffix: '/api/v2',
  context: { organization: 'shared' },
  vendorVariables: [
    'TFE_ADDRESS',
    'TFE_HOSTNAME',
    'TFE_ORGANIZATION',
    'TFE_ORG',
    'TF_CLOUD_HOSTNAME',
    'TF_CLOUD_ORGANIZATION',
  ],
  usualRate: '30 for HCP Terraform and Terraform Enterprise, else 0',
  flags,
  products,
} as const;
