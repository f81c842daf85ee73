import type { Risk } from '../../../catalogue/operation.ts';

/** Fewer allocations of a job that runs, or task groups that it loses. */
export const fewer: Risk = {
  risk: 'lowers-count',
  gravity: 'grave',
  question: 'Change job {job_id}?',
  uncertain: true,
  look: () => import('../workflows/fewer.ts'),
};
