/** Warns that the password of the entry is rotated at once. */
import type { FoundRisk } from '../../../catalogue/risk.ts';
import type { RiskLooking } from '../../../run/snapshot.ts';

const look = async ({ before, input, isAnswered }: RiskLooking): Promise<FoundRisk | undefined> => {
  if (isAnswered) return undefined;
  const { found, state } = await before();
  if (found.kind === 'data') return undefined;
  return input['skip_import_rotation'] === true
    ? {
        question: 'Manage {username} as {role_name}? Its current password stays until the first rotation.',
        state,
      }
    : { state };
};

export default look;
