import { flags } from './flags.ts';
import { products } from './products.ts';

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
