import { denied, Refusal } from '../wire/failure.ts';
import { stringMap, type JsonObject } from '../wire/json.ts';
import { allows } from './access.ts';
import type { Call } from './call.ts';

/** The soft-mandatory policy denies this value of the meta key `policy`. */
const DENYING_META = 'deny';

export function violatesPolicy(job: JsonObject): boolean {
  return stringMap(job, 'Meta')['policy'] === DENYING_META;
}

export const POLICY_MESSAGE =
  'job denied by soft mandatory policy "sandbox-meta-policy": meta "policy" is "deny"';

export function checkOverride(call: Call, namespace: string, override: boolean): void {
  if (override && !allows(call.request.principal, namespace, 'policy-override')) throw denied();
}

/** Soft-mandatory, so PolicyOverride allows it (section 7). */
export function enforcePolicy(job: JsonObject, override: boolean): void {
  if (!override && violatesPolicy(job)) throw new Refusal(403, POLICY_MESSAGE);
}
