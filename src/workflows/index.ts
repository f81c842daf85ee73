/** Every workflow by the name that its command gives: the list of what is more than one request. */
import type { Workflow } from './workflow.ts';

type Load = () => Promise<{ readonly default: Workflow }>;

export const workflows: Readonly<Record<string, Load>> = {
  'workspace-delete': () => import('./workspace-delete.ts'),
  'workspace-unlock': () => import('./workspace-unlock.ts'),
  'workspace-consumers': () => import('./workspace-consumers.ts'),
  'workspace-tags': () => import('./workspace-tags.ts'),
  'workspace-lock': () => import('./workspace-lock.ts'),
  'profile-set': () => import('./profile-set.ts'),
  'profile-show': () => import('./profile-show.ts'),
  'profile-list': () => import('./profile-list.ts'),
  'profile-use': () => import('./profile-use.ts'),
  'profile-delete': () => import('./profile-delete.ts'),
  'profile-explain': () => import('./profile-explain.ts'),
  'auth-login': () => import('./auth-login.ts'),
  'auth-logout': () => import('./auth-logout.ts'),
  'auth-status': () => import('./auth-status.ts'),
  api: () => import('./api.ts'),
  'job-read': () => import('./job-read.ts'),
  'job-register': () => import('./job-register.ts'),
  'job-plan': () => import('./job-plan.ts'),
  'job-parse': () => import('./job-parse.ts'),
  'job-submission': () => import('./job-submission.ts'),
  'job-versions': () => import('./job-versions.ts'),
  'job-dispatch': () => import('./job-dispatch.ts'),
  'job-periodic-force': () => import('./job-periodic-force.ts'),
  'job-scale': () => import('./job-scale.ts'),
  'job-stable': () => import('./job-stable.ts'),
  'job-stop': () => import('./job-stop.ts'),
  'job-action': () => import('./job-action.ts'),
  'sandbox-start': () => import('./sandbox-start.ts'),
  'sandbox-exec': () => import('./sandbox-exec.ts'),
};
