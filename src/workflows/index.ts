/** Every workflow by the name that its command gives: the list of what is more than one request. */
import type { Workflow } from './workflow.ts';

type Load = () => Promise<{ readonly default: Workflow }>;

export const workflows: Readonly<Record<string, Load>> = {
  'workspace-delete': () => import('./workspace-delete.ts'),
  'workspace-unlock': () => import('./workspace-unlock.ts'),
  'workspace-consumers': () => import('./workspace-consumers.ts'),
  'workspace-tags': () => import('./workspace-tags.ts'),
  'workspace-lock': () => import('./workspace-lock.ts'),
  'sandbox-start': () => import('./sandbox-start.ts'),
  'sandbox-exec': () => import('./sandbox-exec.ts'),
};
