import type { FoundRisk } from '../../../catalogue/risk.ts';
import type { RiskLooking } from '../../../run/snapshot.ts';
import { lockOf } from './lock-holder.ts';

const look = async ({ session, input, isAnswered }: RiskLooking): Promise<FoundRisk> => {
  const id = input['workspace_id'];
  if (isAnswered || typeof id !== 'string') return {};
  const { holder, words, reason } = await lockOf(session, id);
  return {
    question: 'Break the lock on {workspace_id}{held}?',
    input: { held: holder === undefined ? '' : `, held ${words}` },
    state: { holder: holder ?? null, reason },
  };
};

export default look;
