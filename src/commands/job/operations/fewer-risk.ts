import type { Risk } from '../../../catalogue/operation.ts';

/** A risk that also covers task groups that are dropped. */
export const fewer: Risk = {
  risk: 'lowers-count',
  gravity: 'grave',
  question: 'Change job {job_id}?',
  uncertain: true,
  look: () => import('../workflows/fewer.ts'),
};

/** A job stops by a document that says so, or by a version that was stopped. */
export const stops: Risk = {
  risk: 'interrupts',
  gravity: 'ask',
  question: 'Stop job {job_id}?',
  uncertain: true,
  look: () => import('../workflows/stops.ts'),
};
