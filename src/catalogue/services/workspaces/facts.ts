import { products } from './products.ts';

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
