import type { FoundRisk } from '../../../catalogue/risk.ts';
import type { RiskLooking } from '../../../run/snapshot.ts';
import type { Snapshot } from '../../../run/snapshot.ts';
import { newAddresses } from '../../../run/single/settings.ts';

/** Where the server sends the bind password, and who can read it on the way. */
const connection = ['url', 'starttls', 'insecure_tls', 'certificate'];

const questionAbout = ({ kind }: Snapshot): string => {
  if (kind === 'none') return 'Connect {mount} to this directory?';
  return kind === 'data'
    ? 'Change where or how the bind password of {mount} is sent?'
    : 'Send the bind password of {mount} to this directory? The token is not allowed to read where it goes now.';
};

const look = async (looking: RiskLooking): Promise<FoundRisk | undefined> => {
  const { session, isAnswered } = looking;
  if (isAnswered) return undefined;
  const { found: before, state } = await looking.before();
  // A model could choose where a person's variable goes.
  const asksFirst = session.io.confined !== undefined;
  const addresses = newAddresses(looking, connection, before.kind === 'data' ? before.data : {});
  if (before.kind === 'none' ? !asksFirst : addresses === '') return undefined;
  return {
    question: `${questionAbout(before)}${addresses === '' ? '' : ' {addresses}'}`,
    input: { addresses },
    state,
  };
};

export default look;
