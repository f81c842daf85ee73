import { denied, Refusal } from '../wire/failure.ts';
import { stringMap, type JsonObject } from '../wire/json.ts';
import { allows } from './access.ts';
import type { Call } from './call.ts';

/** The value of the meta key `policy` that the sandbox's soft-mandatory policy denies. */
const DENYING_META = 'deny';

export function violatesPolicy(job: JsonObject): boolean {
  return stringMap(job, 'Meta')['policy'] === DENYING_META;
}

export const POLICY_MESSAGE =
  'job denied by soft mandatory policy "sandbox-meta-policy": meta "policy" is "deny"';

/** Requires the permission for PolicyOverride (section 5), even if no policy denies the job. */
export function checkOverride(call: Call, namespace: string, override: boolean): void {
  if (override && !allows(call.request.principal, namespace, 'policy-override')) throw denied();
}

/** Refuses a job that a soft-mandatory policy denies, unless PolicyOverride is set (section 7). */
export function enforcePolicy(job: JsonObject, override: boolean): void {
  if (!override && violatesPolicy(job)) throw new Refusal(403, POLICY_MESSAGE);
}
