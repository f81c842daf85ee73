import type { Risk } from '../../../catalogue/operation.ts';
import type { RiskLooking } from '../../../run/single/risk-look.ts';

/** Only an unanswered change of a job loads them, with all that reads one. */
const looks = () => import('../workflows/lost-tasks.ts');

/**
 * A risk that also covers task groups that are dropped.
 * @param questionOf makes the question from what happens to each group
 */
export const fewer = (questionOf: (changes: readonly string[]) => string): Risk => ({
  risk: 'lowers-count',
  gravity: 'grave',
  question: 'Change job {job_id}?',
  uncertain: true,
  look: async (looking: RiskLooking) => (await looks()).fewerTasks(looking, questionOf),
});

/** A job stops by a document that says so, or by a version that was stopped. */
export const stops: Risk = {
  risk: 'interrupts',
  gravity: 'ask',
  question: 'Stop job {job_id}?',
  uncertain: true,
  look: async (looking: RiskLooking) => (await looks()).stopsTasks(looking),
};
