import type { Risk } from '../../../catalogue/operation.ts';

/** Also task groups that are dropped. */
export const fewer: Risk = {
  risk: 'lowers-count',
  gravity: 'grave',
  question: 'Change job {job_id}?',
  uncertain: true,
  look: () => import('../workflows/fewer.ts'),
};

/** By a job that says so, or a version that was stopped. */
export const stops: Risk = {
  risk: 'interrupts',
  gravity: 'ask',
  question: 'Stop job {job_id}?',
  uncertain: true,
  look: () => import('../workflows/stops.ts'),
};
