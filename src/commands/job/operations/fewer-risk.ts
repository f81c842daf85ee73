import type { Risk } from '../../../catalogue/operation.ts';

/** Also task groups that are dropped. */
export const fewer: Risk = {
  risk: 'lowers-count',
  gravity: 'grave',
  question: 'Change job {job_id}?',
  uncertain: true,
  look: () => import('../workflows/fewer.ts'),
};
