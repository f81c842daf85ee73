/** New accounts get a new password, and nobody knows that of dropped ones. */
import type { FoundRisk } from '../../../catalogue/risk.ts';
import { textsAt } from '../../../documents/json/json.ts';
import type { RiskLooking } from '../../../run/snapshot.ts';
import { asSent } from '../../../http/request.ts';

const look = async ({
  operation,
  before: read,
  input,
  options,
  isAnswered,
}: RiskLooking): Promise<FoundRisk | undefined> => {
  if (isAnswered) return undefined;
  const { found: before, state } = await read();
  if (before.kind !== 'data') return { state };
  const names = asSent(operation, input, options)['service_account_names'];
  // A server that keeps what is not sent keeps the accounts.
  if (names === undefined) return undefined;
  const after = Array.isArray(names) ? names.map(String) : [];
  const now = textsAt(before.data, 'service_account_names');
  const isSame = now.length === after.length && now.every((name) => after.includes(name));
  return isSame ? undefined : { state };
};

export default look;
