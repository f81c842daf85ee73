/** New accounts get a new password, and nobody knows that of dropped ones. */
import type { FoundRisk } from '../../../catalogue/risk.ts';
import { textsAt } from '../../../documents/json/json.ts';
import type { RiskLooking } from '../../../run/snapshot.ts';
import { lostPasswords } from '../parts.ts';
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
  // A server that keeps omitted settings keeps the accounts.
  if (names === undefined) return undefined;
  const after = Array.isArray(names) ? names.map(String) : [];
  const now = textsAt(before.data, 'service_account_names');
  const added = after.filter((name) => !now.includes(name));
  const dropped = now.filter((name) => !after.includes(name));
  if (added.length + dropped.length === 0) return undefined;
  const said = [
    ...(added.length === 0 ? [] : [`New to it, with a new password at once: ${added.join(', ')}.`]),
    ...(dropped.length === 0 ? [] : [lostPasswords(dropped.join(', '))]),
  ];
  return { question: 'Write set {set_name}? {passwords}', input: { passwords: said.join(' ') }, state };
};

export default look;
