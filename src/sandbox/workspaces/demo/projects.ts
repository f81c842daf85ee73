import { identifier } from '../identifiers.ts';
import type { Project } from '../model.ts';

function project(name: string, access: Project['access'] = 'ordinary'): Project {
  return { id: identifier('prj', name), name, access };
}

const PLATFORM = project('platform');
const PRODUCT = project('product');
const DATA = project('data');
const LAB = project('lab', 'lab');
const FINANCE = project('finance', 'restricted');

export const DEMO_PROJECTS: readonly Project[] = [PLATFORM, PRODUCT, DATA, LAB, FINANCE];

export interface System {
  readonly name: string;
  readonly project: Project;
  readonly purpose: string;
}

/** One workspace per environment. */
export const SYSTEMS: readonly System[] = [
  { name: 'network', project: PLATFORM, purpose: 'VPCs, subnets and peering' },
  { name: 'dns', project: PLATFORM, purpose: 'public and private zones' },
  { name: 'identity', project: PLATFORM, purpose: 'single sign-on and directory sync' },
  { name: 'observability', project: PLATFORM, purpose: 'metrics, logs and alerting' },
  { name: 'ci-runners', project: PLATFORM, purpose: 'build machines' },
  { name: 'billing', project: PRODUCT, purpose: 'invoicing' },
  { name: 'storefront', project: PRODUCT, purpose: 'the web shop' },
  { name: 'search', project: PRODUCT, purpose: 'product search' },
  { name: 'checkout', project: PRODUCT, purpose: 'payment flow' },
  { name: 'notifications', project: PRODUCT, purpose: 'mail and push' },
  { name: 'data-pipeline', project: DATA, purpose: 'ingestion' },
  { name: 'warehouse', project: DATA, purpose: 'analytics tables' },
  { name: 'feature-store', project: DATA, purpose: 'model features' },
  { name: 'playground', project: LAB, purpose: 'experiments' },
  { name: 'payroll', project: FINANCE, purpose: 'salaries' },
];

export const ENVIRONMENTS = ['prod', 'staging', 'qa', 'dev'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];
