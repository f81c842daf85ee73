/** Warns that the user gets another access key, and may lose one. */
import type { FoundRisk } from '../../../catalogue/risk.ts';
import type { RiskLooking } from '../../../run/snapshot.ts';

const look = async ({ before, isAnswered }: RiskLooking): Promise<FoundRisk | undefined> => {
  if (isAnswered) return undefined;
  const { found, state } = await before();
  return found.kind === 'data' ? undefined : { state };
};

export default look;
